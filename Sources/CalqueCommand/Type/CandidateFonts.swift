import CalqueArguments
import CalqueFiles
import CalqueType

/// The faces that the fonts on the command line stand for.
struct CandidateFonts {
  /// A name or path as it was given, with its faces.
  struct Source {
    var name: String
    var faces: [FontFace]
  }
  var sources: [Source] = []
  /// What of the request the fonts do not have.
  var notes: [String] = []
  private let weights: [Int]?

  init(_ names: [String], weights: [Int]?, library: FontLibrary) throws(CommandError) {
    self.weights = weights
    for name in names {
      let faces: [FontFace]
      do {
        faces = Self.isPath(name) ? try FontFace.faces(ofFile: name) : try library.faces(family: name)
      } catch .unreadable(let path) {
        throw exists(path) ? .noFont(path: path) : .file(path: path, .noSuchFile)
      } catch {
        throw .fonts(error)
      }
      guard !faces.isEmpty else { throw .unknownFamily(name, nearest: Self.nearest(to: name, library)) }
      sources.append(Source(name: name, faces: faces))
    }
    for source in sources {
      let missing = (weights ?? []).filter { weight in !source.faces.contains { $0.has(weight: weight) } }
      guard !missing.isEmpty else { continue }
      let list = missing.map { String($0) }.joined(separator: ", ")
      notes.append("\(source.name) has no weight \(list); it has \(Self.weightList(source.faces))")
    }
    if faces.isEmpty { throw .usage(.conflict("none of '--weights' is there: " + notes.joined(separator: "; "))) }
  }

  /// Each face with a weight that it is to be tried in.
  var faces: [(face: FontFace, weight: Int)] {
    var result: [(face: FontFace, weight: Int)] = []
    for source in sources {
      var seen = Set<Int>()
      for face in source.faces {
        for weight in weights ?? Self.usualWeights(face) where face.has(weight: weight) {
          // A family may have a weight twice, as a static file and on a variable one's axis.
          if seen.insert(weight).inserted { result.append((face, weight)) }
        }
      }
    }
    return result
  }

  private static func usualWeights(_ face: FontFace) -> [Int] {
    guard face.isVariable else { return [Int(face.lightest.rounded())] }
    return Array(stride(from: 100, through: 900, by: 100)).filter { face.has(weight: $0) }
  }

  private static func weightList(_ faces: [FontFace]) -> String {
    faces.map { face in
      let lightest = String(Int(face.lightest.rounded()))
      return face.isVariable ? "\(lightest) to \(Int(face.heaviest.rounded()))" : lightest
    }.joined(separator: ", ")
  }

  private static func isPath(_ name: String) -> Bool {
    let lowered = name.lowercased()
    return name.contains("/") || [".ttf", ".otf", ".ttc", ".otc", ".dfont"].contains { lowered.hasSuffix($0) }
  }

  private static func nearest(to name: String, _ library: FontLibrary) -> [String] {
    guard let families = try? library.families() else { return [] }
    return nearestNames(to: name, among: families, count: 3)
  }
}
