import CalqueCore
import CalqueSpec

/// Fits how the ticks are drawn in around the pointer.
///
/// Depth and offsets are linear once decay and axis are fixed, so those two are scanned on a grid and the rest solved
/// in closed form; the posterior over the grid gives means and standard deviations, which no local covariance could
/// for three or four samples. Offsets: one of the outer ends a picture (the radius is not exact) and one of the inner
/// ends a class (the ticks' lengths).
///
/// - Parameters:
///   - samples: Of one picture or, with their `source` set, of several pictures of one dial.
///   - radius: Of the tick circle, px; with it positions turn into angles.
///   - axis: Where position 0 is, with the standard deviation of that.
/// - Returns: `unknown` where fewer than two ticks are measurably drawn in or the shapes tie; `none` where no tick is.
public func fitNotch(_ samples: [NotchSample], radius: Double, axis: AngleEstimate) -> DialNotch {
  guard samples.count >= 5, radius > 0 else { return DialNotch(shape: .unknown) }
  let fit = NotchFit(samples, axisSigma: max(axis.sigma.radians * radius, 1e-3))
  return fit.notch(radius: radius, axis: axis)
}

/// The scan over decay and axis.
struct NotchFit {
  private let samples: [NotchSample]
  private let axisSigma: Double
  /// The range of decays searched, px.
  private let narrowest: Double
  private let widest: Double
  /// No tick is drawn in by more than twice its length, px.
  private let deepest: Double
  private let offsetCount: Int
  /// Index of the offset of each sample's outer and inner end.
  private let outerOffset: [Int]
  private let innerOffset: [Int]

  /// What one shape makes of the samples.
  private struct Scan {
    var cost = Double.infinity
    var depth = 0.0
    var decay = 0.0
    var shift = 0.0
    var offsets: [Double] = []
    /// Posterior mean and standard deviation.
    var depthEstimate = Estimate(0, sigma: .infinity)
    var decayEstimate = Estimate(0, sigma: .infinity)
    var shiftEstimate = Estimate(0, sigma: .infinity)
  }

  init(_ samples: [NotchSample], axisSigma: Double) {
    self.samples = samples
    self.axisSigma = axisSigma
    var gaps = samples.map { $0.position }.sorted()
    gaps = (1..<gaps.count).map { gaps[$0] - gaps[$0 - 1] }.filter { $0 > 1e-6 }
    let gap = max(gaps.isEmpty ? 1 : quantile(gaps, 0.5), 1e-3)
    let extent = max(samples.map { $0.position.magnitude }.max() ?? 1, 4 * gap)
    widest = max(0.8 * extent, 2 * gap)
    narrowest = 0.12 * gap
    var lengths: [Double] = []
    for sample in samples {
      if let inner = sample.innerDepth { lengths.append(inner - sample.outerDepth) }
    }
    deepest = lengths.isEmpty ? .infinity : 2 * max(quantile(lengths, 0.9), gap)
    var sources: [Int] = []
    for sample in samples where !sources.contains(sample.source) { sources.append(sample.source) }
    let base = sources.count
    outerOffset = samples.map { sample in sources.firstIndex(of: sample.source) ?? 0 }
    let hasMajor = samples.contains { $0.isMajor && $0.innerDepth != nil }
    innerOffset = samples.map { base + ($0.isMajor || !hasMajor ? 0 : 1) }
    offsetCount = base + 2
  }

  private static func profile(_ shape: DialNotch.Shape, _ u: Double) -> Double {
    switch shape {
    case .exponential: return exp(-u)
    case .linear: return max(0, 1 - u)
    case .none, .unknown: return 0
    }
  }

  /// −d profile/du.
  private static func slope(_ shape: DialNotch.Shape, _ u: Double) -> Double {
    switch shape {
    case .exponential: return exp(-u)
    case .linear: return u < 1 ? 1 : 0
    case .none, .unknown: return 0
    }
  }

  /// Weights of the ends: their σ with what the position's error makes of them, times the robust weight.
  private struct Weights {
    var outer: [Double]
    var inner: [Double]
  }

