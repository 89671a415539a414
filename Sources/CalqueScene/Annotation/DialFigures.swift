import CalqueCore
import CalqueSpec

/// A dial's figures in words.
enum DialFigures {
  static func angle(_ a: AngleEstimate) -> String {
    let places = max(1, min(2, FigureText.decimals(sigma: a.sigma.degrees)))
    return FigureText.fixed(a.angle.degrees, decimals: places) + "°"
  }

  static func angleWithSigma(_ a: AngleEstimate) -> String {
    FigureText.withSigma(a.angle.degrees, a.sigma.degrees) + "°"
  }

  /// "fade linear −48.9° to −57.1°"; nil where there is nothing to mark.
  static func end(_ end: DialEnd) -> String? {
    switch end.kind {
    case .fade:
      guard let full = end.full, let gone = end.gone else { return nil }
      let places = 1
      return "fade" + (end.shape.map { " " + name($0) } ?? "") + " "
        + FigureText.fixed(full.angle.degrees, decimals: places) + "° to "
        + FigureText.fixed(gone.angle.degrees, decimals: places) + "°"
    case .clip: return end.at.map { "clip " + angle($0) }
    case .end: return end.at.map { "end " + angle($0) }
    case .outside, .none, .unknown: return nil
    }
  }

  /// "fade linear", for a place beside the end itself: the panel has the figures.
  static func shortEnd(_ end: DialEnd) -> String? {
    switch end.kind {
    case .fade: return "fade" + (end.shape.map { " " + name($0) } ?? "")
    case .clip: return "clip"
    case .end: return "end"
    case .outside, .none, .unknown: return nil
    }
  }

  static func name(_ shape: DialEnd.Shape) -> String {
    switch shape {
    case .linear: return "linear"
    case .exponential: return "exponential"
    case .smoothstep: return "smoothstep"
    case .gaussian: return "gaussian"
    }
  }

  static func name(_ kind: DialLaw.Kind) -> String {
    switch kind {
    case .logarithmic: return "logarithmic"
    case .linear: return "linear"
    case .unknown: return "law not settled"
    }
  }
}
