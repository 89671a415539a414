import CalqueArguments
import CalqueFiles

/// What ends a command early. Every case has an exit code of `sysexits.h` and says what to do.
enum CommandError: Error, Equatable {
  /// The arguments make no sense (64).
  case usage(ArgumentError)
  /// A file could not be read or written (65, 66, 73, 74).
  case file(path: String, FileError)
  /// A picture can be read and does not hold what is needed (65).
  case nothingToUse(path: String, String)
  /// Nobody reads standard output any more (74).
  case brokenOutput

  var exitCode: Int32 {
    switch self {
    case .usage: return 64
    case .file(_, let error): return error.exitCode
    case .nothingToUse: return 65
    case .brokenOutput: return 74
    }
  }

  var message: String {
    switch self {
    case .usage(let error): return error.message
    case .file(let path, let error): return "\(displayName(path)): \(error.message)"
    case .nothingToUse(let path, let sentence): return "\(displayName(path)): \(sentence)"
    case .brokenOutput: return "standard output is closed or full"
    }
  }
}

/// How a path is named in messages.
func displayName(_ path: String) -> String { path == "-" ? "standard input" : path }
