/// Why a picture could not be read or an output not written.
///
/// ``message`` is one sentence or two for the person at the keyboard, without the path, which the caller knows;
/// ``exitCode`` is the command line's code for it.
public enum FileError: Error, Equatable, Sendable {
  /// Nothing stands at the path.
  case noSuchFile
  /// Something is there but cannot be read: a directory, no permission, an input or output error.
  case unreadable(reason: String)
  /// The file holds no byte.
  case empty
  /// The content is of no known image format.
  case notAnImage
  /// The content is of a known kind that is not read; `advice` says what to do instead.
  case unsupported(what: String, advice: String)
  /// The content contradicts its format.
  case corrupt(ImageFormat, detail: String)
  /// The content ends before the picture does.
  case truncated(ImageFormat)
  /// The declared size is above the limit; `limit` is in pixels. Nothing of that size was allocated.
  case tooLarge(width: Int, height: Int, limit: Int)
  /// The file itself has more bytes than any picture within the limit needs.
  case tooManyBytes(limit: Int)
  /// An output cannot be written, and what stood at its place is as it was.
  case unwritable(reason: String)

  /// What happened and what to do.
  public var message: String {
    switch self {
    case .noSuchFile:
      "there is no such file; check the path"
    case .unreadable(let reason):
      "cannot be read: \(reason)"
    case .empty:
      "the file is empty; export the picture again"
    case .notAnImage:
      "this is not an image that can be read; PNG, JPEG, HEIC, AVIF and WebP are"
    case .unsupported(let what, let advice):
      "\(what) is not supported; \(advice)"
    case .corrupt(let format, let detail):
      "the \(format.rawValue) is corrupt (\(detail)); export or copy it again"
    case .truncated(let format):
      "the \(format.rawValue) is truncated: it ends before its picture does; copy it again"
    case .tooLarge(let width, let height, let limit):
      "the picture declares \(width) × \(height) pixels, over the limit of \(limit); raise the limit if it is meant"
    case .tooManyBytes(let limit):
      "the file has more than \(limit) bytes, which no picture within the pixel limit needs; raise the limit if it is meant"
    case .unwritable(let reason):
      "cannot be written: \(reason)"
    }
  }

  /// The exit code of `sysexits.h` that the command line ends with.
  public var exitCode: Int32 {
    switch self {
    case .noSuchFile: 66
    case .unreadable: 74
    case .empty, .notAnImage, .unsupported, .corrupt, .truncated, .tooLarge, .tooManyBytes: 65
    case .unwritable: 73
    }
  }
}
