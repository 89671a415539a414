// libm as inline C, so that no Swift file needs to know which platform's math module to import.
// The builtins lower to hardware instructions where there are any, and to libm elsewhere.
#ifndef CALQUE_CMATH_H
#define CALQUE_CMATH_H

#define CALQUE_MATH1(name)                                                         \
  static inline double calque_##name(double x) { return __builtin_##name(x); }     \
  static inline float calque_##name##f(float x) { return __builtin_##name##f(x); }

CALQUE_MATH1(sin)
CALQUE_MATH1(cos)
CALQUE_MATH1(tan)
CALQUE_MATH1(asin)
CALQUE_MATH1(acos)
CALQUE_MATH1(atan)
CALQUE_MATH1(exp)
CALQUE_MATH1(exp2)
CALQUE_MATH1(log)
CALQUE_MATH1(log2)
CALQUE_MATH1(cbrt)
CALQUE_MATH1(erf)
CALQUE_MATH1(erfc)
CALQUE_MATH1(lgamma)

static inline double calque_atan2(double y, double x) { return __builtin_atan2(y, x); }
static inline double calque_hypot(double x, double y) { return __builtin_hypot(x, y); }
static inline double calque_pow(double x, double y) { return __builtin_pow(x, y); }
static inline float calque_atan2f(float y, float x) { return __builtin_atan2f(y, x); }
static inline float calque_hypotf(float x, float y) { return __builtin_hypotf(x, y); }
static inline float calque_powf(float x, float y) { return __builtin_powf(x, y); }

#undef CALQUE_MATH1
#endif
