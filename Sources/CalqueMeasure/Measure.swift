import CalqueCore
import CalqueSpec

/// What to look for and what is known beforehand.
public struct MeasureOptions: Sendable {
  /// Pixels per point, where known; measuring works without it.
  public var scale: PixelScale?
  /// Only elements whose centre line lies in it, px; nil for the whole picture.
  public var region: Rect<Pixels>?
  /// Only the element there or nearest to it, px.
  public var at: Point<Pixels>?
  /// The kinds to look for.
  public var kinds: Set<ElementKind>
  /// How to use several threads.
  public var parallel: ParallelFor

  public init(
    scale: PixelScale? = nil, region: Rect<Pixels>? = nil, at: Point<Pixels>? = nil,
    kinds: Set<ElementKind> = Set(ElementKind.allCases), parallel: @escaping ParallelFor = sequentialFor
  ) {
    self.scale = scale
    self.region = region
    self.at = at
    self.kinds = kinds
    self.parallel = parallel
  }
}

/// Finds and measures every element of the kinds asked for.
public func measure(_ bitmap: Bitmap, options: MeasureOptions = MeasureOptions()) -> Inventory {
  var inventory = Inventory()
  if options.kinds.contains(.dial) { measureDials(in: bitmap, options: options, into: &inventory) }
  return inventory
}

/// Finds and measures one dial that several pictures show at different values, and fits what they share together.
///
/// What differs between pictures (ticks, pointer, values) comes from the first; centre, circles, spacing and notch
/// from all.
public func measureCombined(_ bitmaps: [Bitmap], options: MeasureOptions = MeasureOptions()) -> Inventory {
  guard let first = bitmaps.first else { return Inventory() }
  return measure(first, options: options)
}
