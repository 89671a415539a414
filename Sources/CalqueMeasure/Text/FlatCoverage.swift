import CalqueCore

/// How much of a pixel ink covers, on a ground of one colour.
struct Coverage {
  let reader: BitmapReader
  let map: RegionMap
  let ground: SIMD4<Float>
  let ink: SIMD4<Float>
  /// The ground's region, whose pixels are covered by nothing.
  let region: Int
  private let scale: SIMD4<Float>
  let contrast: Float

  init(reader: BitmapReader, map: RegionMap, ground: SIMD4<Float>, ink: SIMD4<Float>, region: Int) {
    self.reader = reader
    self.map = map
    self.ground = ground
    self.ink = ink
    self.region = region
    let way = SIMD4(ink.x - ground.x, ink.y - ground.y, ink.z - ground.z, 0)
    contrast = way.colorMagnitude
    scale = way / max(1, way.colorDot(way))
  }

  /// How often ink begins along a row a little below the line's middle.
  func crossings(_ line: InkLine) -> Int {
    let y = line.minY + line.height * 11 / 20
    var count = 0
    var before = 0.0
    for x in line.minX...line.maxX {
      let here = at(x, y)
      if here >= 0.5, before < 0.5 { count += 1 }
      before = here
    }
    return count
  }

  /// Whether a column between a quarter and three quarters of a component holds no more ink than where edges touch.
  func isPair(_ c: InkComponent) -> Bool {
    let columns = c.minX + c.width / 4...c.maxX - c.width / 4
    return columns.contains { x in
      (c.minY...c.maxY).reduce(0) { $0 + at(x, $1) } < max(1, 0.06 * Double(c.height))
    }
  }

  /// Over a component's bounds, px².
  func sum(_ c: InkComponent) -> Double {
    var sum = 0.0
    for y in c.minY...c.maxY { for x in c.minX...c.maxX { sum += at(x, y) } }
    return sum
  }

  func at(_ x: Int, _ y: Int) -> Double {
    guard x >= 0, y >= 0, x < map.width, y < map.height, map.labels[y * map.width + x] != Int32(region) else {
      return 0
    }
    return Double(min(max((reader.pixel(x, y) - ground).colorDot(scale), 0), 1))
  }
}
