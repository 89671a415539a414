import CalqueMeasure
import CalqueSpec

/// The lines of text in a picture.
func textLines(in picture: Picture, threads: Int) -> [TextSpec] {
  let options = MeasureOptions(
    scale: picture.scale.scale, kinds: [.text], parallel: concurrentFor(threads: threads))
  return measure(picture.bitmap, options: options).elements.compactMap { element in
    guard case .text(let line) = element else { return nil }
    return line
  }
}
