import CMath

// Elementary functions of `Double` and `Float`, from libm on every platform.

@inlinable public func sin(_ x: Double) -> Double { calque_sin(x) }
@inlinable public func cos(_ x: Double) -> Double { calque_cos(x) }
@inlinable public func tan(_ x: Double) -> Double { calque_tan(x) }
@inlinable public func asin(_ x: Double) -> Double { calque_asin(x) }
@inlinable public func acos(_ x: Double) -> Double { calque_acos(x) }
@inlinable public func atan(_ x: Double) -> Double { calque_atan(x) }
@inlinable public func atan2(_ y: Double, _ x: Double) -> Double { calque_atan2(y, x) }
@inlinable public func exp(_ x: Double) -> Double { calque_exp(x) }
@inlinable public func exp2(_ x: Double) -> Double { calque_exp2(x) }
@inlinable public func log(_ x: Double) -> Double { calque_log(x) }
@inlinable public func log2(_ x: Double) -> Double { calque_log2(x) }
@inlinable public func cbrt(_ x: Double) -> Double { calque_cbrt(x) }
@inlinable public func erf(_ x: Double) -> Double { calque_erf(x) }
@inlinable public func erfc(_ x: Double) -> Double { calque_erfc(x) }
@inlinable public func lgamma(_ x: Double) -> Double { calque_lgamma(x) }
@inlinable public func pow(_ x: Double, _ y: Double) -> Double { calque_pow(x, y) }
@inlinable public func hypot(_ x: Double, _ y: Double) -> Double { calque_hypot(x, y) }
@inlinable public func exp(_ x: Float) -> Float { calque_expf(x) }
@inlinable public func atan2(_ y: Float, _ x: Float) -> Float { calque_atan2f(y, x) }
@inlinable public func hypot(_ x: Float, _ y: Float) -> Float { calque_hypotf(x, y) }
