import CCairo
import CalqueCore
import CalqueScene
import CalqueType

/// Puts a scene's operations on a Cairo surface of any kind.
final class ScenePainter {
  private let cr: OpaquePointer
  private let colorSpace: ColorSpace
  private let fonts: FontLibrary

  /// How far a drawn curve may lie from the true one, px.
  private static let tolerance = 0.01

  init(surface: OpaquePointer, colorSpace: ColorSpace, fonts: FontLibrary) throws(DrawError) {
    guard let cr = cairo_create(surface) else { throw .cairo("no memory") }
    self.cr = cr
    self.colorSpace = colorSpace
    self.fonts = fonts
    cairo_set_tolerance(cr, Self.tolerance)
    try check()
  }

  deinit { cairo_destroy(cr) }

  /// Throws what went wrong on the way, if anything did.
  func finish() throws(DrawError) { try check() }

  private func check() throws(DrawError) {
    let status = cairo_status(cr)
    if status != CAIRO_STATUS_SUCCESS { throw .cairo(String(cString: cairo_status_to_string(status))) }
  }

  func paint(_ operations: [SceneOperation]) throws(DrawError) {
    for operation in operations {
      switch operation {
      case .fill(let path, let paint, let rule):
        trace(path)
        setPaint(paint)
        cairo_set_fill_rule(cr, rule == .evenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
        cairo_fill(cr)
      case .stroke(let path, let style, let paint):
        trace(path)
        setPaint(paint)
        set(style)
        cairo_stroke(cr)
      case .text(let run): try draw(run)
      case .image(let placement): try draw(placement)
      case .group(let group): try draw(group)
      }
    }
  }

  private func draw(_ group: SceneGroup) throws(DrawError) {
    if group.opacity == 0 { return }
    cairo_save(cr)
    defer { cairo_restore(cr) }
    if let clip = group.clip {
      trace(clip)
      cairo_set_fill_rule(cr, CAIRO_FILL_RULE_WINDING)
      cairo_clip(cr)
    }
    let isFaded = group.opacity < 1
    if isFaded { cairo_push_group(cr) }
    cairo_save(cr)
    let t = group.transform
    var matrix = cairo_matrix_t(xx: t.a, yx: t.b, xy: t.c, yy: t.d, x0: t.tx, y0: t.ty)
    cairo_transform(cr, &matrix)
    try paint(group.operations)
    cairo_restore(cr)
    if isFaded {
      cairo_pop_group_to_source(cr)
      cairo_paint_with_alpha(cr, group.opacity)
    }
  }

  private func draw(_ run: TextRun) throws(DrawError) {
    let shaped: GlyphRun
    do { shaped = try fonts.shape(run.string, run.style) } catch { throw .font(error) }
    let origin = run.origin(shaped.extent)
    cairo_new_path(cr)
    for element in shaped.outlines {
      switch element {
      case .move(let p): cairo_move_to(cr, origin.x + p.x, origin.y + p.y)
      case .line(let p): cairo_line_to(cr, origin.x + p.x, origin.y + p.y)
      case .cubic(let a, let b, let p):
        cairo_curve_to(
          cr, origin.x + a.x, origin.y + a.y, origin.x + b.x, origin.y + b.y, origin.x + p.x, origin.y + p.y)
      case .close: cairo_close_path(cr)
      }
    }
    if let halo = run.halo, halo.width > 0 {
      setPaint(.color(halo.color))
      set(StrokeStyle(width: 2 * halo.width, join: .round))
      cairo_stroke_preserve(cr)
    }
    setPaint(.color(run.color))
    cairo_set_fill_rule(cr, CAIRO_FILL_RULE_WINDING)
    cairo_fill(cr)
  }

  private func draw(_ placement: ImagePlacement) throws(DrawError) {
    let frame = placement.frame
    if frame.isEmpty { return }
    let image = try PixelSurface(placement.bitmap)
    cairo_save(cr)
    defer { cairo_restore(cr) }
    cairo_new_path(cr)
    cairo_rectangle(cr, frame.x, frame.y, frame.width, frame.height)
    cairo_clip(cr)
    cairo_translate(cr, frame.x, frame.y)
    cairo_scale(cr, frame.width / Double(image.width), frame.height / Double(image.height))
    cairo_set_source_surface(cr, image.handle, 0, 0)
    let pattern = cairo_get_source(cr)
    cairo_pattern_set_filter(
      pattern, placement.interpolation == .nearest ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_BILINEAR)
    // Samples beyond the border repeat it, so that the edge does not fade.
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
    cairo_paint(cr)
  }

  private func trace(_ path: Path) {
    cairo_new_path(cr)
    for element in path.elements {
      switch element {
      case .move(let p): cairo_move_to(cr, p.x, p.y)
      case .line(let p): cairo_line_to(cr, p.x, p.y)
      case .cubic(let a, let b, let p): cairo_curve_to(cr, a.x, a.y, b.x, b.y, p.x, p.y)
      case .arc(let center, let radius, let from, let to):
        // Cairo counts from three o'clock, clockwise as y points down.
        let a = from.radians - Double.pi / 2
        let b = to.radians - Double.pi / 2
        if b >= a {
          cairo_arc(cr, center.x, center.y, radius, a, b)
        } else {
          cairo_arc_negative(cr, center.x, center.y, radius, a, b)
        }
      case .close: cairo_close_path(cr)
      }
    }
  }

  private func set(_ style: StrokeStyle) {
    cairo_set_line_width(cr, style.width)
    switch style.cap {
    case .butt: cairo_set_line_cap(cr, CAIRO_LINE_CAP_BUTT)
    case .round: cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND)
    case .square: cairo_set_line_cap(cr, CAIRO_LINE_CAP_SQUARE)
    }
    switch style.join {
    case .miter: cairo_set_line_join(cr, CAIRO_LINE_JOIN_MITER)
    case .round: cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND)
    case .bevel: cairo_set_line_join(cr, CAIRO_LINE_JOIN_BEVEL)
    }
    // Cairo refuses a pattern of nothing but zeros.
    let isDashed = style.dash.contains { $0 > 0 }
    cairo_set_dash(cr, style.dash, isDashed ? Int32(style.dash.count) : 0, style.dashPhase)
  }

  private func setPaint(_ paint: Paint) {
    switch paint {
    case .color(let color):
      let v = color.components(in: colorSpace)
      cairo_set_source_rgba(cr, v.x, v.y, v.z, color.opacity)
    }
  }
}
