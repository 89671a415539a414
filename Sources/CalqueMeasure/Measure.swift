import CalqueCore
import CalqueSpec

/// The steps of a measurement, in their order.
public enum MeasureStage: Equatable, Hashable, Sendable, CaseIterable {
  /// Brightness planes from the bitmap.
  case planes
  /// Short straight bars and dots.
  case marks
  /// Circles that explain them.
  case candidates
  /// The joint fit of centre, circles and ticks.
  case refinement
  /// Spacing, ends, notch, pointer.
  case interpretation
  /// Parts of one colour.
  case regions
  case rings
  case shapes
  case rulers
  case text
  case tabs
  case layout
}

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
  /// Called when a stage is over, to time it; stages may repeat.
  public var onStage: (@Sendable (MeasureStage) -> Void)?

  public init(
    scale: PixelScale? = nil, region: Rect<Pixels>? = nil, at: Point<Pixels>? = nil,
    kinds: Set<ElementKind> = Set(ElementKind.allCases), parallel: @escaping ParallelFor = sequentialFor,
    onStage: (@Sendable (MeasureStage) -> Void)? = nil
  ) {
    self.scale = scale
    self.region = region
    self.at = at
    self.kinds = kinds
    self.parallel = parallel
    self.onStage = onStage
  }
}

/// Finds and measures every element of the kinds asked for.
public func measure(_ bitmap: Bitmap, options: MeasureOptions = MeasureOptions()) -> Inventory {
  var inventory = Inventory()
  if options.kinds.contains(.dial) { measureDials(in: bitmap, options: options, into: &inventory) }
  if !options.kinds.isSubset(of: [.dial]) { measureScreen(bitmap, options: options, into: &inventory) }
  return inventory
}

/// What several pictures of one control show together.
public struct CombinedInventory: Equatable, Sendable {
  public var inventory: Inventory
  /// Indices of the pictures that the figures come from: those that show the same control at the same place.
  public var pictures: [Int]
}

/// Finds and measures one dial that several pictures show at different values, and fits what they share together.
///
/// What differs between pictures (ticks, pointer, values) comes from the first; centre, circles, spacing and notch
/// from all.
public func measureCombined(_ bitmaps: [Bitmap], options: MeasureOptions = MeasureOptions())
  -> CombinedInventory
{
  guard let first = bitmaps.first else { return CombinedInventory(inventory: Inventory(), pictures: []) }
  guard options.kinds.contains(.dial), let combined = measureCombinedDial(bitmaps, options: options) else {
    return CombinedInventory(inventory: measure(first, options: options), pictures: [0])
  }
  return CombinedInventory(inventory: Inventory(elements: [.dial(combined.dial)]), pictures: combined.pictures)
}
