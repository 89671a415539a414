import CalqueCore

/// Colours, line widths and type of an annotated picture, by the picture's size and scale.
struct AnnotationStyle {
  /// Drawing unit: px that one point of the annotation takes.
  let unit: Double
  /// px.
  let line: Double
  /// The thinnest line, px.
  let hair: Double
  /// How far the dark line behind every line reaches beyond it, px.
  let underlay: Double
  let canvas: Rect<Pixels>

  static let circle = RGBAColor(0x3DDCFF)
  static let rim = RGBAColor(0x8FA8FF)
  static let major = RGBAColor(0xFF5AD2)
  static let minor = RGBAColor(0xCDB0FF)
  static let end = RGBAColor(0xFFD60A)
  static let pointer = RGBAColor.white
  static let refusal = RGBAColor(0xFF7A66)
  static let dark = RGBAColor(0x05070A)

  private static let families = ["Inter", "SF Pro Text", "Helvetica Neue", "Roboto", "Noto Sans", "DejaVu Sans"]
  /// Width of common telephones in points, to guess a scale from where none is known.
  private static let telephoneWidth = 393.0
  /// Below this, letters cannot be read at 100 %, px.
  private static let smallestType = 10.0

  init(canvas: Rect<Pixels>, scale: PixelScale?) {
    self.canvas = canvas
    let side = min(canvas.width, canvas.height)
    let known = scale?.pixelsPerPoint ?? side / Self.telephoneWidth
    unit = max(1, min(known, side / 160))
    line = max(1.2, 0.55 * unit)
    hair = max(0.8, 0.34 * unit)
    underlay = max(0.8, 0.4 * unit)
  }

  /// Type of a size in annotation points.
  func type(_ points: Double, weight: Int = 500) -> TextStyle {
    TextStyle(
      families: Self.families, weight: weight, size: max(Self.smallestType, points * unit), hasTabularFigures: true)
  }

  /// Behind blocks of text.
  static let panel = RGBAColor(0x0B0E13, opacity: 0.84)

  var halo: TextRun.Halo { TextRun.Halo(color: Self.dark.faded(0.78), width: max(1.2, 0.9 * unit)) }
  /// Space between the picture's border and text, px.
  var margin: Double { max(4, 5 * unit) }
}
