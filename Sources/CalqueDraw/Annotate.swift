import CalqueCore
import CalqueScene
import CalqueSpec
import CalqueType

/// Draws what was measured over the picture that it was measured in.
/// - Parameters:
///   - bitmap: the picture.
///   - inventory: what was measured in it.
///   - scale: px per pt, where it is known.
///   - fonts: where the words find their fonts.
public func annotate(
  _ bitmap: Bitmap, with inventory: Inventory, scale: PixelScale?, fonts: FontLibrary = FontLibrary()
) throws(DrawError) -> Bitmap {
  let size = Size<Pixels>(width: Double(bitmap.width), height: Double(bitmap.height))
  let scene = annotation(
    of: inventory, pictureSize: size, scale: scale, measurer: fonts.measurer, detail: PictureDetail(bitmap))
  return try render(scene, over: bitmap, fonts: fonts)
}

/// Draws an unrolled ring with scales above and below and the fitted circle across, in the ring's colour space.
/// - Parameters:
///   - ring: the strip.
///   - dial: what was measured of it.
///   - scale: px per pt, where it is known.
///   - fonts: where the words find their fonts.
public func annotate(
  _ ring: UnrolledRing, with dial: DialSpec, scale: PixelScale?, fonts: FontLibrary = FontLibrary()
) throws(DrawError) -> Bitmap {
  let scene = stripChart(of: dial, ring, scale: scale, measurer: fonts.measurer)
  return try render(scene, colorSpace: ring.bitmap.colorSpace, fonts: fonts)
}
