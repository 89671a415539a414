/// Union–find with path halving (Tarjan and van Leeuwen 1984); the smaller index is the root.
struct DisjointSets {
  private var parents: [Int32]

  init(count: Int = 0) { parents = (0..<count).map { Int32($0) } }

  /// Adds a set of one.
  mutating func add() -> Int32 {
    let index = Int32(parents.count)
    parents.append(index)
    return index
  }

  mutating func root(_ index: Int32) -> Int32 {
    var i = Int(index)
    while parents[i] != Int32(i) {
      parents[i] = parents[Int(parents[i])]
      i = Int(parents[i])
    }
    return Int32(i)
  }

  mutating func join(_ a: Int32, _ b: Int32) {
    let x = root(a)
    let y = root(b)
    if x < y { parents[Int(y)] = x } else { parents[Int(x)] = y }
  }

  /// Every member's root.
  mutating func roots() -> [Int32] {
    for i in parents.indices { parents[i] = parents[Int(parents[i])] }
    return parents
  }
}
