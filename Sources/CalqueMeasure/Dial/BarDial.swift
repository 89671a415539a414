import CalqueCore
import CalqueSpec

/// What became of a circle with bars on it.
enum BarOutcome: Sendable {
  case dial(DialAnalysis)
  case refused(Refusal)
  /// It looked like a dial by chance.
  case nothing
}

/// Fits and interprets the dial that a circle with bars on it seems to be.
func analyse(_ reader: BitmapReader, _ bars: BarCandidate, _ options: MeasureOptions) -> BarOutcome {
  let fitter = DialFitter(polarity: bars.circle.polarity, factor: bars.factor)
  let fitted = fitter.fit(reader, candidate: bars.circle, segments: bars.segments)
  options.onStage?(.refinement)
  guard let fitted, fitted.ticks.count >= 7 else { return .nothing }
  let isSure = bars.circle.score >= DialDetector.sureScore
  guard isCurved(fitted, largest: 3 * hypot(Double(reader.width), Double(reader.height))) else {
    return isSure
      ? .refused(
        Refusal(
          kind: .dial, frame: ringFrame(fitted), code: .collinear,
          message: "The marks stand on a straight line, or on an arc too short to tell from one."))
      : .nothing
  }
  let analysis = DialAnalysis(reader, fitted, score: bars.circle.score)
  options.onStage?(.interpretation)
  guard analysis.meaning.ticks.count >= 7 else { return .nothing }
  return refusal(fitted, analysis.meaning, isSure: isSure, frame: analysis.frame, found: analysis.found)
    ?? .dial(analysis)
}
