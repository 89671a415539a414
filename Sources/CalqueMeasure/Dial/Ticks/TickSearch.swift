import CalqueCore
import CalqueSpec

/// Finds and fits the ticks of a dial whose circle is known, better and better.
struct TickSearch {
  let reader: BitmapReader
  let ink: SIMD4<Float>
  let polarity: Polarity
  /// px of the full picture a sample of the plane in which the first bars were found.
  let factor: Double

  /// Lengths of the first bars, px.
  private(set) var shortest = 0.0
  private(set) var longest = 0.0
  private var typicalWidth = 1.0
  private var widestWidth = 1.0
  private var pitch = 10.0
  /// What ticks of each weight have in common, once that is known.
  var widths = TickClasses()

  init(reader: BitmapReader, ink: SIMD4<Float>, polarity: Polarity, factor: Double) {
    self.reader = reader
    self.ink = ink
    self.polarity = polarity
    self.factor = factor
  }

  /// Fits the bars that proposed the circle.
  func ticks(at segments: [Segment], circle: Circle) -> [TickMeasurement] {
    let fitter = TickFitter(circle: circle, ink: ink, widths: 0.4...(6 * factor), side: 2 * factor)
    return segments.compactMap { segment in
      let middle = hypot(segment.x - circle.x, segment.y - circle.y)
      let quarter = segment.length * 0.28
      return fitter.fit(
        reader, angle: atan2(segment.x - circle.x, circle.y - segment.y), band: (middle - quarter)...(middle + quarter),
        reach: (middle - segment.length - 8)...(middle + segment.length / 2 + 12), width: 1.3 * factor,
        fixedWidth: false)
    }
  }

  /// Takes widths, lengths and pitch from the first ticks.
  mutating func learn(_ ticks: [TickMeasurement], _ segments: [Segment], circle: Circle) {
    let lengths = segments.map { $0.length }
    shortest = quantile(lengths, 0.2)
    longest = quantile(lengths, 0.95)
    typicalWidth = median(ticks.map { $0.width })
    widestWidth = quantile(ticks.map { $0.width }, 0.95)
    let angles = ticks.map { atan2($0.x - circle.x, circle.y - $0.y) }.sorted()
    var gaps: [Double] = []
    for i in 1..<max(1, angles.count) { gaps.append((angles[i] - angles[i - 1]) * circle.radius) }
    pitch = max(3 * typicalWidth, gaps.isEmpty ? 0 : quantile(gaps, 0.2))
  }

  private func fitter(_ circle: Circle) -> TickFitter {
    let room = (pitch - typicalWidth / 2 - widestWidth / 2 - 2) / 2 + 0.5
    return TickFitter(
      circle: circle, ink: ink, widths: 0.4...(3 * widestWidth), side: min(3 * factor, max(1.5, room)))
  }

  /// Finds the ticks of the whole visible ring.
  func ticks(on circle: Circle) -> [TickMeasurement] {
    let near = min(widestWidth / 2 + 1.5, max(typicalWidth / 2 + 1, pitch * 0.35))
    // A turn and a bit, so that no place is at the profile's ends.
    let overlap = 2 * (near + max(1.5, factor) + widestWidth) / circle.radius
    let profile = RingProfile(
      reader, circle: circle, band: (circle.radius - shortest * 0.85)...(circle.radius - shortest * 0.2),
      angles: (-Double.pi)...(Double.pi + overlap), polarity: polarity, offsets: near...(near + max(1.5, factor)))
    let strong = quantile(profile.values.compactMap { $0 }.filter { $0 > 4 }, 0.9)
    let distance = max(2, Int(max(typicalWidth, 0.3 * pitch) / 0.5))
    let peaks = profile.peaks(above: max(2.5, 0.06 * strong), distance: distance, turn: 2 * Double.pi)
    let fitter = fitter(circle)
    return peaks.compactMap { peak in
      fitter.fit(
        reader, angle: profile.angle(peak), band: (circle.radius - shortest * 0.8)...(circle.radius - shortest * 0.25),
        reach: (circle.radius - 1.5 * longest - 6)...(circle.radius + 8 + widestWidth), width: typicalWidth,
        fixedWidth: false)
    }
  }

  /// Fits every tick again, now that its neighbours are known and can be taken away.
  func refit(_ ticks: [TickMeasurement], circle: Circle) -> [TickMeasurement] {
    var result = ticks.indices.compactMap { i in
      refit(ticks[i], width: nil, neighbours: neighbours(of: ticks[i], at: i, in: ticks, circle: circle), circle)
    }
    TickMeasurement.poolSigmas(&result)
    return result
  }

