import CalqueCore

/// How the elements of a screen stand to each other. Indices count in `Inventory.elements`; lengths are in pixels.
public struct LayoutSpec: Equatable, Sendable {
  /// The empty space between two neighbours.
  public struct Gap: Equatable, Sendable {
    public var axis: Axis
    /// The left or upper element.
    public var first: Int
    /// The right or lower element.
    public var second: Int
    public var length: Estimate
    public init(axis: Axis, first: Int, second: Int, length: Estimate) {
      self.axis = axis
      self.first = first
      self.second = second
      self.length = length
    }
  }

  /// The distances of an element from what contains it.
  public struct Margin: Equatable, Sendable {
    public var element: Int
    /// The innermost element around it; nil for the picture.
    public var container: Int?
    public var left: Estimate
    public var top: Estimate
    public var right: Estimate
    public var bottom: Estimate
    public init(element: Int, container: Int?, left: Estimate, top: Estimate, right: Estimate, bottom: Estimate) {
      self.element = element
      self.container = container
      self.left = left
      self.top = top
      self.right = right
      self.bottom = bottom
    }
  }

  /// Elements that share an edge or a centre.
  public struct Group: Equatable, Sendable {
    public enum Line: Equatable, Hashable, Sendable, CaseIterable {
      case left, centerX, right, top, centerY, bottom, baseline
    }
    public var line: Line
    /// At least two, in their order.
    public var elements: [Int]
    /// Their weighted mean, px.
    public var position: Estimate
    /// The largest distance of one of them from it, px.
    public var spread: Double
    public init(line: Line, elements: [Int], position: Estimate, spread: Double) {
      self.line = line
      self.elements = elements
      self.position = position
      self.spread = spread
    }
  }

  /// A spacing that gaps and margins are multiples of.
  public struct Grid: Equatable, Sendable {
    /// Points.
    public var step: Double
    /// How many of the distances are multiples of it.
    public var explained: Int
    /// How many there are.
    public var of: Int
    public init(step: Double, explained: Int, of: Int) {
      self.step = step
      self.explained = explained
      self.of = of
    }
  }

  public var gaps: [Gap]
  public var margins: [Margin]
  public var groups: [Group]
  /// nil where no grid explains more than chance would.
  public var grid: Grid?

  public init(gaps: [Gap] = [], margins: [Margin] = [], groups: [Group] = [], grid: Grid? = nil) {
    self.gaps = gaps
    self.margins = margins
    self.groups = groups
    self.grid = grid
  }
}
