import CalqueCore
import CalqueSpec

extension Inventory {
  /// Keeps the kinds asked for, those whose centre lies in the region asked for, and of these the innermost at the
  /// point asked for.
  mutating func select(_ options: MeasureOptions) {
    elements.removeAll { !options.kinds.contains($0.kind) }
    refused.removeAll { !options.kinds.contains($0.kind) }
    if let region = options.region {
      elements.removeAll { !region.contains($0.frame.center) && $0.kind != .dial }
    }
  }
}
