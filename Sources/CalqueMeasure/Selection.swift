import CalqueCore
import CalqueSpec

extension Inventory {
  /// Keeps the kinds asked for, of these what lies in the region asked for, and of these the innermost at the point
  /// asked for.
  ///
  /// A dial is found around a point from afar, because its ticks are far from its middle: it stays where nothing else
  /// lies at the point.
  mutating func select(_ options: MeasureOptions) {
    elements.removeAll { !options.kinds.contains($0.kind) }
    refused.removeAll { !options.kinds.contains($0.kind) }
    if let region = options.region {
      elements.removeAll { $0.kind != .dial && !region.contains($0.frame.center) }
      refused.removeAll { $0.kind != .dial && !region.contains($0.frame.center) }
    }
    if let point = options.at {
      let hits = elements.filter { $0.frame.contains(point) }
      let innermost = hits.min { $0.frame.width * $0.frame.height < $1.frame.width * $1.frame.height }
      if let innermost {
        elements = [innermost]
      } else {
        elements.removeAll { $0.kind != .dial }
      }
      refused.removeAll { $0.kind != .dial && !$0.frame.contains(point) }
    }
  }
}
