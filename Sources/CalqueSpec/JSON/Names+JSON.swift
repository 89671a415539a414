// The words of the JSON for the specs' enums. Spelled out, because an interpolated case prints a placeholder under
// Embedded Swift.

extension ElementKind {
  /// Its name in JSON and on the command line.
  public var name: String {
    switch self {
    case .dial: return "dial"
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
