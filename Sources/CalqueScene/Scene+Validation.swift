import CalqueCore

/// What makes a scene impossible to draw.
public enum SceneError: Error, Equatable, Sendable {
  /// The canvas has no area or its size is not a number.
  case emptyCanvas
  /// A coordinate, length or opacity is infinite or not a number.
  case notFinite
  /// An opacity or colour component lies outside 0…1.
  case outOfRange
  /// A group's transform maps the plane onto a line, so nothing in it can be seen.
  case singularTransform

  /// A sentence that says what to do.
  public var message: String {
    switch self {
    case .emptyCanvas: return "The scene's canvas is empty; give it a width and height above zero."
    case .notFinite: return "The scene holds a number that is infinite or undefined; check the values it is made from."
    case .outOfRange: return "The scene holds a colour or opacity outside 0 to 1; bring it into that range."
    case .singularTransform: return "A group of the scene is scaled to nothing; leave the group out instead."
    }
  }
}

extension Scene {
  /// Checks that every number can be drawn.
  public func validate() throws(SceneError) {
    guard size.width.isFinite, size.height.isFinite, size.width > 0, size.height > 0 else { throw .emptyCanvas }
    try Self.validate(operations)
  }

  private static func validate(_ operations: [SceneOperation]) throws(SceneError) {
    for operation in operations {
      switch operation {
      case .fill(let path, let paint, _):
        try validate(path)
        try validate(paint)
      case .stroke(let path, let style, let paint):
        try validate(path)
        try validate(paint)
        guard style.width.isFinite, style.dashPhase.isFinite, style.dash.allSatisfy({ $0.isFinite }) else {
          throw .notFinite
        }
        guard style.width >= 0, style.dash.allSatisfy({ $0 >= 0 }) else { throw .outOfRange }
      case .text(let run):
        try validate(run)
      case .image(let placement):
        guard isFinite(placement.frame) else { throw .notFinite }
      case .group(let group):
        try validate(group)
      }
    }
  }

  private static func validate(_ group: SceneGroup) throws(SceneError) {
    let t = group.transform
    guard t.a.isFinite, t.b.isFinite, t.c.isFinite, t.d.isFinite, t.tx.isFinite, t.ty.isFinite else {
      throw .notFinite
    }
    guard t.determinant != 0 else { throw .singularTransform }
    guard group.opacity >= 0, group.opacity <= 1 else { throw .outOfRange }
    if let clip = group.clip { try validate(clip) }
    try validate(group.operations)
  }

  private static func validate(_ run: TextRun) throws(SceneError) {
    guard isFinite(run.anchor), run.style.size.isFinite else { throw .notFinite }
    guard run.style.size > 0 else { throw .outOfRange }
    try validate(.color(run.color))
    if let halo = run.halo {
      guard halo.width.isFinite, halo.width >= 0 else { throw .outOfRange }
      try validate(.color(halo.color))
    }
  }

  private static func validate(_ paint: Paint) throws(SceneError) {
    switch paint {
    case .color(let c):
      for v in [c.red, c.green, c.blue, c.opacity] where !(v >= 0 && v <= 1) { throw .outOfRange }
    }
  }

  private static func validate(_ path: Path) throws(SceneError) {
    for element in path.elements {
      let isFine: Bool
      switch element {
      case .move(let p), .line(let p): isFine = isFinite(p)
      case .cubic(let p, let q, let r): isFine = isFinite(p) && isFinite(q) && isFinite(r)
      case .arc(let center, let radius, let from, let to):
        isFine = isFinite(center) && radius.isFinite && from.radians.isFinite && to.radians.isFinite
        if radius < 0 { throw .outOfRange }
      case .close: isFine = true
      }
      if !isFine { throw .notFinite }
    }
  }

  private static func isFinite(_ p: Point<Pixels>) -> Bool { p.x.isFinite && p.y.isFinite }

  private static func isFinite(_ r: Rect<Pixels>) -> Bool {
    r.x.isFinite && r.y.isFinite && r.width.isFinite && r.height.isFinite
  }
}
