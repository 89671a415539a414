/// The candidate that is few edits away, or that the word is the beginning of; nil where none is near.
func nearest(to word: String, among candidates: [String]) -> String? {
  var best: (candidate: String, distance: Int)?
  for candidate in candidates {
    let distance = word.count > 2 && candidate.hasPrefix(word) ? 1 : editDistance(Array(word), Array(candidate))
    if distance < best?.distance ?? Int.max { best = (candidate, distance) }
  }
  guard let best, best.distance <= max(1, word.count / 3) else { return nil }
  return best.candidate
}

/// Insertions, deletions, substitutions and swaps of neighbours that turn one word into another (Damerau 1964,
/// restricted).
func editDistance(_ a: [Character], _ b: [Character]) -> Int {
  var rows = [Array(0...b.count)]
  for i in 0..<a.count {
    var row = [i + 1]
    for j in 0..<b.count {
      var distance = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { distance = min(distance, rows[i - 1][j - 1] + 1) }
      row.append(distance)
    }
    rows.append(row)
  }
  return rows[a.count][b.count]
}

/// The candidates that begin like a word or are few edits away, the nearest first, whatever their capitals.
public func nearestNames(to word: String, among candidates: [String], count: Int) -> [String] {
  let lowered = word.lowercased()
  let ranked = candidates.map { candidate in
    let name = candidate.lowercased()
    let distance = editDistance(Array(lowered), Array(name))
    let isPart = name.hasPrefix(lowered) || (name.count > 2 && lowered.hasPrefix(name))
    return (candidate: candidate, distance: isPart ? min(1, distance) : distance)
  }
  let near = ranked.filter { $0.distance <= max(1, word.count / 3) }
  let sorted = near.sorted { ($0.distance, $0.candidate) < ($1.distance, $1.candidate) }
  return sorted.prefix(count).map { $0.candidate }
}
