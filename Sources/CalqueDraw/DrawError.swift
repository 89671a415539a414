import CalqueScene
import CalqueType

/// What can go wrong when a scene is drawn.
public enum DrawError: Error, Equatable, Sendable {
  case scene(SceneError)
  case font(FontError)
  /// The canvas is wider or higher than Cairo can address (32 767 px).
  case tooLarge(width: Int, height: Int)
  /// Cairo gave up, with its own words.
  case cairo(String)

  /// A sentence that says what to do.
  public var message: String {
    switch self {
    case .scene(let error): return error.message
    case .font(let error): return error.message
    case .tooLarge(let width, let height):
      return "A picture of \(width) × \(height) px is too large to draw on; crop it to at most 32767 px a side."
    case .cairo(let reason): return "Cairo could not draw the picture (\(reason)); free some memory or draw less."
    }
  }
}
