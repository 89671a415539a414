import CalqueCore
import CalqueSpec

extension Screen {
  /// Finds tab bars and segmented controls among the shapes and texts.
  mutating func measureTabs() {
    tabs += TabsFinder(
      shapes: shapes.map { $0.spec }, texts: texts, picture: bitmap.bounds, columns: columns, scale: nominalScale
    ).find()
  }

  /// Regions from the picture's upper to its lower border: in a picture of one control a thumb may be one.
  private var columns: [Rect<Pixels>] {
    var columns: [Rect<Pixels>] = []
    for region in regions.regions where region.minY == 0 && region.maxY == bitmap.height - 1 {
      guard region.width * 10 < bitmap.width * 6, region.area * 10 > region.width * region.height * 7 else { continue }
      columns.append(
        Rect(
          x: Double(region.minX), y: 0, width: Double(region.width), height: Double(region.height)))
    }
    return columns
  }
}

/// Something that segments may lie on.
struct TabsTrack: Sendable {
  var frame: Rect<Pixels>
  var sigma: EdgeSigma
  /// Index of its shape; nil for the whole picture.
  var shape: Int?
}

/// Tells which shapes and texts make a control of equally wide segments.
struct TabsFinder {
  let shapes: [ShapeSpec]
  let texts: [TextSpec]
  let picture: Rect<Pixels>
  /// Parts of one colour as high as the picture.
  let columns: [Rect<Pixels>]
  /// Pixels per point.
  let scale: Double

  /// Bars of progress are lower, cards higher; pt.
  private static let heights = 18.0...72.0
  /// More segments than that are no control for a finger.
  static let mostSegments = 9

  func find() -> [TabsSpec] {
    var result: [TabsSpec] = []
    var indicators = Set<Int>()
    for track in tracks
    where !result.contains(where: {
      $0.frame.intersection(track.frame).width > 0.5 * track.frame.width
        && $0.frame.intersection(track.frame).height > 0.5 * track.frame.height
    }) {
      if let (tabs, thumb) = segmented(track) {
        if let thumb, !indicators.insert(thumb).inserted { continue }
        result.append(tabs)
      }
    }
    result += underlined(besides: result)
    return result.sorted { ($0.frame.y, $0.frame.x) < ($1.frame.y, $1.frame.x) }
  }

  /// Filled shapes of a control's height that are wide enough for two segments, the smallest first, and the picture.
  private var tracks: [TabsTrack] {
    var tracks: [TabsTrack] = []
    for (i, shape) in shapes.enumerated() where shape.kind != .circle && hasTrackSize(shape.frame) {
      tracks.append(TabsTrack(frame: shape.frame, sigma: shape.edgeSigma, shape: i))
    }
    tracks.sort { $0.frame.width * $0.frame.height < $1.frame.width * $1.frame.height }
    if hasTrackSize(picture) { tracks.append(TabsTrack(frame: picture, sigma: EdgeSigma(0.01), shape: nil)) }
    return tracks
  }

  private func hasTrackSize(_ frame: Rect<Pixels>) -> Bool {
    frame.width >= 2.2 * frame.height && Self.heights.contains(frame.height / scale)
  }

  /// A control whose segments lie on a track.
  private func segmented(_ track: TabsTrack) -> (tabs: TabsSpec, thumb: Int?)? {
    let labels = self.labels(in: track.frame)
    let inside = shapes.indices.filter { $0 != track.shape && isThumb(shapes[$0], of: track.frame) }
    if inside.count == 1, let index = inside.first {
      let thumb = shapes[index]
      if let cells = cells(track, thumb: thumb.frame, sigma: thumb.edgeSigma, labels) { return (cells, index) }
    }
    guard inside.isEmpty else { return nil }
    if track.shape == nil {
      for column in columns {
        if let cells = cells(track, thumb: column, sigma: EdgeSigma(0.3), labels) { return (cells, nil) }
      }
    }
    let bounds = labelCells(track.frame, labels) ?? separatedCells(track.frame)
    guard let bounds else { return nil }
    return (
      TabsSpec(frame: track.frame, edgeSigma: track.sigma.largest, confidence: 0.75, segments: bounds, selected: nil),
      nil
    )
  }

  /// Whether a shape lies in a track's middle and leaves as much above as below.
  private func isThumb(_ shape: ShapeSpec, of track: Rect<Pixels>) -> Bool {
    let frame = shape.frame
    let tolerance = 0.75
    guard shape.kind != .circle, frame.x >= track.x - tolerance, frame.maxX <= track.maxX + tolerance else {
      return false
    }
    let above = frame.y - track.y
    let below = track.maxY - frame.maxY
    guard above >= -tolerance, below >= -tolerance, (above - below).magnitude <= max(1.5, 0.03 * track.height) else {
      return false
    }
    return frame.height >= 0.6 * track.height && frame.width <= 0.6 * track.width && frame.width >= 0.8 * frame.height
  }

