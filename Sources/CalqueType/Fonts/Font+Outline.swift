import CHarfBuzz
import CalqueCore

extension Font {
  /// Adds a glyph's outline, scaled from HarfBuzz's units and moved to a place.
  func appendOutline(of glyph: UInt32, scale: Double, at origin: Point<Pixels>, to elements: inout [OutlineElement]) {
    var collector = OutlineCollector(scale: scale, origin: origin, elements: elements)
    elements = []
    withUnsafeMutablePointer(to: &collector) {
      calque_hb_draw_glyph(handle, glyph, OutlineCollector.functions.pointer, $0)
    }
    elements = collector.elements
  }
}

/// Receives an outline from HarfBuzz piece by piece.
private struct OutlineCollector {
  let scale: Double
  let origin: Point<Pixels>
  var elements: [OutlineElement]
  /// The pen in HarfBuzz's units.
  var penX: Float = 0
  var penY: Float = 0

  init(scale: Double, origin: Point<Pixels>, elements: [OutlineElement]) {
    self.scale = scale
    self.origin = origin
    self.elements = elements
  }

  func point(_ x: Double, _ y: Double) -> Point<Pixels> {
    Point(x: origin.x + x * scale, y: origin.y - y * scale)
  }

  func point(_ x: Float, _ y: Float) -> Point<Pixels> { point(Double(x), Double(y)) }

  static func from(_ data: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<OutlineCollector>? {
    data?.assumingMemoryBound(to: OutlineCollector.self)
  }

  /// HarfBuzz's table of callbacks: made once, then never changed.
  struct Functions: @unchecked Sendable {
    let pointer: OpaquePointer?
  }

  static let functions: Functions = {
    let table = hb_draw_funcs_create()
    hb_draw_funcs_set_move_to_func(
      table,
      { _, data, _, x, y, _ in
        guard let c = OutlineCollector.from(data) else { return }
        c.pointee.elements.append(.move(c.pointee.point(x, y)))
        c.pointee.penX = x
        c.pointee.penY = y
      }, nil, nil)
    hb_draw_funcs_set_line_to_func(
      table,
      { _, data, _, x, y, _ in
        guard let c = OutlineCollector.from(data) else { return }
        c.pointee.elements.append(.line(c.pointee.point(x, y)))
        c.pointee.penX = x
        c.pointee.penY = y
      }, nil, nil)
    hb_draw_funcs_set_quadratic_to_func(
      table,
      { _, data, _, cx, cy, x, y, _ in
        guard let c = OutlineCollector.from(data) else { return }
        // A quadratic is the cubic whose control points lie two thirds of the way to its own.
        let (px, py) = (Double(c.pointee.penX), Double(c.pointee.penY))
        let (qx, qy, ex, ey) = (Double(cx), Double(cy), Double(x), Double(y))
        c.pointee.elements.append(
          .cubic(
            c.pointee.point(px + (qx - px) * 2 / 3, py + (qy - py) * 2 / 3),
            c.pointee.point(ex + (qx - ex) * 2 / 3, ey + (qy - ey) * 2 / 3), to: c.pointee.point(ex, ey)))
        c.pointee.penX = x
        c.pointee.penY = y
      }, nil, nil)
    hb_draw_funcs_set_cubic_to_func(
      table,
      { _, data, _, ax, ay, bx, by, x, y, _ in
        guard let c = OutlineCollector.from(data) else { return }
        c.pointee.elements.append(
          .cubic(c.pointee.point(ax, ay), c.pointee.point(bx, by), to: c.pointee.point(x, y)))
        c.pointee.penX = x
        c.pointee.penY = y
      }, nil, nil)
    hb_draw_funcs_set_close_path_func(
      table,
      { _, data, _, _ in
        guard let c = OutlineCollector.from(data) else { return }
        c.pointee.elements.append(.close)
      }, nil, nil)
    hb_draw_funcs_make_immutable(table)
    return Functions(pointer: table)
  }()
}
