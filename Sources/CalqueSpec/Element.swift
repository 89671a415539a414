import CalqueCore

/// Something that was found and measured on a screen.
public enum Element: Equatable, Sendable {
  case dial(DialSpec)
  case ring(RingSpec)
  case shape(ShapeSpec)
  case text(TextSpec)
  case ruler(RulerSpec)
  case tabs(TabsSpec)

  /// Its kind.
  public var kind: ElementKind {
    switch self {
    case .dial: return .dial
    case .ring(let ring): return ring.arc == nil ? .ring : .arc
    case .shape(let shape):
      switch shape.kind {
      case .rect: return .rect
      case .roundedRect: return .roundedRect
      case .capsule: return .capsule
      case .circle: return .circle
      }
    case .text: return .text
    case .ruler: return .ruler
    case .tabs: return .tabs
    }
  }

  /// Around all that is visible of it, px.
  public var frame: Rect<Pixels> {
    switch self {
    case .dial(let dial): return dial.frame
    case .ring(let ring): return ring.frame
    case .shape(let shape): return shape.frame
    case .text(let text): return text.ink
    case .ruler(let ruler): return ruler.frame
    case .tabs(let tabs): return tabs.frame
    }
  }

  /// One standard deviation of each of the frame's edges, px.
  public var edgeSigma: EdgeSigma {
    switch self {
    case .dial(let dial): return EdgeSigma(dial.edgeSigma)
    case .ring(let ring): return EdgeSigma(ring.edgeSigma)
    case .shape(let shape): return shape.edgeSigma
    case .text(let text): return text.edgeSigma
    case .ruler(let ruler): return EdgeSigma(ruler.edgeSigma)
    case .tabs(let tabs): return EdgeSigma(tabs.edgeSigma)
    }
  }
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
  case dial, ring, arc, ruler, tabs, capsule, roundedRect, rect, circle, text
}

/// Everything that was found in one picture.
public struct Inventory: Equatable, Sendable {
  public var elements: [Element]
  public var refused: [Refusal]
  /// How the elements stand to each other; nil where it was not asked for.
  public var layout: LayoutSpec?
  public init(elements: [Element] = [], refused: [Refusal] = [], layout: LayoutSpec? = nil) {
    self.elements = elements
    self.refused = refused
    self.layout = layout
  }
}
