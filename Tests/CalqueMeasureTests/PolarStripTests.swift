import CalqueCore
import CalqueMeasure
import CalqueTestSupport
import Testing

@Suite struct PolarStripTests {
  /// A picture whose red is 128 + 100·cos(spokes·angle) about a centre, averaged over each pixel (8×8 samples).
  static func spokes(_ count: Double, width: Int, height: Int, center: Point<Pixels>) -> Bitmap {
    var samples: [UInt16] = []
    for y in 0..<height {
      for x in 0..<width {
        var sum = 0.0
        for i in 0..<64 {
          let p = Point<Pixels>(
            x: Double(x) + (Double(i % 8) + 0.5) / 8, y: Double(y) + (Double(i / 8) + 0.5) / 8)
          sum += cos(count * Angle.direction(from: center, to: p).radians)
        }
        let value = UInt16(((128 + 100 * sum / 64) * 257).rounded())
        samples += [value, value, value, 65535]
      }
    }
    return Bitmap(width: width, height: height, rgba16: samples)
  }

  static func noise(width: Int, height: Int, seed: UInt64) -> Bitmap {
    var random = RandomSource(seed: seed)
    var samples: [UInt8] = []
    for _ in 0..<(width * height) { samples += [UInt8.random(in: 0...255, using: &random), 40, 200, 255] }
    return Bitmap(width: width, height: height, rgba: samples)
  }

