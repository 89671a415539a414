import CalqueCore
import CalqueMeasure
import CalqueSpec

/// Where in the picture the word is looked for.
enum WordPlace {
  /// A line of text that was found, by its ink.
  case line(Rect<Pixels>)
  /// A rectangle that was given, or surrounds a place that was.
  case region(Rect<Pixels>)

  var frame: Rect<Pixels> {
    switch self {
    case .line(let frame), .region(let frame): return frame
    }
  }
}

/// The lines of text in a picture.
func textLines(in picture: Picture, threads: Int) -> [TextSpec] {
  let options = MeasureOptions(
    scale: picture.scale.scale, kinds: [.text], parallel: concurrentFor(threads: threads))
  return measure(picture.bitmap, options: options).elements.compactMap { element in
    guard case .text(let line) = element else { return nil }
    return line
  }
}
