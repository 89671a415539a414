// The one file that needs the platform's C library.
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An open file, closed when it goes.
struct FileDescriptor: ~Copyable {
  private let number: Int32
  private let closes: Bool

  private init(_ number: Int32, closes: Bool) {
    self.number = number
    self.closes = closes
  }

  deinit { if closes { _ = close(number) } }

  static var standardInput: FileDescriptor { FileDescriptor(0, closes: false) }

  /// What `errno` says of the last call that failed.
  struct SystemError: Error {
    var number: Int32
    static var last: SystemError { SystemError(number: errno) }
    var isMissing: Bool { number == ENOENT || number == ENOTDIR }
    var text: String {
      switch number {
      case EISDIR: "it is a directory"
      case EACCES, EPERM: "permission denied"
      case ENOENT: "the folder does not exist"
      case ENOTDIR: "a part of its path is no folder"
      case ENOSPC: "the disk is full"
      case EROFS: "the disk is read-only"
      case ELOOP: "its symbolic links form a loop"
      case ENAMETOOLONG: "its name is too long"
      default: String(cString: strerror(number))
      }
    }
  }

  enum Kind { case regular, directory, other }

  /// What stands at a path, links followed; nil when nothing does.
  static func kind(of path: String) -> (kind: Kind, permissions: UInt32)? {
    var information = stat()
    guard stat(path, &information) == 0 else { return nil }
    return (kind(information), UInt32(information.st_mode & 0o7777))
  }

  private static func kind(_ information: stat) -> Kind {
    switch information.st_mode & S_IFMT {
    case S_IFREG: .regular
    case S_IFDIR: .directory
    default: .other
    }
  }

  static func reading(_ path: String) throws(SystemError) -> FileDescriptor {
    FileDescriptor(try retrying { open(path, O_RDONLY | O_CLOEXEC) }, closes: true)
  }

  static func writing(_ path: String) throws(SystemError) -> FileDescriptor {
    FileDescriptor(try retrying { open(path, O_WRONLY | O_CLOEXEC) }, closes: true)
  }

  /// A new file of a name that nothing had, with the permissions that a new file gets here.
  static func creating(_ path: String) throws(SystemError) -> FileDescriptor {
    FileDescriptor(try retrying { open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }, closes: true)
  }

  /// The kind and size of the open file.
  func status() throws(SystemError) -> (kind: Kind, size: Int) {
    var information = stat()
    guard fstat(number, &information) == 0 else { throw .last }
    return (Self.kind(information), Int(information.st_size))
  }

  /// Reads up to `count` bytes; 0 at the end.
  func read(_ target: UnsafeMutableRawPointer, _ count: Int) throws(SystemError) -> Int {
    #if canImport(Glibc)
      let count = try Self.retrying { Glibc.read(number, target, count) }
    #elseif canImport(Musl)
      let count = try Self.retrying { Musl.read(number, target, count) }
    #else
      let count = try Self.retrying { Darwin.read(number, target, count) }
    #endif
    return count
  }

  func writeAll(_ bytes: [UInt8]) throws(SystemError) {
    var failure: SystemError?
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let written = write(number, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if written < 0 {
          if errno == EINTR { continue }
          failure = .last
          return
        }
        rest = rest.dropFirst(written)
      }
    }
    if let failure { throw failure }
  }

  func setPermissions(_ permissions: UInt32) throws(SystemError) {
    guard fchmod(number, mode_t(permissions)) == 0 else { throw .last }
  }

  func synchronize() throws(SystemError) {
    // Pipes and some network disks cannot; what cannot be asked for is no failure.
    guard fsync(number) == 0 || errno == EINVAL || errno == ENOTSUP else { throw .last }
  }

  static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }
  static func rename(_ old: String, _ new: String) throws(SystemError) { try retrying { renameFile(old, new) } }
  static func remove(_ path: String) { unlink(path) }
  static var processNumber: Int32 { getpid() }

  /// The path with every symbolic link followed; nil when it cannot be.
  static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  @discardableResult
  private static func retrying<Result: SignedInteger>(_ call: () -> Result) throws(SystemError) -> Result {
    while true {
      let result = call()
      if result >= 0 { return result }
      if errno != EINTR { throw .last }
    }
  }
}

private func renameFile(_ old: String, _ new: String) -> Int32 { rename(old, new) }

/// C's `free`, for what a C library allocated.
func releaseMemory(_ memory: UnsafeMutableRawPointer) { free(memory) }
