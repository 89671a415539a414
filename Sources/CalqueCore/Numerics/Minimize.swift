/// The minimum of a function of one variable that falls and then rises between two bounds, by Brent's method without
/// derivatives (Brent 1973, chapter 5).
///
/// - Parameters:
///   - lower: The smaller bound.
///   - upper: The larger bound.
///   - tolerance: How close the result is, in the variable's own unit; below 1e-8 of its size rounding rules.
///   - f: The function.
public func minimize(
  from lower: Double, to upper: Double, tolerance: Double, _ f: (Double) -> Double
) -> (argument: Double, value: Double) {
  let golden = 0.3819660112501051
  var a = lower
  var b = upper
  var x = a + golden * (b - a)
  var w = x
  var v = x
  var fx = f(x)
  var fw = fx
  var fv = fx
  var step = 0.0
  var beforeLast = 0.0
  for _ in 0..<100 {
    let middle = 0.5 * (a + b)
    let close = tolerance + 1e-10 * x.magnitude
    if (x - middle).magnitude <= 2 * close - 0.5 * (b - a) { break }
    var useGolden = true
    if beforeLast.magnitude > close {
      let r = (x - w) * (fx - fv)
      var q = (x - v) * (fx - fw)
      var p = (x - v) * q - (x - w) * r
      q = 2 * (q - r)
      if q > 0 { p = -p }
      q = q.magnitude
      let previous = beforeLast
      beforeLast = step
      if p.magnitude < (0.5 * q * previous).magnitude && p > q * (a - x) && p < q * (b - x) {
        step = p / q
        let next = x + step
        if next - a < 2 * close || b - next < 2 * close { step = x < middle ? close : -close }
        useGolden = false
      }
    }
    if useGolden {
      beforeLast = x < middle ? b - x : a - x
      step = golden * beforeLast
    }
    let u = step.magnitude >= close ? x + step : x + (step > 0 ? close : -close)
    let fu = f(u)
    if fu <= fx {
      if u < x { b = x } else { a = x }
      (v, fv) = (w, fw)
      (w, fw) = (x, fx)
      (x, fx) = (u, fu)
    } else {
      if u < x { a = u } else { b = u }
      if fu <= fw || w == x {
        (v, fv) = (w, fw)
        (w, fw) = (u, fu)
      } else if fu <= fv || v == x || v == w {
        (v, fv) = (u, fu)
      }
    }
  }
  return (x, fx)
}
