import CalqueCore
import CalqueSpec

extension DialSpec {
  /// A dial with every part, for tests of what is written about dials: logarithmic, 16° an octave, ten minor steps
  /// an octave, faded at its leading end.
  public static var sample: DialSpec {
    let center = Point<Pixels>(x: 589.5, y: 2306.991)
    var ticks: [DialTick] = []
    for step in -11...12 {
      let isMajor = step % 10 == 0
      ticks.append(
        DialTick(
          angle: Angle(degrees: 1.6 * Double(step) + 0.4), sigmaAngle: Angle(degrees: isMajor ? 0.0021 : 0.0043),
          weight: isMajor ? .major : .minor, zoom: exp2(Double(step) / 10), outer: Estimate(706.14, sigma: 0.03),
          inner: Estimate(isMajor ? 664.2 : 682.1, sigma: 0.05), width: Estimate(isMajor ? 6 : 2.01, sigma: 0.02),
          strength: step == -11 ? 0.31 : step == -10 ? 0.72 : 0.99, sigmaStrength: 0.01, isCut: step == 12))
    }
    return DialSpec(
      frame: Rect(x: 371.2, y: 1606.9, width: 470.4, height: 63.5), edgeSigma: 0.04, confidence: 0.9987,
      center: PointEstimate(center, sigmaX: 0.0213, sigmaY: 0.0431), radius: Estimate(706.14, sigma: 0.0392),
      rim: Estimate(724.143, sigma: 0.051), ticks: ticks,
      law: DialLaw(
        kind: .logarithmic, perOctave: Estimate(Angle(degrees: 16).radians, sigma: Angle(degrees: 0.0011).radians),
        unity: AngleEstimate(Angle(degrees: 0.4), sigma: Angle(degrees: 0.0009)),
        minor: .equalAngles(Estimate(Angle(degrees: 1.6).radians, sigma: Angle(degrees: 0.0002).radians)),
        residual: 0.021,
        alternatives: [
          DialLaw.Candidate(kind: .logarithmic, residual: 0.021), DialLaw.Candidate(kind: .linear, residual: 12.34),
        ]),
      leading: DialEnd(
        kind: .fade, shape: .linear, full: AngleEstimate(Angle(degrees: -15.2), sigma: Angle(degrees: 0.31)),
        gone: AngleEstimate(Angle(degrees: -20.4), sigma: Angle(degrees: 0.42)),
        alternatives: [
          DialEnd.Candidate(kind: .fade, shape: .linear, delta: 0),
          DialEnd.Candidate(kind: .fade, shape: .exponential, delta: 3.2), DialEnd.Candidate(kind: .clip, delta: 18),
        ]),
      trailing: DialEnd(kind: .end, at: AngleEstimate(Angle(degrees: 19.6), sigma: Angle(degrees: 0.004))),
      notch: DialNotch(
        shape: .exponential, angle: AngleEstimate(Angle(degrees: 0.01), sigma: Angle(degrees: 0.02)),
        depth: Estimate(27.1, sigma: 0.2), decay: Estimate(9.93, sigma: 0.25), rimFollows: true,
        alternatives: [DialNotch.Candidate(shape: .linear, residual: 0.81)]),
      pointer: DialPointer(
        angle: AngleEstimate(Angle(degrees: 0.012), sigma: Angle(degrees: 0.008)), shape: .triangle,
        color: SIMD3(255, 214, 10), frame: Rect(x: 575, y: 1550, width: 29, height: 22)),
      labels: [DialLabel(angle: Angle(degrees: 0.4), frame: Rect(x: 580, y: 1690, width: 19, height: 30))],
      disc: DialDisc(color: SIMD3(0, 0, 0), opacity: Estimate(0.4, sigma: 0.013)), residual: 0.023)
  }
}
