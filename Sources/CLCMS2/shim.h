#include <lcms2.h>

// Little CMS spells its pixel formats as macros that compute, which Swift does not import.
static const cmsUInt32Number calqueTypeGray16 = TYPE_GRAY_16;
static const cmsUInt32Number calqueTypeRGBFloat = TYPE_RGB_FLT;
static const cmsUInt32Number calqueTypeRGB16 = TYPE_RGB_16;
static const cmsUInt32Number calqueTypeRGBA8 = TYPE_RGBA_8;
static const cmsUInt32Number calqueTypeRGBA16 = TYPE_RGBA_16;
static const cmsUInt32Number calqueTypeCMYK8 = TYPE_CMYK_8;
static const cmsUInt32Number calqueTypeCMYK8Inverted = TYPE_CMYK_8_REV;
static const cmsUInt32Number calqueTypeCMYKFloat = TYPE_CMYK_FLT;
