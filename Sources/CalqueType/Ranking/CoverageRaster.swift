import CalqueCore

/// Outlines as straight lines, and the exact share of each pixel that they enclose.
///
/// Signed trapezoids are accumulated row by row (Levien, "Inside the fastest font renderer", 2016); where contours of
/// one direction overlap, as in variable fonts, coverage stops at 1.
struct CoverageRaster {
  private struct Line {
    var x0: Double
    var y0: Double
    var x1: Double
    var y1: Double
  }
  private var lines: [Line] = []

  /// How far a chord may stray from its curve, px: less than an 8-bit level of coverage.
  private static let flatness = 0.003

  init(_ outlines: [OutlineElement]) {
    var pen = Point<Pixels>(x: 0, y: 0)
    var start = pen
    for element in outlines {
      switch element {
      case .move(let p):
        add(pen, start)
        pen = p
        start = p
      case .line(let p):
        add(pen, p)
        pen = p
      case .cubic(let a, let b, let p):
        addCurve(pen, a, b, p)
        pen = p
      case .close:
        add(pen, start)
        pen = start
      }
    }
    add(pen, start)
  }

  private mutating func add(_ a: Point<Pixels>, _ b: Point<Pixels>) {
    // Along a row nothing is enclosed.
    if a.y != b.y { lines.append(Line(x0: a.x, y0: a.y, x1: b.x, y1: b.y)) }
  }

  private mutating func addCurve(_ p: Point<Pixels>, _ a: Point<Pixels>, _ b: Point<Pixels>, _ q: Point<Pixels>) {
    let bendX = max((p.x - 2 * a.x + b.x).magnitude, (a.x - 2 * b.x + q.x).magnitude)
    let bendY = max((p.y - 2 * a.y + b.y).magnitude, (a.y - 2 * b.y + q.y).magnitude)
    // A cubic of second differences d strays by at most 6d/8n² from n chords.
    let parts = max(1, min(64, Int((0.75 * (bendX + bendY) / Self.flatness).squareRoot().rounded(.up))))
    var last = p
    for i in 1...parts {
      let t = Double(i) / Double(parts)
      let u = 1 - t
      let (w0, w1, w2, w3) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
      let x = w0 * p.x + w1 * a.x + w2 * b.x + w3 * q.x
      let y = w0 * p.y + w1 * a.y + w2 * b.y + w3 * q.y
      let next = i == parts ? q : Point<Pixels>(x: x, y: y)
      add(last, next)
      last = next
    }
  }

  /// The coverage of a canvas, 0…1, with the outlines moved by `dx`, `dy`.
  /// - Precondition: The moved outlines lie within the canvas.
  func coverage(width: Int, height: Int, dx: Double, dy: Double) -> [Float] {
    var area = [Float](repeating: 0, count: width * height + 2)
    for line in lines { accumulate(line, dx, dy, width: width, height: height, into: &area) }
    for row in 0..<height {
      var sum: Float = 0
      for i in row * width..<(row + 1) * width {
        sum += area[i]
        area[i] = min(sum.magnitude, 1)
      }
    }
    area.removeLast(2)
    return area
  }

  private func accumulate(
    _ line: Line, _ dx: Double, _ dy: Double, width: Int, height: Int, into area: inout [Float]
  ) {
    let isDown = line.y0 < line.y1
    let sign: Double = isDown ? 1 : -1
    let topX = (isDown ? line.x0 : line.x1) + dx
    let topY = (isDown ? line.y0 : line.y1) + dy
    let bottomX = (isDown ? line.x1 : line.x0) + dx
    let bottomY = (isDown ? line.y1 : line.y0) + dy
    let slope = (bottomX - topX) / (bottomY - topY)
    let limit = Double(width) - 1e-6
    let first = max(0, Int(topY.rounded(.down)))
    let last = min(height, Int(bottomY.rounded(.up)))
    guard first < last else { return }
    for row in first..<last {
      let y0 = max(topY, Double(row))
      let y1 = min(bottomY, Double(row + 1))
      guard y1 > y0 else { continue }
      let d = sign * (y1 - y0)
      let xa = min(max(topX + (y0 - topY) * slope, 0), limit)
      let xb = min(max(topX + (y1 - topY) * slope, 0), limit)
      let left = min(xa, xb)
      let right = max(xa, xb)
      let firstColumn = Int(left)
      let lastColumn = max(firstColumn, Int(right.rounded(.up)) - 1)
      let base = row * width
      if firstColumn == lastColumn {
        // Right of the line everything is inside, in its own pixel what lies right of its middle.
        let inside = 1 - ((left + right) / 2 - Double(firstColumn))
        area[base + firstColumn] += Float(d * inside)
        area[base + firstColumn + 1] += Float(d * (1 - inside))
        continue
      }
      let perColumn = d / (right - left)
      // Of each pixel: the line's height that lies left of it, and within it the part right of the line.
      var before = 0.0
      for column in firstColumn...lastColumn {
        let from = max(left, Double(column))
        let to = min(right, Double(column + 1))
        let covered = perColumn * (from - left + (to - from) * (Double(column + 1) - (from + to) / 2))
        area[base + column] += Float(covered - before)
        before = covered
      }
      area[base + lastColumn + 1] += Float(d - before)
    }
  }
}