  /// The same with each weight's own width, and no longer than its kind: what goes on beyond that is a label or the
  /// pointer.
  func refit(
    _ ticks: [TickMeasurement], _ weights: [DialTick.Weight], notch: DialNotch, circle: Circle
  ) -> ([TickMeasurement], [DialTick.Weight]) {
    var fitted: [TickMeasurement] = []
    var kept: [DialTick.Weight] = []
    for i in ticks.indices {
      let tick = ticks[i]
      let near = neighbours(of: tick, at: i, in: ticks, circle: circle)
      var limit: ClosedRange<Double>?
      if let typical = widths[weights[i]], (tick.length / typical.length - 1).magnitude > 0.2 {
        let angle = atan2(tick.x - circle.x, circle.y - tick.y) - (notch.angle?.angle.radians ?? 0)
        let end = circle.radius - notch.displacement(at: Angle(radians: angle).wrapped.radians * circle.radius)
        limit = (end - typical.length)...end
      }
      guard
        var better = refit(tick, width: widths[weights[i]]?.width, neighbours: near, circle, limit: limit),
        better.residual < 0.25 * better.contrast
      else { continue }
      better.sigmaWidth = max(better.sigmaWidth, widths[weights[i]]?.sigmaWidth ?? 0)
      fitted.append(better)
      kept.append(weights[i])
    }
    TickMeasurement.poolSigmas(&fitted)
    return (fitted, kept)
  }

  private func neighbours(
    of tick: TickMeasurement, at index: Int, in ticks: [TickMeasurement], circle: Circle
  ) -> [TickMeasurement] {
    let angle = atan2(tick.x - circle.x, circle.y - tick.y)
    let room = tick.width / 2 + widestWidth / 2 + fitter(circle).side + 4
    return ticks.indices.filter { j in
      let other = atan2(ticks[j].x - circle.x, circle.y - ticks[j].y)
      return j != index && Angle(radians: other - angle).wrapped.radians.magnitude * circle.radius < room
    }.map { ticks[$0] }
  }

  private func refit(
    _ tick: TickMeasurement, width: Double?, neighbours: [TickMeasurement], _ circle: Circle,
    limit: ClosedRange<Double>? = nil
  ) -> TickMeasurement? {
    let outer = tick.outerPoint(isRound: false)
    let inner = tick.innerPoint(isRound: false)
    let high = hypot(outer.x - circle.x, outer.y - circle.y)
    let low = hypot(inner.x - circle.x, inner.y - circle.y)
    guard high - low >= 3 else { return nil }
    var middle = (high + low) / 2
    var quarter = (high - low) * 0.3
    if let limit {
      middle = (limit.lowerBound + limit.upperBound) / 2
      quarter = (limit.upperBound - limit.lowerBound) * 0.3
    }
    return fitter(circle).fit(
      reader, angle: atan2(tick.x - circle.x, circle.y - tick.y), band: (middle - quarter)...(middle + quarter),
      reach: (low - 10)...(high + 8), width: width ?? tick.width, fixedWidth: width != nil, neighbours: neighbours,
      limit: limit)
  }

  /// Looks for a tick where the scale's law expects one.
  ///
  /// - Parameter isShifted: Whether to look further inside, too, where a notch may have drawn it.
  func probe(
    _ angle: Double, weight: DialTick.Weight, classes: TickClasses, known: [TickMeasurement], circle: Circle,
    isShifted: Bool
  ) -> TickMeasurement? {
    guard let typical = classes[weight] else { return nil }
    let near = known.filter { tick in
      let other = atan2(tick.x - circle.x, circle.y - tick.y)
      return Angle(radians: other - angle).wrapped.radians.magnitude * circle.radius
        < typical.width / 2 + widestWidth / 2 + fitter(circle).side + 4
    }
    var best: TickMeasurement?
    var bestScore = 0.0
    var shift = 0.0
    let furthest = isShifted ? 2.2 * max(longest, typical.length) : 0
    while shift <= furthest {
      let middle = circle.radius - typical.length / 2 - shift
      let quarter = typical.length * 0.28
      if let tick = fitter(circle).fit(
        reader, angle: angle, band: (middle - quarter)...(middle + quarter),
        reach: (middle - typical.length)...(middle + typical.length), width: typical.width, fixedWidth: true,
        neighbours: near),
        isPlausible(tick, angle, typical, circle)
      {
        let score = tick.contrast / max(tick.residual, 0.01) * (shift == 0 ? 1.5 : 1)
        if score > bestScore {
          bestScore = score
          best = tick
        }
        if shift == 0, tick.contrast > 4 * tick.residual { break }
      }
      shift += max(2, typical.length * 0.2)
    }
    return best
  }

  private func isPlausible(
    _ tick: TickMeasurement, _ angle: Double, _ typical: TickClasses.Typical, _ circle: Circle
  ) -> Bool {
    let offset =
      Angle(radians: atan2(tick.x - circle.x, circle.y - tick.y) - angle).wrapped.radians.magnitude * circle.radius
    guard offset < max(0.8, 0.25 * typical.width) + 0.3 else { return false }
    guard tick.contrast > 0.12 * typical.contrast, tick.contrast > 4 * tick.sigmaContrast else { return false }
    guard tick.contrast > 2 * tick.residual, tick.contrast < 1.6 * typical.contrast + 0.1 else { return false }
    return tick.length > 0.6 * typical.length && tick.length < 1.5 * typical.length
  }
}