  func geometry(
    _ center: Point<Pixels>, _ radius: Double, _ from: Double, _ to: Double, _ inner: Double, _ outer: Double,
    cell: Double = 1
  ) throws -> PolarStripGeometry {
    try #require(
      PolarStripGeometry(
        center: center, radius: radius, from: Angle(degrees: from), to: Angle(degrees: to), inner: inner, outer: outer,
        pixelsPerCell: cell))
  }

  @Test(arguments: [0.37, 1.0, 3.3, 11]) func aConstantStaysConstant(cell: Double) throws {
    let pixel: [UInt16] = [12345, 54321, 777, 65535]
    let bitmap = Bitmap(width: 90, height: 50, rgba16: Array(repeating: pixel, count: 90 * 50).flatMap { $0 })
    // The centre lies outside, and a part of the ring too.
    let strip = polarStrip(
      of: bitmap, try geometry(Point(x: 45, y: 70), 60, -60, 60, 30, 66, cell: cell))
    var visible = 0
    for value in strip.pixels where value.w > 0 {
      visible += 1
      for channel in 0..<3 {
        expectClose(Double(value[channel]), Double(pixel[channel]) / 65535, within: .absolute(1e-6))
      }
    }
    #expect(visible > 0)
    #expect(strip.pixels.contains { $0.w < 1 }, "what lies outside the picture is transparent")
  }

  @Test func spokesStandWhereTheirAnglesAre() throws {
    let center = Point<Pixels>(x: 83.3, y: 61.7)
    let bitmap = Self.spokes(24, width: 160, height: 120, center: center)
    let shape = try geometry(center, 50, -30, 90, 40, 55)
    let strip = polarStrip(of: bitmap, shape)
    for row in 0..<shape.height {
      for column in 0..<shape.width {
        let angle = -30 + 120 * (Double(column) + 0.5) / Double(shape.width)
        let expected = 128 + 100 * cos(24 * Angle(degrees: angle).radians)
        expectClose(Double(strip[column, row].x) * 255, expected, within: .levels(9), "column \(column), row \(row)")
      }
    }
  }

  /// Shrinking averages: the mean over the ring is that of a fine strip and of the pixels themselves.
  @Test(arguments: [2.0, 5, 9.7]) func shrinkingPreservesTheMean(cell: Double) throws {
    let center = Point<Pixels>(x: 100, y: 100)
    let bitmap = Self.noise(width: 200, height: 200, seed: 7)
    func mean(_ strip: PolarStrip) -> Double {
      var sum = 0.0
      var weight = 0.0
      let rows = strip.geometry.height
      for row in 0..<rows {
        let step = (strip.geometry.outer - strip.geometry.inner) / Double(rows)
        let r = strip.geometry.outer - step * (Double(row) + 0.5)
        for column in 0..<strip.geometry.width {
          sum += Double(strip[column, row].x) * 255 * r
          weight += r
        }
      }
      return sum / weight
    }
    let fine = mean(polarStrip(of: bitmap, try geometry(center, 80, 0, 360, 45, 90, cell: 0.25)))
    let coarse = mean(polarStrip(of: bitmap, try geometry(center, 80, 0, 360, 45, 90, cell: cell)))
    expectClose(coarse, fine, within: .levels(0.25))
    var direct = 0.0
    var count = 0.0
    for y in 0..<200 {
      for x in 0..<200 {
        let r = center.distance(to: Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
        if r >= 45 && r < 90 {
          direct += Double(bitmap[x, y].x) * 255
          count += 1
        }
      }
    }
    // The ring holds about 19 000 pixels of σ 74: half a level is one standard error of what its border cuts.
    expectClose(fine, direct / count, within: .levels(1))
  }

  /// Fine spokes vanish in a coarse strip and do not come back as wide false ones.
  @Test func shrinkingDoesNotAlias() throws {
    let center = Point<Pixels>(x: 120, y: 120)
    let bitmap = Self.spokes(180, width: 240, height: 240, center: center)
    let strip = polarStrip(of: bitmap, try geometry(center, 110, 0, 360, 100, 118, cell: 16))
    for value in strip.pixels { expectClose(Double(value.x) * 255, 128, within: .levels(16)) }
  }

  @Test func theSeamIsNoEdge() throws {
    let center = Point<Pixels>(x: 70, y: 55)
    let bitmap = Self.spokes(8, width: 140, height: 110, center: center)
    let across = polarStrip(of: bitmap, try geometry(center, 40, 340, 20, 30, 45))
    let same = polarStrip(of: bitmap, try geometry(center, 40, -20, 20, 30, 45))
    #expect(across.geometry.width == same.geometry.width)
    for (a, b) in zip(across.pixels, same.pixels) { expectClose(Double(a.x), Double(b.x), within: .absolute(1e-5)) }
    // Half a turn either way of six o'clock.
    let below = polarStrip(of: bitmap, try geometry(center, 40, 170, -170, 30, 45))
    expectClose(below.geometry.to.degrees - below.geometry.from.degrees, 20, within: .degrees(1e-9))
  }

  @Test func sizesFollowTheArc() throws {
    let shape = try geometry(Point(x: 0, y: 0), 100, 0, 90, 60, 110)
    #expect(shape.width == 157)
    #expect(shape.height == 50)
    #expect(try geometry(Point(x: 0, y: 0), 100, 0, 0, 60, 110).width == 628)
    #expect(try geometry(Point(x: 0, y: 0), 100, 0, 360, 60, 110).width == 628)
    let corner = shape.point(column: 0, row: 0)
    expectClose(corner.x, 0, within: .pixels(1e-9))
    expectClose(corner.y, -110, within: .pixels(1e-9))
    let end = shape.point(column: 157, row: 50)
    expectClose(end.x, 60, within: .pixels(1e-9))
    expectClose(end.y, 0, within: .pixels(1e-9))
  }

  @Test func impossibleGeometryIsNil() {
    func shape(_ radius: Double, _ inner: Double, _ outer: Double, cell: Double = 1) -> PolarStripGeometry? {
      PolarStripGeometry(
        center: Point(x: 0, y: 0), radius: radius, from: Angle(degrees: 0), to: Angle(degrees: 90), inner: inner,
        outer: outer, pixelsPerCell: cell)
    }
    #expect(shape(10, 5, 12) != nil)
    #expect(shape(0, 5, 12) == nil)
    #expect(shape(10, 12, 12) == nil)
    #expect(shape(10, -1, 12) == nil)
    #expect(shape(.nan, 5, 12) == nil)
    #expect(shape(10, 5, .infinity) == nil)
    #expect(shape(10, 5, 12, cell: 0) == nil)
    #expect(shape(1e300, 5, 12) == nil)
  }

  @Test func transparencyWeighsNothing() throws {
    // Left half opaque red, right half clear green: no green may bleed in.
    var samples: [UInt8] = []
    for _ in 0..<40 { for x in 0..<40 { samples += x < 20 ? [255, 0, 0, 255] : [0, 255, 0, 0] } }
    let strip = polarStrip(
      of: Bitmap(width: 40, height: 40, rgba: samples), try geometry(Point(x: 20, y: 20), 12, 0, 360, 5, 18, cell: 2))
    for value in strip.pixels where value.w > 0 {
      expectClose(Double(value.x), 1, within: .absolute(1e-6))
      expectClose(Double(value.y), 0, within: .absolute(1e-6))
    }
  }

  @Test func theStripKeepsDepthAndColourSpace() throws {
    let bitmap = Bitmap(
      width: 20, height: 20, rgba16: [UInt16](repeating: 65535, count: 1600), colorSpace: .displayP3)
    let strip = polarStrip(of: bitmap, try geometry(Point(x: 10, y: 10), 6, 0, 360, 3, 8)).bitmap(like: bitmap)
    #expect(strip.colorSpace == .displayP3)
    guard case .sixteen = strip.samples else {
      Issue.record("the strip has 8 bits")
      return
    }
  }
}
