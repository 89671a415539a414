import CalqueCore
import CalqueMeasure
import CalqueTestSupport
import Testing

@Suite struct BrightnessProfileTests {
  /// Red grows by 10 a column, green by 5 a row, blue is constant.
  static let ramp: Bitmap = {
    var samples: [UInt8] = []
    for y in 0..<12 { for x in 0..<20 { samples += [UInt8(10 * x), UInt8(5 * y), 77, 255] } }
    return Bitmap(width: 20, height: 12, rgba: samples)
  }()

  @Test func aLinearRampIsReadExactly() throws {
    let path = ProfilePath.line(from: Point(x: 1.25, y: 3.75), to: Point(x: 17.25, y: 9.5))
    for sample in brightnessProfile(of: Self.ramp, along: path, step: 0.5) {
      let color = try #require(sample.color)
      expectClose(color.x, 10 * (sample.point.x - 0.5), within: .levels(1e-3))
      expectClose(color.y, 5 * (sample.point.y - 0.5), within: .levels(1e-3))
      expectClose(color.z, 77, within: .levels(1e-4))
      expectClose(try #require(sample.luma), 0.2126 * color.x + 0.7152 * color.y + 0.0722 * 77, within: .levels(1e-3))
    }
  }

  @Test func readingsAreEquallySpacedAndReachTheEnd() {
    let path = ProfilePath.line(from: Point(x: 2, y: 2), to: Point(x: 5.2, y: 2))
    let distances = brightnessProfile(of: Self.ramp, along: path, step: 0.5).map(\.distance)
    #expect(distances.count == 8)
    for (index, distance) in distances.enumerated() {
      expectClose(distance, min(0.5 * Double(index), 3.2), within: .pixels(1e-9))
    }
    let whole = ProfilePath.line(from: Point(x: 2, y: 2), to: Point(x: 5, y: 2))
    #expect(brightnessProfile(of: Self.ramp, along: whole, step: 0.5).count == 7)
    let point = ProfilePath.line(from: Point(x: 2, y: 2), to: Point(x: 2, y: 2))
    #expect(brightnessProfile(of: Self.ramp, along: point, step: 0.5).count == 1)
  }

  @Test func outsideThePictureIsEmpty() {
    let path = ProfilePath.line(from: Point(x: -3, y: 6), to: Point(x: 23, y: 6))
    let samples = brightnessProfile(of: Self.ramp, along: path, step: 1)
    for sample in samples {
      #expect((sample.color == nil) == (sample.point.x < 0 || sample.point.x > 20), "at \(sample.point.x)")
    }
    // A whole path far away reads nothing.
    let away = ProfilePath.line(from: Point(x: 1e7, y: 1e7), to: Point(x: 1e7 + 5, y: 1e7))
    #expect(brightnessProfile(of: Self.ramp, along: away, step: 1).allSatisfy { $0.color == nil })
  }

  @Test func widthAverages() throws {
    // Across a line to the right the ramp's green is averaged; its mean is the value on the line.
    let path = ProfilePath.line(from: Point(x: 3, y: 6), to: Point(x: 9, y: 6))
    for sample in brightnessProfile(of: Self.ramp, along: path, step: 1, width: 4) {
      expectClose(try #require(sample.color).y, 27.5, within: .levels(1e-3))
    }
  }

  @Test func arcsRunClockwise() {
    let path = ProfilePath.arc(
      center: Point(x: 10, y: 6), radius: 4, from: Angle(degrees: 350), to: Angle(degrees: 10))
    expectClose(path.length, 4 * 20 * Double.pi / 180, within: .pixels(1e-9))
    let samples = brightnessProfile(of: Self.ramp, along: path, step: 0.1)
    expectClose(samples[0].point.x, 10 + 4 * sin(Angle(degrees: -10).radians), within: .pixels(1e-9))
    #expect(samples[samples.count - 1].point.x > 10)
    for sample in samples {
      expectClose(sample.point.distance(to: Point(x: 10, y: 6)), 4, within: .pixels(1e-9))
    }
    // A full turn where both angles are the same.
    let turn = ProfilePath.arc(center: Point(x: 10, y: 6), radius: 4, from: Angle(degrees: 5), to: Angle(degrees: 5))
    expectClose(turn.length, 8 * Double.pi, within: .pixels(1e-9))
  }
}
