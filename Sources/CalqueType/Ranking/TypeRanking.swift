import CalqueCore

/// How well the fonts of a list explain a word in a picture, the best first.
public struct TypeRanking: Sendable {
  /// The word's ink as it was read from the picture, px.
  public var ink: Rect<Pixels>
  /// One standard deviation of its edges, px.
  public var inkSigma: Double
  /// By how much the picture's coverage c exceeds the outlines' own r: c = r + contrast · r(1 − r), as text is drawn
  /// darker or lighter than its area by gamma and stem darkening. One for all candidates.
  public var contrast: Double
  public var matches: [TypeMatch]

  /// The matches that cannot be told apart from the best by this picture, the best among them.
  public var undecided: [TypeMatch] { matches.filter { $0.isWithinNoise } }
}

/// One candidate beside the picture.
public struct TypeMatch: Sendable {
  public var candidate: TypeCandidate
  /// Where its ink lies in the picture when it fits best, px: the unhinted outlines' extent.
  public var ink: Rect<Pixels>
  /// The candidate's ink width less the picture's, px.
  public var widthResidual: Estimate
  /// The candidate's ink height less the picture's, px.
  public var heightResidual: Estimate
  /// Of the candidate's coverage and the picture's, about 0 (the ground's coverage), 0…1. It decides.
  public var correlation: Double
  /// 1 − correlation over the best candidate's; 1 for the best itself.
  public var ratio: Double
  /// By how many standard deviations its squared residuals exceed the best's, counted in patches of the word
  /// (Vuong, "Likelihood ratio tests for model selection and non-nested hypotheses", 1989).
  public var margin: Double
  /// Whether the picture does not tell it from the best.
  public var isWithinNoise: Bool
}