  private func weights(_ shape: DialNotch.Shape, _ scan: Scan?, noise: Double) -> Weights {
    var result = Weights(outer: [], inner: [])
    for (i, sample) in samples.enumerated() {
      var tilt = 0.0
      var depth = 0.0
      if let scan, scan.decay > 0 {
        let u = (sample.position - scan.shift).magnitude / scan.decay
        tilt = scan.depth / scan.decay * Self.slope(shape, u) * sample.sigmaPosition
        depth = scan.depth * Self.profile(shape, u)
      }
      let outer = hypot(sample.sigmaOuter * noise, tilt)
      let inner = hypot(sample.sigmaInner * noise, tilt)
      var robust = (1.0, 1.0)
      if let scan, !scan.offsets.isEmpty {
        let r = (sample.outerDepth - depth - scan.offsets[outerOffset[i]]) / outer
        robust.0 = RobustLoss.cauchy(scale: 2.385).weight(r)
        if let innerDepth = sample.innerDepth {
          let r = (innerDepth - depth - scan.offsets[innerOffset[i]]) / inner
          robust.1 = RobustLoss.cauchy(scale: 2.385).weight(r)
        }
      }
      result.outer.append(robust.0 / (outer * outer))
      result.inner.append(sample.innerDepth == nil ? 0 : robust.1 / (inner * inner))
    }
    return result
  }

  /// Sums over one group of samples that share an offset.
  private struct Sums {
    var w = 0.0
    var f = 0.0
    var y = 0.0
    var ff = 0.0
    var fy = 0.0
    var yy = 0.0

    mutating func add(_ weight: Double, _ profile: Double, _ value: Double) {
      w += weight
      f += weight * profile
      y += weight * value
      ff += weight * profile * profile
      fy += weight * profile * value
      yy += weight * value * value
    }
  }

  /// One combination of decay and axis with the best depth for it.
  private struct Node {
    var cost: Double
    var depth: Double
    var variance: Double
    var decay: Double
    var shift: Double
  }

  /// The best depth for one decay and axis: offsets are eliminated by taking each group's weighted mean away.
  private func solve(
    _ shape: DialNotch.Shape, decay: Double, shift: Double, _ weights: Weights, _ sums: inout [Sums]
  ) -> Node {
    for g in 0..<offsetCount { sums[g] = Sums() }
    for i in samples.indices {
      let f = Self.profile(shape, (samples[i].position - shift).magnitude / decay)
      sums[outerOffset[i]].add(weights.outer[i], f, samples[i].outerDepth)
      if let y = samples[i].innerDepth { sums[innerOffset[i]].add(weights.inner[i], f, y) }
    }
    var (ff, fy, yy) = (0.0, 0.0, 0.0)
    for g in 0..<offsetCount where sums[g].w > 0 {
      let group = sums[g]
      ff += group.ff - group.f * group.f / group.w
      fy += group.fy - group.f * group.y / group.w
      yy += group.yy - group.y * group.y / group.w
    }
    let depth = ff > 1e-9 ? fy / ff : 0
    return Node(
      cost: yy - depth * fy + (shift / axisSigma) * (shift / axisSigma), depth: depth,
      variance: ff > 1e-9 ? 1 / ff : .infinity, decay: decay, shift: shift)
  }

  private func isPossible(_ node: Node) -> Bool { node.depth > 0 && node.depth <= deepest }

  private func offsets(_ node: Node, _ sums: [Sums]) -> [Double] {
    sums.map { $0.w > 0 ? ($0.y - node.depth * $0.f) / $0.w : 0 }
  }

