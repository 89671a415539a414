import CalqueCore

/// A place where a law puts a tick.
struct ScalePlace {
  /// Arc length from twelve o'clock, px.
  var position: Double
  var isMajor: Bool
  /// log₂ of the value (logarithmic) or the number of minor steps from the origin (linear).
  var coordinate: Double
  /// A minor so near to a major that many dials leave it out.
  var isOptional: Bool
  /// A minor so near to its neighbours that the picture cannot show them apart.
  var isUnresolved = false
}

/// A law with definite numbers: position = offset + slope · coordinate.
struct ScaleHypothesis {
  enum Minors: Equatable {
    case none
    /// Equal arcs, so many an octave, one of them at 1.
    case perOctave(Int)
    /// At every multiple of a value.
    case everyValue(Double)
  }
  enum Kind: Equatable {
    /// Majors at 0.5 and the integers.
    case logarithmic(Minors)
    /// A place at every integer; majors at those that leave `phase` when divided by `every`. Without classes `every`
    /// is 1 (all major) or 0 (all minor).
    case linear(every: Int, phase: Int)
  }
  var kind: Kind
  /// Position of coordinate 0, px.
  var offset: Double
  /// px an octave or a minor step; negative where values grow counter-clockwise.
  var slope: Double

  /// The largest value that a dial is expected to show.
  static let largestValue = 64.0
  /// log₂ of it.
  static let largestCoordinate = 6.0

  var isLogarithmic: Bool {
    if case .logarithmic = kind { return true }
    return false
  }

  /// Arc length between neighbouring minor ticks, or the least between neighbouring places, px.
  var minorStep: Double? {
    switch kind {
    case .linear: return slope.magnitude
    case .logarithmic(.perOctave(let count)): return slope.magnitude / Double(count)
    case .logarithmic: return nil
    }
  }

  func position(_ coordinate: Double) -> Double { offset + slope * coordinate }

  /// Every place between two arc lengths, in clockwise order.
  func places(from low: Double, to high: Double) -> [ScalePlace] {
    let ends = ((low - offset) / slope, (high - offset) / slope)
    let (least, most) = (min(ends.0, ends.1), max(ends.0, ends.1))
    var result: [ScalePlace] = []
    switch kind {
    case .linear(let every, let phase):
      var i = least.rounded(.up)
      while i <= most && result.count < 2000 {
        let remainder = every > 0 ? (Int(i) % every + every) % every : -1
        result.append(
          ScalePlace(position: position(i), isMajor: remainder == phase, coordinate: i, isOptional: false))
        i += 1
      }
    case .logarithmic(let minors):
      let majors = majorCoordinates(from: least, to: most)
      for c in majors {
        result.append(ScalePlace(position: position(c), isMajor: true, coordinate: c, isOptional: false))
      }
      appendMinors(minors, from: least, to: most, into: &result)
    }
    result.sort { $0.position < $1.position }
    return result
  }

  /// The same with those minors marked that stand nearer to a neighbour than the picture can show apart, px.
  func places(from low: Double, to high: Double, resolution: Double) -> [ScalePlace] {
    var result = places(from: low, to: high)
    for k in result.indices where !result[k].isMajor {
      let before = k > 0 ? result[k].position - result[k - 1].position : .infinity
      let after = k + 1 < result.count ? result[k + 1].position - result[k].position : .infinity
      result[k].isUnresolved = min(before, after) < resolution
    }
    return result
  }

  private func majorCoordinates(from least: Double, to most: Double) -> [Double] {
    var result: [Double] = []
    if least <= -1 && most >= -1 { result.append(-1) }
    var z = max(exp2(least).rounded(.up), 1)
    if log2(z) < least { z += 1 }
    while z <= Self.largestValue {
      let c = log2(z)
      if c > most { break }
      result.append(c)
      z += 1
    }
    return result
  }

  private func appendMinors(
    _ minors: Minors, from least: Double, to most: Double, into result: inout [ScalePlace]
  ) {
    switch minors {
    case .none: return
    case .perOctave(let count):
      let step = 1 / Double(count)
      var i = (least / step).rounded(.up)
      while i * step <= most && result.count < 2000 {
        let c = i * step
        let gap = Self.distanceToMajor(c)
        // Nearer than a fifth of a step both would be one mark; up to half a step dials differ.
        if gap > 0.2 * step {
          result.append(
            ScalePlace(position: position(c), isMajor: false, coordinate: c, isOptional: gap < 0.5 * step))
        }
        i += 1
      }
    case .everyValue(let every):
      var i = max((exp2(least) / every).rounded(.up), 1)
      while i * every <= Self.largestValue && result.count < 2000 {
        let z = i * every
        let c = log2(z)
        if c > most { break }
        if Self.distanceToMajor(c) > 1e-6 && c >= least {
          result.append(ScalePlace(position: position(c), isMajor: false, coordinate: c, isOptional: false))
        }
        i += 1
      }
    }
  }

  /// How far a coordinate is from the nearest of 0.5 and the integers, octaves.
  private static func distanceToMajor(_ coordinate: Double) -> Double {
    let z = exp2(coordinate)
    var best = (coordinate + 1).magnitude
    let below = max(z.rounded(.down), 1)
    best = min(best, (coordinate - log2(below)).magnitude)
    best = min(best, (coordinate - log2(below + 1)).magnitude)
    return best
  }
}
