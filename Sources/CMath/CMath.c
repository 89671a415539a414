// The header holds everything; this file gives the target an object.
#include "CMath.h"