  private func scan(_ shape: DialNotch.Shape, noise: Double) -> Scan {
    var best = Scan()
    var sums = [Sums](repeating: Sums(), count: offsetCount)
    if shape == .none {
      for _ in 0..<4 {
        let known = best.offsets.isEmpty ? nil : best
        let node = solve(.none, decay: 1, shift: 0, weights(.none, known, noise: noise), &sums)
        best.cost = node.cost
        best.offsets = offsets(node, sums)
      }
      return best
    }
    var decays = (least: narrowest, most: widest)
    var shifts = (least: -2.5 * axisSigma, most: 2.5 * axisSigma)
    for round in 0..<4 {
      let weights = weights(shape, round == 0 ? nil : best, noise: noise)
      var grid: [Node] = []
      var lowest: Node?
      let (decayCount, shiftCount) = round == 0 ? (44, 5) : (20, 9)
      for i in 0..<decayCount {
        let decay = decays.least * pow(decays.most / decays.least, Double(i) / Double(decayCount - 1))
        for j in 0..<shiftCount {
          let shift = shifts.least + (shifts.most - shifts.least) * Double(j) / Double(shiftCount - 1)
          let node = solve(shape, decay: decay, shift: shift, weights, &sums)
          grid.append(node)
          if isPossible(node) && node.cost < (lowest?.cost ?? .infinity) { lowest = node }
        }
      }
      guard let lowest else { return best }
      let node = solve(shape, decay: lowest.decay, shift: lowest.shift, weights, &sums)
      best = Scan(
        cost: node.cost, depth: node.depth, decay: node.decay, shift: node.shift, offsets: offsets(node, sums))
      if round == 3 { integrate(grid, &best) }
      narrow(grid, lowest, decayCount: decayCount, &decays, &shifts, isFirst: round == 0)
    }
    return best
  }

  /// Cuts the grid down to where the posterior is not negligible, and a node beyond.
  private func narrow(
    _ grid: [Node], _ lowest: Node, decayCount: Int, _ decays: inout (least: Double, most: Double),
    _ shifts: inout (least: Double, most: Double), isFirst: Bool
  ) {
    let step = pow(decays.most / decays.least, 1 / Double(decayCount - 1))
    var next = (least: lowest.decay, most: lowest.decay)
    var span = (least: lowest.shift, most: lowest.shift)
    for node in grid where node.cost < lowest.cost + 14 && isPossible(node) {
      next = (min(next.least, node.decay), max(next.most, node.decay))
      span = (min(span.least, node.shift), max(span.most, node.shift))
    }
    decays = (max(next.least / step, narrowest / 2), min(next.most * step, widest * 2))
    if !isFirst {
      let margin = (shifts.most - shifts.least) / 8
      shifts = (max(span.least - margin, -3.5 * axisSigma), min(span.most + margin, 3.5 * axisSigma))
    } else {
      shifts = (-3.5 * axisSigma, 3.5 * axisSigma)
    }
  }

  /// Means and standard deviations over the grid, flat in the logarithm of the decay.
  private func integrate(_ grid: [Node], _ scan: inout Scan) {
    var total = 0.0
    var (d, dd, t, tt, s, ss) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for node in grid where isPossible(node) && node.variance.isFinite {
      let weight = exp(-0.5 * (node.cost - scan.cost)) * node.variance.squareRoot()
      total += weight
      d += weight * node.depth
      dd += weight * (node.depth * node.depth + node.variance)
      t += weight * node.decay
      tt += weight * node.decay * node.decay
      s += weight * node.shift
      ss += weight * node.shift * node.shift
    }
    guard total > 0 else { return }
    func estimate(_ sum: Double, _ squares: Double) -> Estimate {
      let mean = sum / total
      return Estimate(mean, sigma: max(squares / total - mean * mean, 0).squareRoot())
    }
    scan.depthEstimate = estimate(d, dd)
    scan.decayEstimate = estimate(t, tt)
    scan.shiftEstimate = estimate(s, ss)
  }

