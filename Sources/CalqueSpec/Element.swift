import CalqueCore

/// Something that was found and measured on a screen.
public enum Element: Equatable, Sendable {
  case dial(DialSpec)
}

/// Something that was seen and could not be measured.
public struct Refusal: Equatable, Sendable {
  /// Why.
  public enum Code: Equatable, Sendable {
    /// The visible arc is too short to tell its radius.
    case shortArc
    /// The marks stand on a straight line.
    case collinear
    /// Two controls shine through each other, as in a cross-fade.
    case blended
    /// The marks stand out too little from what is behind them.
    case lowContrast
    /// The picture's border cuts off what is needed.
    case cutOff
    /// There are too few marks.
    case tooFew
    /// The fit does not explain what is seen.
    case poorFit
  }
  /// The kind of element that it seemed to be.
  public var kind: ElementKind
  /// Where it is, in pixels.
  public var frame: Rect<Pixels>
  public var code: Code
  /// One sentence for a person.
  public var message: String
  public init(kind: ElementKind, frame: Rect<Pixels>, code: Code, message: String) {
    self.kind = kind
    self.frame = frame
    self.code = code
    self.message = message
  }
}

/// The kinds of element that can be measured.
public enum ElementKind: Equatable, Hashable, Sendable, CaseIterable {
  case dial
}

/// Everything that was found in one picture.
public struct Inventory: Equatable, Sendable {
  public var elements: [Element]
  public var refused: [Refusal]
  public init(elements: [Element] = [], refused: [Refusal] = []) {
    self.elements = elements
    self.refused = refused
  }
}
