import CalqueCore
import CalqueSpec

/// Finds and measures the dials of a picture.
func measureDials(in bitmap: Bitmap, options: MeasureOptions, into inventory: inout Inventory) {
  let detector = DialDetector(options: options)
  var dials: [DialSpec] = []
  for candidate in detector.candidates(bitmap) {
    let outcome: DialOutcome =
      switch candidate {
      case .bars(let circle, let segments, let factor):
        bitmap.withReader { measureBars($0, circle, segments, factor, options) }
      case .dots(let ring, _):
        bitmap.withReader { measureDots($0, ring, options) }
      }
    switch outcome {
    case .dial(let dial):
      if !dials.contains(where: { isSame($0, dial) }) { dials.append(dial) }
    case .refused(let refusal):
      if !inventory.refused.contains(where: { overlap($0.frame, refusal.frame) > 0.5 }) {
        inventory.refused.append(refusal)
      }
    case .nothing: break
    }
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
