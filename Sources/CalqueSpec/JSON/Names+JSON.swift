// The words of the JSON for the specs' enums. Spelled out, because an interpolated case prints a placeholder under
// Embedded Swift.

extension ElementKind {
  /// Its name in JSON and on the command line.
  public var name: String {
    switch self {
    case .dial: return "dial"
    case .ring: return "ring"
    case .arc: return "arc"
    case .ruler: return "ruler"
    case .tabs: return "tabs"
    case .capsule: return "capsule"
    case .roundedRect: return "roundedRect"
    case .rect: return "rect"
    case .circle: return "circle"
    case .text: return "text"
    }
  }
}

extension Refusal.Code {
  public var name: String {
    switch self {
    case .shortArc: return "shortArc"
    case .collinear: return "collinear"
    case .blended: return "blended"
    case .lowContrast: return "lowContrast"
    case .cutOff: return "cutOff"
    case .tooFew: return "tooFew"
    case .poorFit: return "poorFit"
    }
  }
}

extension DialTick.Weight {
  public var name: String {
    switch self {
    case .major: return "major"
    case .minor: return "minor"
    }
  }
}

extension DialTick.Shape {
  public var name: String {
    switch self {
    case .bar: return "bar"
    case .dot: return "dot"
    }
  }
}

extension DialLaw.Kind {
  public var name: String {
    switch self {
    case .logarithmic: return "logarithmic"
    case .linear: return "linear"
    case .unknown: return "unknown"
    }
  }
}

extension DialEnd.Kind {
  public var name: String {
    switch self {
    case .fade: return "fade"
    case .clip: return "clip"
    case .end: return "end"
    case .outside: return "outside"
    case .none: return "none"
    case .unknown: return "unknown"
    }
  }
}

extension DialEnd.Shape {
  public var name: String {
    switch self {
    case .linear: return "linear"
    case .exponential: return "exponential"
    case .smoothstep: return "smoothstep"
    case .gaussian: return "gaussian"
    }
  }
}

extension DialNotch.Shape {
  public var name: String {
    switch self {
    case .exponential: return "exponential"
    case .linear: return "linear"
    case .none: return "none"
    case .unknown: return "unknown"
    }
  }
}

extension DialPointer.Shape {
  public var name: String {
    switch self {
    case .triangle: return "triangle"
    case .bar: return "bar"
    }
  }
}

extension ScaleSource {
  public var name: String {
    switch self {
    case .flag: return "flag"
    case .fileName: return "fileName"
    case .device: return "device"
    }
  }
}

extension CornerStyle {
  public var name: String {
    switch self {
    case .circular: return "circular"
    case .continuous: return "continuous"
    case .undecided: return "undecided"
    }
  }
}

extension ShapeCorner.Place {
  public var name: String {
    switch self {
    case .topLeft: return "topLeft"
    case .topRight: return "topRight"
    case .bottomRight: return "bottomRight"
    case .bottomLeft: return "bottomLeft"
    }
  }
}

extension ShapeSurface.Kind {
  public var name: String {
    switch self {
    case .flat: return "flat"
    case .gradient: return "gradient"
    case .translucent: return "translucent"
    case .glass: return "glass"
    case .none: return "none"
    }
  }
}

extension RingSpec.Cap {
  public var name: String {
    switch self {
    case .butt: return "butt"
    case .round: return "round"
    }
  }
}

extension Axis {
  public var name: String {
    switch self {
    case .horizontal: return "horizontal"
    case .vertical: return "vertical"
    }
  }
}

extension RulerSpec.Tick.Weight {
  public var name: String {
    switch self {
    case .major: return "major"
    case .medium: return "medium"
    case .minor: return "minor"
    }
  }
}

extension LayoutSpec.Group.Line {
  public var name: String {
    switch self {
    case .left: return "left"
    case .centerX: return "centerX"
    case .right: return "right"
    case .top: return "top"
    case .centerY: return "centerY"
    case .bottom: return "bottom"
    case .baseline: return "baseline"
    }
  }
}
