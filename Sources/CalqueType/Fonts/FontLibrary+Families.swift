import CFontconfig

extension FontLibrary {
  /// The upright faces of an installed family, from light to heavy; empty where it is not installed.
  /// - Parameter family: As fontconfig lists it, whatever its capitals.
  public func faces(family: String) throws(FontError) -> [FontFace] {
    var faces: [FontFace] = []
    for place in try Self.files(family: family) {
      // Broken files are fontconfig's to list and not ours to stumble over.
      guard let face = try? FontFace(path: place.path, index: place.index) else { continue }
      faces.append(face)
    }
    return faces.sorted { ($0.lightest, $0.path) < ($1.lightest, $1.path) }
  }

  /// The names of all installed families, sorted.
  public func families() throws(FontError) -> [String] {
    var names = Set<String>()
    try Self.list(family: nil, reading: ["family"]) { pattern in
      var name: UnsafeMutablePointer<FcChar8>?
      var n: Int32 = 0
      while FcPatternGetString(pattern, "family", n, &name) == FcResultMatch, let found = name {
        names.insert(String(cString: found))
        n += 1
      }
    }
    return names.sorted()
  }

  private struct Place: Hashable {
    var path: String
    var index: UInt32
  }

  private static func files(family: String) throws(FontError) -> Set<Place> {
    var places = Set<Place>()
    try list(family: family, reading: ["file", "index"]) { pattern in
      var file: UnsafeMutablePointer<FcChar8>?
      var index: Int32 = 0
      guard FcPatternGetString(pattern, "file", 0, &file) == FcResultMatch, let file else { return }
      _ = FcPatternGetInteger(pattern, "index", 0, &index)
      // The upper half is a variable font's named instance.
      places.insert(Place(path: String(cString: file), index: UInt32(bitPattern: index) & 0xFFFF))
    }
    return places
  }

  private static func list(
    family: String?, reading objects: [String], _ body: (OpaquePointer) -> Void
  ) throws(FontError) {
    guard FcInit() != 0, let pattern = FcPatternCreate(), let set = FcObjectSetCreate() else {
      throw .noConfiguration
    }
    defer {
      FcPatternDestroy(pattern)
      FcObjectSetDestroy(set)
    }
    if let family {
      _ = FcPatternAddString(pattern, "family", family)
      _ = FcPatternAddInteger(pattern, "slant", Int32(FC_SLANT_ROMAN))
      _ = FcPatternAddInteger(pattern, "width", Int32(FC_WIDTH_NORMAL))
    }
    _ = FcPatternAddBool(pattern, "scalable", FcBool(1))
    for object in objects { _ = FcObjectSetAdd(set, object) }
    guard let found = FcFontList(nil, pattern, set) else { return }
    defer { FcFontSetDestroy(found) }
    for i in 0..<Int(found.pointee.nfont) {
      if let font = found.pointee.fonts[i] { body(font) }
    }
  }
}
