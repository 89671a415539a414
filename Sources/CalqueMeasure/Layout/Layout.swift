import CalqueCore
import CalqueSpec

/// How elements stand to each other and to the picture.
/// - Parameters:
///   - elements: What was found.
///   - bounds: Of the picture, px.
///   - scale: Pixels per point; no grid is looked for without it.
func layout(of elements: [Element], in bounds: Rect<Pixels>, scale: PixelScale?) -> LayoutSpec {
  LayoutSpec()
}
