import CalqueCore

/// Where a region begins and ends along some rows and columns.
struct RegionBoundary {
  /// One change between the region and what is beside it.
  struct Place {
    /// The outermost pixel of the region.
    var x: Int
    var y: Int
    /// The step out of the region.
    var dx: Int
    var dy: Int
  }
  private(set) var places: [Place] = []

  /// On the pixels' borders, px.
  var points: [Point<Pixels>] {
    places.map { Point(x: Double($0.x) + 0.5 + 0.5 * Double($0.dx), y: Double($0.y) + 0.5 + 0.5 * Double($0.dy)) }
  }

  /// Reads no more than so many rows and as many columns, evenly spread.
  init(_ index: Int, in map: RegionMap, most: Int) {
    let region = map.regions[index]
    let label = Int32(index)
    map.labels.withUnsafeBufferPointer { labels in
      for y in stride(from: region.minY, through: region.maxY, by: max(1, region.height / most)) {
        for x in region.minX...region.maxX where labels[y * map.width + x] == label {
          if x == 0 || labels[y * map.width + x - 1] != label { places.append(Place(x: x, y: y, dx: -1, dy: 0)) }
          if x == map.width - 1 || labels[y * map.width + x + 1] != label {
            places.append(Place(x: x, y: y, dx: 1, dy: 0))
          }
        }
      }
      for x in stride(from: region.minX, through: region.maxX, by: max(1, region.width / most)) {
        for y in region.minY...region.maxY where labels[y * map.width + x] == label {
          if y == 0 || labels[(y - 1) * map.width + x] != label { places.append(Place(x: x, y: y, dx: 0, dy: -1)) }
          if y == map.height - 1 || labels[(y + 1) * map.width + x] != label {
            places.append(Place(x: x, y: y, dx: 0, dy: 1))
          }
        }
      }
    }
  }

  /// The places whose row or column crosses one of two circles steeply, from how far the region covers the pixels beyond.
  func subpixel(near circles: ConcentricCircles, reader: BitmapReader) -> [Point<Pixels>] {
    var result: [Point<Pixels>] = []
    for place in places {
      let point = Point<Pixels>(
        x: Double(place.x) + 0.5 + 0.5 * Double(place.dx), y: Double(place.y) + 0.5 + 0.5 * Double(place.dy))
      let away = point - circles.center
      let distance = max(away.length, 1e-9)
      let steepness = (away.dx * Double(place.dx) + away.dy * Double(place.dy)).magnitude / distance
      guard steepness > 0.7, circles.error(distance).magnitude < 2,
        let crossing = reader.edgeCrossing(fromX: place.x, y: place.y, dx: place.dx, dy: place.dy)
      else { continue }
      result.append(
        Point(x: point.x + crossing.distance * Double(place.dx), y: point.y + crossing.distance * Double(place.dy)))
    }
    return result
  }
}
