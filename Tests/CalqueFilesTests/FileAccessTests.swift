import CalqueCore
import Testing

@testable import CalqueFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A folder that goes when the test is over.
final class Scratch {
  let path: String

  init() throws {
    var template = Array("/tmp/calque-files-XXXXXX".utf8CString)
    path = String(cString: try #require(mkdtemp(&template)))
  }

  deinit {
    for name in names { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  subscript(name: String) -> String { "\(path)/\(name)" }

  /// What lies in the folder, sorted.
  var names: [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var result: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { result.append(name) }
    }
    return result.sorted()
  }

  func permissions(_ name: String) -> mode_t {
    var information = stat()
    return stat(self[name], &information) == 0 ? information.st_mode & 0o777 : 0
  }
}

@Suite struct FileAccessTests {
  @Test func aMissingFileIs66() throws {
    let folder = try Scratch()
    #expect(throws: FileError.noSuchFile) { try readImage(path: folder["none.png"]) }
    #expect(throws: FileError.noSuchFile) { try readImage(path: folder["none/none.png"]) }
    #expect(FileError.noSuchFile.exitCode == 66)
  }

  @Test func aFolderIs74() throws {
    let folder = try Scratch()
    let error = #expect(throws: FileError.self) { try readImage(path: folder.path) }
    #expect(error?.exitCode == 74)
    #expect(error?.message.contains("directory") == true)
  }

  @Test(.enabled(if: geteuid() != 0, "the superuser may read everything"))
  func aForbiddenFileIs74() throws {
    let folder = try Scratch()
    try writeAtomically([1, 2, 3], to: folder["secret.png"])
    chmod(folder["secret.png"], 0)
    #expect(throws: FileError.unreadable(reason: "permission denied")) { try readImage(path: folder["secret.png"]) }
  }

  @Test func anEmptyFileIs65() throws {
    let folder = try Scratch()
    try writeAtomically([], to: folder["empty.png"])
    #expect(throws: FileError.empty) { try readImage(path: folder["empty.png"]) }
    #expect(throws: FileError.empty) { try decodeImage([]) }
    #expect(FileError.empty.exitCode == 65)
  }

  @Test func anEndlessFileIsRefusedByItsStart() throws {
    #expect(throws: FileError.notAnImage) { try readImage(path: "/dev/zero") }
  }

  @Test func aFileLongerThanAnyPictureIsRefused() throws {
    let folder = try Scratch()
    try writeAtomically(bytes(fixture("rgb8.png")), to: folder["long.png"])
    #expect(truncate(folder["long.png"], 65 << 20) == 0)
    #expect(throws: FileError.tooManyBytes(limit: 64 << 20)) {
      try readImage(path: folder["long.png"], options: DecodeOptions(maximumPixels: 100))
    }
  }

  @Test(
    arguments: [
      ("GIF", Array("GIF89a".utf8)), ("TIFF", [0x49, 0x49, 0x2A, 0]), ("TIFF", [0x4D, 0x4D, 0, 0x2A]),
      ("BMP", Array("BM".utf8) + [UInt8](repeating: 0, count: 12) + [40, 0, 0, 0]),
      ("JPEG 2000", [0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20]), ("JPEG XL", [0xFF, 0x0A]),
      ("Photoshop", Array("8BPS".utf8)),
      ("PDF", Array("%PDF-1.7".utf8)), ("SVG", Array("<svg xmlns".utf8)),
      ("video", [0, 0, 0, 20] + Array("ftypisom".utf8) + [0, 0, 0, 0] + Array("mp41".utf8)),
    ] as [(String, [UInt8])])
  func otherFormatsAreRefusedByName(name: String, start: [UInt8]) {
    #expect(throws: FileError.unsupported(what: name, advice: "convert it to PNG first")) {
      try decodeImage(start + [UInt8](repeating: 0, count: 100))
    }
  }

  @Test func textIsNoImage() {
    #expect(throws: FileError.notAnImage) { try decodeImage(Array("hello, world".utf8)) }
  }

  @Test func everyMessageSaysSomething() {
    let errors: [FileError] = [
      .noSuchFile, .unreadable(reason: "x"), .empty, .notAnImage, .unsupported(what: "x", advice: "y"),
      .corrupt(.png, detail: "x"), .truncated(.jpeg), .tooLarge(width: 1, height: 2, limit: 3), .tooManyBytes(limit: 4),
      .unwritable(reason: "x"),
    ]
    #expect(Set(errors.map(\.message)).count == errors.count)
    #expect(errors.map(\.exitCode) == [66, 74, 65, 65, 65, 65, 65, 65, 65, 73])
  }

  @Test func writingLeavesOnlyTheFile() throws {
    let folder = try Scratch()
    try writeAtomically([1, 2, 3], to: folder["a.bin"])
    try writeAtomically([4, 5], to: folder["a.bin"])
    #expect(try bytes(folder["a.bin"]) == [4, 5])
    #expect(folder.names == ["a.bin"])
  }

  @Test func writingKeepsPermissions() throws {
    let folder = try Scratch()
    try writeAtomically([1], to: folder["a.bin"])
    chmod(folder["a.bin"], 0o640)
    try writeAtomically([2], to: folder["a.bin"])
    #expect(folder.permissions("a.bin") == 0o640)
    let mask = umask(0)
    umask(mask)
    try writeAtomically([2], to: folder["b.bin"])
    #expect(folder.permissions("b.bin") == 0o666 & ~mask)
  }

  @Test func writingThroughALinkKeepsTheLink() throws {
    let folder = try Scratch()
    try writeAtomically([1], to: folder["target"])
    #expect(symlink("target", folder["link"]) == 0)
    try writeAtomically([2], to: folder["link"])
    #expect(try bytes(folder["target"]) == [2])
    var information = stat()
    #expect(lstat(folder["link"], &information) == 0 && information.st_mode & S_IFMT == S_IFLNK)
  }

  @Test func whatCannotBeWrittenIs73() throws {
    let folder = try Scratch()
    for path in [folder["none/a.png"], folder.path, "/proc/none/a.png"] {
      let error = #expect(throws: FileError.self) { try writeAtomically([1], to: path) }
      #expect(error?.exitCode == 73)
    }
    #expect(folder.names.isEmpty)
  }

  @Test func aDeviceIsWrittenDirectly() throws {
    #expect(throws: Never.self) { try writeAtomically([1, 2, 3], to: "/dev/null") }
  }
}