  /// Segments as wide as the thumb, if the track holds a whole number of them and the thumb stands on one.
  private func cells(
    _ track: TabsTrack, thumb: Rect<Pixels>, sigma thumbSigma: EdgeSigma, _ labels: [Rect<Pixels>]
  ) -> TabsSpec? {
    let above = thumb.y - track.frame.y
    let below = track.frame.maxY - thumb.maxY
    let inset = (above + below) / 2
    let inner = track.frame.width - 2 * inset
    let count = (inner / thumb.width).rounded()
    guard count >= 2, count <= Double(Self.mostSegments) else { return nil }
    // Layouts may round a segment's width to whole points.
    let tolerance = max(0.6 * scale, 0.01 * thumb.width)
    guard (inner - count * thumb.width).magnitude <= count * tolerance else { return nil }
    let step = inner / count
    let place = (thumb.x - track.frame.x - inset) / step
    let selected = place.rounded()
    guard (place - selected).magnitude * step <= tolerance, selected >= 0, selected < count else { return nil }
    let segments = (0..<Int(count)).map { i in
      Rect<Pixels>(
        x: track.frame.x + inset + Double(i) * step, y: track.frame.y + max(0, inset), width: step,
        height: track.frame.height - 2 * max(0, inset))
    }
    let centred = labels.filter { label in
      segments.contains { ($0.center.x - label.center.x).magnitude < 0.12 * step }
    }
    // Without a margin a bar half full looks the same.
    if inset < 0.5, centred.isEmpty { return nil }
    guard centred.count * 2 >= labels.count else { return nil }
    let sigma =
      hypot(hypot(thumbSigma.top, thumbSigma.bottom), hypot(track.sigma.top, track.sigma.bottom)) / 2
    return TabsSpec(
      frame: track.frame, edgeSigma: track.sigma.largest, confidence: centred.count >= 2 ? 0.98 : 0.92,
      segments: segments, selected: Int(selected), indicator: thumb, inset: Estimate(inset, sigma: sigma))
  }

  /// The ink of texts in the middle line of a track, from left to right.
  private func labels(in track: Rect<Pixels>) -> [Rect<Pixels>] {
    texts.map { $0.ink }.filter { ink in
      ink.x >= track.x && ink.maxX <= track.maxX && (ink.center.y - track.center.y).magnitude < 0.2 * track.height
        && ink.height < 0.8 * track.height
    }.sorted { $0.x < $1.x }
  }

  /// Segments about three or more labels, if these stand in the middles of equal parts of the track.
  private func labelCells(_ track: Rect<Pixels>, _ labels: [Rect<Pixels>]) -> [Rect<Pixels>]? {
    guard labels.count >= 3, labels.count <= Self.mostSegments else { return nil }
    let step = track.width / Double(labels.count)
    let heights = labels.map { $0.height }
    guard (heights.max() ?? 0) < 1.8 * (heights.min() ?? 0) else { return nil }
    let off = labels.enumerated().map { (i, label) in label.center.x - track.x - (Double(i) + 0.5) * step }
    let tolerance = max(2, 0.06 * step)
    guard off.allSatisfy({ $0.magnitude <= tolerance }), labels.allSatisfy({ $0.width < step }) else { return nil }
    return (0..<labels.count).map {
      Rect(x: track.x + Double($0) * step, y: track.y, width: step, height: track.height)
    }
  }

  /// Segments between lines that cut a track into equal parts.
  private func separatedCells(_ track: Rect<Pixels>) -> [Rect<Pixels>]? {
    var lines: [Rect<Pixels>] = []
    for shape in shapes where isSeparator(shape.frame, of: track) { lines.append(shape.frame) }
    lines.sort { $0.x < $1.x }
    guard lines.count >= 2, lines.count < Self.mostSegments else { return nil }
    let step = track.width / Double(lines.count + 1)
    let tolerance = max(1.5, 0.02 * step)
    for (i, line) in lines.enumerated() {
      let off = line.center.x - track.x - Double(i + 1) * step
      if off.magnitude > tolerance { return nil }
    }
    return (0...lines.count).map {
      Rect(x: track.x + Double($0) * step, y: track.y, width: step, height: track.height)
    }
  }

  private func isSeparator(_ line: Rect<Pixels>, of track: Rect<Pixels>) -> Bool {
    guard line.width <= 2 * scale, line.height >= 0.3 * track.height else { return false }
    return line.x > track.x && line.maxX < track.maxX && line.y >= track.y - 0.75 && line.maxY <= track.maxY + 0.75
  }
}
