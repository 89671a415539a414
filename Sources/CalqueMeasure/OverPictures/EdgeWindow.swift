import CalqueCore

/// The pixels about one side of an outline, along ways that cross it.
///
/// `u` counts pixels outwards along a way: pixel 0 is the one that the edge is expected in, positive ones lie outside.
struct EdgeWindow {
  let reader: BitmapReader
  let side: Side
  /// Rows for the left and right side, columns for the others.
  let places: [Int]
  /// Coordinate across the edge of the pixel with u = 0 where the edge has not curved.
  let base: Int
  /// How far inwards the edge has curved at each place, px.
  let sagittas: [Double]
  /// The whole pixels of that, by which each way begins further inwards.
  private let shifts: [Int]

  /// - Parameters:
  ///   - edge: The expected coordinate of the outermost part of the edge.
  ///   - sagitta: How far inwards the edge has curved at a coordinate along the side.
  init(_ reader: BitmapReader, _ side: Side, edge: Double, at places: [Int], sagitta: (Double) -> Double = { _ in 0 }) {
    self.reader = reader
    self.side = side
    self.places = places
    base = Int((side.isFar ? edge : edge - 1e-9).rounded(.down))
    sagittas = places.map { sagitta(Double($0) + 0.5) }
    // Within the base pixel the edge lies this far from its inner border.
    let within = side.isFar ? edge - Double(base) : Double(base + 1) - edge
    shifts = sagittas.map { Int(($0 - within).rounded(.up)) }
  }

  /// What a position u at a place is at the edge's outermost part.
  func uncurved(_ u: Double, _ place: Int) -> Double { u - Double(shifts[place]) + sagittas[place] }

  /// A place's colour at u, at the picture's border the outermost.
  func pixel(_ place: Int, _ u: Int) -> SIMD4<Float> {
    let distance = u - shifts[place]
    let across = side.isFar ? base + distance : base - distance
    var color: SIMD4<Float>
    if side.isVertical {
      color = reader.pixel(min(max(across, 0), reader.width - 1), min(max(places[place], 0), reader.height - 1))
    } else {
      color = reader.pixel(min(max(places[place], 0), reader.width - 1), min(max(across, 0), reader.height - 1))
    }
    color.w = 0
    return color
  }

  /// Mean over all places.
  func mean(_ u: Int) -> SIMD4<Float> {
    var sum = SIMD4<Float>()
    for place in places.indices { sum += pixel(place, u) }
    return sum / Float(max(1, places.count))
  }

  /// The coordinate in the picture of a position u, whole numbers being the inner borders of pixels.
  func coordinate(_ u: Double) -> Double { side.isFar ? Double(base) + u : Double(base + 1) - u }
}

/// One step among those that cross an edge's window.
struct EdgeStep: Equatable, Sendable {
  /// The pixels that it passes through: the outermost and the innermost.
  var outer: Int
  var inner: Int
  /// Root mean square over the places, levels.
  var size: Float
  /// Mean of inside less outside.
  var change: SIMD4<Float>
  /// Where half of it is done, u: the mean of its parts' borders, weighted by their sizes.
  var middle: Double
}

extension EdgeWindow {
  /// Steps of less than this share of the largest one are the picture's.
  private static let leastShare: Float = 0.2

  /// The steps between two positions, from the outermost inwards.
  ///
  /// Glass has several: a bright rim's two sides, a highlight's end. The outermost is the edge, not the strongest.
  func steps(from outermost: Int, to innermost: Int) -> [EdgeStep] {
    var differences: [(u: Int, size: Float, change: SIMD4<Float>)] = []
    for u in stride(from: outermost, through: innermost + 1, by: -1) {
      var square: Float = 0
      var change = SIMD4<Float>()
      for place in places.indices {
        let difference = pixel(place, u - 1) - pixel(place, u)
        square += difference.colorDot(difference)
        change += difference
      }
      let count = Float(max(1, places.count))
      differences.append((u, (square / count).squareRoot(), change / count))
    }
    let usual = Float(median(differences.map { Double($0.size) }))
    for i in differences.indices {
      differences[i].size = max(0, differences[i].size * differences[i].size - usual * usual).squareRoot()
    }
    guard let largest = differences.map({ $0.size }).max(), largest > 0 else { return [] }
    var steps: [EdgeStep] = []
    for (u, size, change) in differences where size > 0.1 * largest {
      // Between pixel u and u − 1: both may be covered in part.
      if let last = steps.last, last.inner == u, last.change.colorDot(change) > 0 {
        let sum = last.size + size
        steps[steps.count - 1].middle += Double(size / sum) * (Double(u) - last.middle)
        steps[steps.count - 1].inner = u - 1
        steps[steps.count - 1].size = sum
        steps[steps.count - 1].change += change
      } else {
        steps.append(EdgeStep(outer: u, inner: u - 1, size: size, change: change, middle: Double(u)))
      }
    }
    let strongest = steps.map { $0.size }.max() ?? 0
    return steps.filter { $0.size > Self.leastShare * strongest }
  }

  /// The step that passes nearest to where the edge is expected.
  var nearestStep: EdgeStep? {
    let near = steps(from: 4, to: -4).filter { $0.outer >= -1 && $0.inner <= 1 }
    return near.max { $0.size < $1.size }
  }
}
