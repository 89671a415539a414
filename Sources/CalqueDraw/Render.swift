import CalqueCore
import CalqueScene
import CalqueType

/// Draws a scene with Cairo.
///
/// The result has 8 bits a sample and straight alpha. Pixels that the scene leaves alone keep the base's numbers
/// exactly (rounded to 8 bits where the base has 16), and colours are converted into the base's colour space.
/// - Parameters:
///   - scene: what to draw.
///   - base: what is drawn over, in its top-left corner; its size is the result's size. Nil for a transparent canvas
///     of the scene's size.
///   - colorSpace: of the result where there is no base. Images in the scene are not converted into it.
///   - fonts: where text finds its fonts.
public func render(
  _ scene: Scene, over base: Bitmap? = nil, colorSpace: ColorSpace = .sRGB, fonts: FontLibrary = FontLibrary()
) throws(DrawError) -> Bitmap {
  do { try scene.validate() } catch { throw .scene(error) }
  let surface: PixelSurface
  if let base {
    surface = try PixelSurface(base)
  } else {
    let longest = 1e9
    surface = try PixelSurface(
      width: Int(min(longest, scene.size.width.rounded(.up))), height: Int(min(longest, scene.size.height.rounded(.up)))
    )
  }
  let painter = try ScenePainter(surface: surface.handle, colorSpace: base?.colorSpace ?? colorSpace, fonts: fonts)
  try painter.paint(scene.operations)
  try painter.finish()
  return surface.bitmap(over: base, colorSpace: base?.colorSpace ?? colorSpace)
}
