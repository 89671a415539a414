import CalqueCore
import CalqueTestSupport
import Testing

@testable import CalqueMeasure

@Suite struct RegionMapTests {
  /// Blocks of a few far apart colours: every run is long, so nothing counts as texture.
  @Test(arguments: 1...20 as ClosedRange<UInt64>) func `equals a flood fill on pictures of blocks`(seed: UInt64) {
    var random = RandomSource(seed: seed)
    let (columns, rows, block) = (9, 7, 5)
    let colors: [UInt32] = [0x000000, 0x0000FF, 0x00FF00, 0xFF0000]
    let cells = (0..<columns * rows).map { _ in colors[Int(random.next() % 4)] }
    let (width, height) = (columns * block, rows * block)
    let pixels = (0..<width * height).map { cells[$0 / width / block * columns + $0 % width / block] }
    let map = RegionMap(bitmap(pixels, width: width, height: height))
    let expected = floodFill(pixels, width: width, height: height)
    var pairs: [Int32: Int] = [:]
    for i in pixels.indices {
      #expect(map.labels[i] >= 0)
      if let known = pairs[map.labels[i]] { #expect(known == expected[i], "pixel \(i)") }
      pairs[map.labels[i]] = expected[i]
    }
    #expect(Set(pairs.values).count == map.regions.count)
    for (index, region) in map.regions.enumerated() {
      let members = map.labels.indices.filter { map.labels[$0] == Int32(index) }
      #expect(region.area == members.count)
      #expect(region.minX == members.map { $0 % width }.min() && region.maxX == members.map { $0 % width }.max())
      #expect(region.minY == members.map { $0 / width }.min() && region.maxY == members.map { $0 / width }.max())
    }
  }

  @Test func `a gradient is one region and a step is not`() throws {
    var canvas = Canvas(width: 120, height: 200, color: SIMD3(200, 210, 220))
    for y in 20..<180 {
      for x in 20..<100 { canvas.colors[y * 120 + x] = SIMD4(40 + Float(y - 20) / 2, 90, 140, 255) }
    }
    let map = RegionMap(canvas.bitmap())
    let ground = try #require(map.region(2, 2))
    let top = try #require(map.region(60, 22))
    #expect(map.region(60, 177) == top)
    #expect(top != ground)
    #expect(!map.regions[top].isUniform)
    #expect(map.regions[top].area == 80 * 160)
    #expect(map.regions[top].parent == ground)
  }

  @Test(arguments: [8, 20, 60, 255] as [Float])
  func `anti-aliasing does not bridge an edge`(contrast: Float) throws {
    var canvas = Canvas(width: 100, height: 60, color: SIMD3(repeating: 0))
    canvas.rect(Rect(x: 20.3, y: 15.4, width: 50.5, height: 30.3), SIMD3(repeating: contrast))
    let map = RegionMap(canvas.bitmap())
    let ground = try #require(map.region(1, 1))
    let inside = try #require(map.region(40, 30))
    #expect(inside != ground)
    #expect(map.regions[inside].color == SIMD3(repeating: contrast))
  }

  @Test func `what lies in what is told by nesting`() throws {
    var canvas = Canvas(width: 120, height: 120, color: SIMD3(250, 250, 250))
    canvas.rect(Rect(x: 10.5, y: 10.5, width: 100, height: 100), SIMD3(200, 40, 40))
    canvas.disc(x: 60.2, y: 60.3, radius: 30, SIMD3(30, 30, 200))
    canvas.rect(Rect(x: 55, y: 55, width: 10, height: 10), SIMD3(250, 250, 250))
    let map = RegionMap(canvas.bitmap())
    let page = try #require(map.region(2, 2))
    let card = try #require(map.region(15, 15))
    let disc = try #require(map.region(40, 60))
    let hole = try #require(map.region(60, 60))
    #expect(map.regions[page].parent == nil)
    #expect(map.regions[card].parent == page)
    #expect(map.regions[disc].parent == card)
    #expect(map.regions[hole].parent == disc)
    #expect(hole != page)
  }

  @Test(arguments: 1...3) func `a hairline on a plain ground is a region`(thickness: Int) throws {
    for isVertical in [false, true] {
      var canvas = Canvas(width: 90, height: 90, color: SIMD3(repeating: 240))
      let line = Rect<Pixels>(x: 30, y: 20, width: Double(thickness), height: 50)
      let turned = Rect<Pixels>(x: 20, y: 30, width: 50, height: Double(thickness))
      canvas.rect(isVertical ? line : turned, SIMD3(repeating: 60))
      let map = RegionMap(canvas.bitmap())
      let region = try #require(isVertical ? map.region(30, 45) : map.region(45, 30))
      #expect(map.regions[region].area == 50 * thickness)
    }
  }

  @Test func `grain leaves hardly a region`() {
    var random = RandomSource(seed: 7)
    let pixels = (0..<200 * 200).map { _ in UInt32(random.next() % 64) * 0x010101 }
    let map = RegionMap(bitmap(pixels, width: 200, height: 200))
    #expect(map.regions.count < 20)
  }

  @Test func `transparent pixels count as white and sixteen bits as eight`() {
    let eight = RegionMap(Bitmap(width: 8, height: 8, rgba: (0..<64).flatMap { _ in [10, 20, 30, 0] as [UInt8] }))
    #expect(eight.regions.map { $0.color } == [SIMD3(repeating: 255)])
    let sixteen = RegionMap(
      Bitmap(width: 8, height: 8, rgba16: (0..<64).flatMap { _ in [257 * 10, 257 * 20, 257 * 30, 65535] as [UInt16] }))
    #expect(sixteen.regions.map { $0.color } == [SIMD3(10, 20, 30)])
  }

  private func bitmap(_ pixels: [UInt32], width: Int, height: Int) -> Bitmap {
    Bitmap(
      width: width, height: height,
      rgba: pixels.flatMap { [UInt8($0 & 255), UInt8($0 >> 8 & 255), UInt8($0 >> 16 & 255), 255] })
  }

  private func floodFill(_ pixels: [UInt32], width: Int, height: Int) -> [Int] {
    var labels = [Int](repeating: -1, count: pixels.count)
    var count = 0
    for start in pixels.indices where labels[start] < 0 {
      var open = [start]
      labels[start] = count
      while let i = open.popLast() {
        let (x, y) = (i % width, i / width)
        for (u, v) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)] where u >= 0 && v >= 0 && u < width && v < height
        {
          let j = v * width + u
          if labels[j] < 0, pixels[j] == pixels[i] {
            labels[j] = count
            open.append(j)
          }
        }
      }
      count += 1
    }
    return labels
  }
}
