import CalqueCore

extension Element {
  /// Whether another element lies in this one and this one can hold others: shapes, rings and tab bars do.
  public func contains(_ other: Element) -> Bool {
    switch self {
    case .text, .ruler, .dial: return false
    case .shape, .ring, .tabs: break
    }
    /// Frames that share an edge are read to a fraction of this, px.
    let slack = 1.0
    let (a, b) = (frame, other.frame)
    return b.x >= a.x - slack && b.y >= a.y - slack && b.maxX <= a.maxX + slack && b.maxY <= a.maxY + slack
      && a.width * a.height > 1.02 * b.width * b.height
  }
}

/// For each element the index of the innermost one around it; nil for those that lie on the page itself.
public func containers(of elements: [Element]) -> [Int?] {
  elements.indices.map { child in
    var innermost: (index: Int, area: Double)?
    for index in elements.indices where index != child && elements[index].contains(elements[child]) {
      let area = elements[index].frame.width * elements[index].frame.height
      if area < innermost?.area ?? .infinity { innermost = (index, area) }
    }
    return innermost?.index
  }
}

/// The order in which a person reads elements: from the top, from the left where two overlap in height, each followed
/// by what lies in it.
public func readingOrder(of elements: [Element]) -> [Int] {
  let parents = containers(of: elements)
  var order: [Int] = []
  func append(_ parent: Int?) {
    let members = elements.indices.filter { parents[$0] == parent }
    for index in members.sorted(by: { readsBefore(elements[$0].frame, elements[$1].frame) }) {
      order.append(index)
      append(index)
    }
  }
  append(nil)
  return order
}

private func readsBefore(_ a: Rect<Pixels>, _ b: Rect<Pixels>) -> Bool {
  let shared = min(a.maxY, b.maxY) - max(a.y, b.y)
  if shared > 0.5 * min(a.height, b.height), a.x != b.x { return a.x < b.x }
  return (a.y, a.x) < (b.y, b.x)
}
