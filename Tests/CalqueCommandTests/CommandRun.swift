import CalqueCommand
import CalqueCore
import CalqueFiles
import CalqueJSON
import Foundation

/// What a command line printed and how it ended.
struct CommandRun {
  var exitCode: Int32
  var output: String
  var errors: String

  init(_ arguments: String..., outputFails: Console.Outcome? = nil) { self.init(arguments, outputFails: outputFails) }

  init(_ arguments: [String], outputFails: Console.Outcome? = nil) {
    let collected = Collected()
    let console = Console(
      writeOutput: { bytes in
        if let outputFails { return outputFails }
        collected.append(output: bytes)
        return .written
      }, writeError: { collected.append(errors: $0) })
    exitCode = runCalque(arguments, console: console)
    (output, errors) = collected.text
  }

  func json() throws -> JSONValue { try JSONValue(parsing: output.trimmingCharacters(in: .newlines)) }
  var lines: [String] { output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init) }
}

private final class Collected: @unchecked Sendable {
  private let lock = NSLock()
  private var output: [UInt8] = []
  private var errors: [UInt8] = []
  func append(output bytes: [UInt8]) { lock.withLock { output += bytes } }
  func append(errors bytes: [UInt8]) { lock.withLock { errors += bytes } }
  var text: (String, String) {
    lock.withLock { (String(decoding: output, as: UTF8.self), String(decoding: errors, as: UTF8.self)) }
  }
}

/// A folder that disappears with its last reference.
final class TemporaryFolder: Sendable {
  let path: String
  init() throws {
    path = NSTemporaryDirectory() + "calque-tests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }
  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { path + "/" + name }
  var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? [] }

  /// A picture whose colours change from column to column and row to row.
  func picture(_ name: String, width: Int = 60, height: Int = 40) throws -> String {
    var samples: [UInt8] = []
    for y in 0..<height { for x in 0..<width { samples += [UInt8(4 * x % 256), UInt8(5 * y % 256), 77, 255] } }
    try writeAtomically(encodePNG(Bitmap(width: width, height: height, rgba: samples)), to: file(name))
    return file(name)
  }

  func text(_ name: String, _ content: String) throws -> String {
    try content.write(toFile: file(name), atomically: true, encoding: .utf8)
    return file(name)
  }
}