  /// Residuals in units of σ, without robust weights; and their root mean square in px.
  private func residuals(_ shape: DialNotch.Shape, _ scan: Scan, noise: Double) -> (scaled: [Double], rms: Double) {
    var scaled: [Double] = []
    var sum = 0.0
    for (i, sample) in samples.enumerated() {
      let u = scan.decay > 0 ? (sample.position - scan.shift).magnitude / scan.decay : 0
      let depth = scan.depth * Self.profile(shape, u)
      let tilt =
        scan.decay > 0 ? scan.depth / scan.decay * Self.slope(shape, u) * sample.sigmaPosition : 0
      let outer = sample.outerDepth - depth - scan.offsets[outerOffset[i]]
      scaled.append(outer / hypot(sample.sigmaOuter * noise, tilt))
      sum += outer * outer
      if let y = sample.innerDepth {
        scaled.append((y - depth - scan.offsets[innerOffset[i]]) / hypot(sample.sigmaInner * noise, tilt))
      }
    }
    return (scaled, (sum / Double(samples.count)).squareRoot())
  }

  func notch(radius: Double, axis: AngleEstimate) -> DialNotch {
    let shapes: [DialNotch.Shape] = [.exponential, .linear, .none]
    var noise = 1.0
    var results: [(shape: DialNotch.Shape, scan: Scan, criterion: Double, rms: Double)] = []
    for round in 0..<2 {
      results = []
      for shape in shapes {
        let scan = self.scan(shape, noise: noise)
        guard !scan.offsets.isEmpty else { continue }
        let (scaled, rms) = residuals(shape, scan, noise: noise)
        var cost = 0.0
        for r in scaled { cost += 2 * RobustLoss.cauchy(scale: 2.385).cost(r) }
        if shape != .none { cost += (scan.shift / axisSigma) * (scan.shift / axisSigma) }
        let n = Double(scaled.count)
        let p = Double(offsetCount) + (shape == .none ? 0 : 2)
        let correction = n - p - 1 > 0 ? 2 * p * (p + 1) / (n - p - 1) : 1e3
        // −2 ln of how often each is met: a mask's falloff is mostly exponential.
        let prior = shape == .linear ? 2.2 : 0
        results.append((shape, scan, cost + 2 * p + correction + prior, rms))
      }
      results.sort { $0.criterion < $1.criterion }
      guard round == 0, let best = results.first else { break }
      let (scaled, _) = residuals(best.shape, best.scan, noise: 1)
      noise = max(1.482602218505602 * median(scaled.map { $0.magnitude }), 0.7)
      if (noise - 1).magnitude < 0.1 { break }
    }
    guard let best = results.first else { return DialNotch(shape: .unknown) }
    var notch = DialNotch(shape: best.shape)
    notch.alternatives = results.dropFirst().map { DialNotch.Candidate(shape: $0.shape, residual: $0.rms) }
    guard best.shape != .none else { return notch }
    if drawnIn(best.shape, best.scan, noise: noise) < 2 {
      // One tick by itself may as well be a bad measurement.
      let none = results.first { $0.shape == .none }
      notch.shape = (none?.criterion ?? .infinity) - best.criterion < 12 ? .none : .unknown
      return notch
    }
    let inflation = studentInflation(degreesOfFreedom: 2 * samples.count - offsetCount - 3)
    let scan = best.scan
    notch.depth = Estimate(scan.depthEstimate.value, sigma: scan.depthEstimate.sigma * inflation)
    notch.decay = Estimate(scan.decayEstimate.value, sigma: scan.decayEstimate.sigma * inflation)
    notch.angle = AngleEstimate(
      Angle(radians: axis.angle.radians + scan.shiftEstimate.value / radius),
      sigma: Angle(radians: scan.shiftEstimate.sigma / radius))
    let rival = results.first { $0.shape == (best.shape == .linear ? .exponential : .linear) }
    if let rival, rival.criterion - best.criterion < 0.5 { notch.shape = .unknown }
    return notch
  }

  /// How many ticks the fit moves by more than three times their σ.
  private func drawnIn(_ shape: DialNotch.Shape, _ scan: Scan, noise: Double) -> Int {
    var count = 0
    for sample in samples {
      let u = (sample.position - scan.shift).magnitude / scan.decay
      if scan.depth * Self.profile(shape, u) > 3 * sample.sigmaOuter * noise { count += 1 }
    }
    return count
  }
}
