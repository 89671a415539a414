import CalqueCore
import CalqueSpec

/// Finds and measures the dials of a picture.
func measureDials(in bitmap: Bitmap, options: MeasureOptions, into inventory: inout Inventory) {
  guard var detector = DialDetector(bitmap, options: options) else { return }
  var dials: [DialSpec] = []
  func take(_ outcome: DialOutcome) {
    switch outcome {
    case .dial(let dial):
      if let same = dials.firstIndex(where: { isSame($0, dial) }) {
        if inkShare(dials[same]) > 0.5, inkShare(dial) <= 0.5 { dials[same] = dial }
      } else {
        dials.append(dial)
      }
    case .refused(let refusal):
      if !inventory.refused.contains(where: { overlap($0.frame, refusal.frame) > 0.5 }) {
        inventory.refused.append(refusal)
      }
    case .nothing: break
    }
  }
  for way in DialDetector.Way.allCases {
    for candidate in detector.bars(way) { take(bitmap.withReader { outcome(analyse($0, candidate, options)) }) }
    if dials.contains(where: { $0.confidence > 0.95 && inkShare($0) <= 0.5 }) { break }
  }
  if dials.isEmpty {
    for ring in detector.dotRings() { take(bitmap.withReader { measureDots($0, ring, options) }) }
  }
  inventory.refused.removeAll { refusal in
    refusal.kind == .dial && refusal.code != .blended && dials.contains { overlap($0.frame, refusal.frame) > 0.3 }
  }
  dials.removeAll { dial in
    inventory.refused.contains { $0.code == .blended && overlap($0.frame, dial.frame) > 0.3 }
  }
  if let at = options.at {
    dials = dials.min { ringDistance($0, at) < ringDistance($1, at) }.map { [$0] } ?? []
  }
  inventory.elements += dials.map(Element.dial)
}

/// What became of a candidate.
enum DialOutcome: Sendable {
  case dial(DialSpec)
  case refused(Refusal)
  /// It looked like a dial by chance.
  case nothing
}

private func outcome(_ bars: BarOutcome) -> DialOutcome {
  switch bars {
  case .dial(let analysis): .dial(analysis.spec)
  case .refused(let refusal): .refused(refusal)
  case .nothing: .nothing
  }
}

/// The share of the ring that its ticks take: more than half where the gaps between dark ticks seem to be bright ones.
private func inkShare(_ dial: DialSpec) -> Double {
  let gaps = zip(dial.ticks, dial.ticks.dropFirst()).map { ($1.angle - $0.angle).wrapped.radians.magnitude }
  let pitch = median(gaps) * dial.radius.value
  return pitch > 0 ? median(dial.ticks.map { $0.width.value }) / pitch : 0
}

/// How far a point is from a dial's ring; 0 inside the ring's disc.
private func ringDistance(_ dial: DialSpec, _ point: Point<Pixels>) -> Double {
  max(0, dial.center.point.distance(to: point) - (dial.rim?.value ?? dial.radius.value))
}

/// Whether two measurements are of one dial.
private func isSame(_ a: DialSpec, _ b: DialSpec) -> Bool {
  let reach = 0.15 * max(a.radius.value, b.radius.value)
  if a.center.point.distance(to: b.center.point) < reach, (a.radius.value - b.radius.value).magnitude < 2 * reach {
    return true
  }
  return overlap(a.frame, b.frame) > 0.6
}

/// The common part of two frames over the smaller of them.
private func overlap(_ a: Rect<Pixels>, _ b: Rect<Pixels>) -> Double {
  let common = a.intersection(b)
  let smaller = min(a.width * a.height, b.width * b.height)
  return smaller > 0 ? common.width * common.height / smaller : 0
}
