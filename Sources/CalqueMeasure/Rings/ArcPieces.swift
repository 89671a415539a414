import CalqueCore
import CalqueSpec

/// Joins arcs of one circle, width and colour whose ends meet: the pieces of a thin line that anti-aliasing broke up.
func joined(_ pieces: [FoundRing]) -> [FoundRing] {
  var result: [FoundRing] = []
  for piece in pieces.sorted(by: { from($0) < from($1) }) {
    if let last = result.lastIndex(where: { isOneLine($0, piece) && meets($0, piece) }) {
      result[last] = union(result[last], piece)
    } else {
      result.append(piece)
    }
  }
  // The first piece may begin where the last one ends, across twelve o'clock.
  var i = 0
  while i < result.count {
    if let j = result.indices.first(where: {
      $0 != i && isOneLine(result[i], result[$0]) && meets(result[i], result[$0])
    }) {
      result[i] = union(result[i], result[j])
      result.remove(at: j)
      i = 0
    } else {
      i += 1
    }
  }
  return result.filter { span($0) >= ArcFinder.shortestSpan.radians }.map(closed)
}

private func from(_ ring: FoundRing) -> Double { ring.spec.arc?.from.angle.radians ?? 0 }
private func span(_ ring: FoundRing) -> Double {
  ring.spec.arc.map { ($0.to.angle - $0.from.angle).radians } ?? 2 * Double.pi
}

private func isOneLine(_ a: FoundRing, _ b: FoundRing) -> Bool {
  let reach = 2 + 0.02 * a.spec.radius.value
  return a.spec.center.point.distance(to: b.spec.center.point) < reach
    && (a.spec.radius.value - b.spec.radius.value).magnitude < reach
    && (a.spec.lineWidth.value - b.spec.lineWidth.value).magnitude < 1 && a.spec.color == b.spec.color
}

/// A break is no longer than this, px.
private let longestBreak = 12.0

private func meets(_ a: FoundRing, _ b: FoundRing) -> Bool {
  guard let first = a.spec.arc, let second = b.spec.arc else { return false }
  let gap = (second.from.angle - first.to.angle).wrapped.radians
  return gap.magnitude * a.spec.radius.value < longestBreak && span(a) + span(b) < 2.01 * Double.pi
}

/// The figures of the longer piece, over both their lengths.
private func union(_ a: FoundRing, _ b: FoundRing) -> FoundRing {
  guard let first = a.spec.arc, let second = b.spec.arc else { return a }
  var longer = span(a) >= span(b) ? a : b
  let length = span(a) + span(b) + max(0, (second.from.angle - first.to.angle).wrapped.radians)
  let to = AngleEstimate(Angle(radians: first.from.angle.radians + length), sigma: second.to.sigma)
  longer.spec.arc = RingSpec.Arc(from: first.from, to: to, caps: first.caps == second.caps ? first.caps : nil)
  longer.spec.frame = a.spec.frame.union(b.spec.frame)
  longer.regions = a.regions + b.regions
  return longer
}

/// A ring where no gap is left.
private func closed(_ ring: FoundRing) -> FoundRing {
  guard 2 * Double.pi - span(ring) < longestBreak / ring.spec.radius.value else { return ring }
  var whole = ring
  whole.spec.arc = nil
  return whole
}
