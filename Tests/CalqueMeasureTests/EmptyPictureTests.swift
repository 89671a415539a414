import CalqueCore
import CalqueMeasure
import CalqueSpec
import Testing

@Suite struct EmptyPictureTests {
  @Test func aBlankPictureHasNoElements() {
    let bitmap = Bitmap(width: 60, height: 40, rgba: [UInt8](repeating: 128, count: 60 * 40 * 4))
    #expect(measure(bitmap).elements.isEmpty)
  }
}
