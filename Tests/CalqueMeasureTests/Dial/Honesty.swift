import Testing

/// Expects errors over their σ to be spread as σ says: neither many times too large nor too small.
///
/// - Parameters:
///   - one: Allowed share within σ (0.683 for normal deviates).
///   - two: Least share within 2σ (0.954).
func expectHonest(
  _ ratios: [Double], _ what: String, one: ClosedRange<Double> = 0.55...0.8, two: Double = 0.9,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let n = Double(ratios.count)
  let within = Double(ratios.count(where: { $0.magnitude < 1 })) / n
  let withinTwo = Double(ratios.count(where: { $0.magnitude < 2 })) / n
  #expect(
    one.contains(within) && withinTwo >= two,
    "\(what): \(round(100 * within)) % within σ, \(round(100 * withinTwo)) % within 2σ of \(ratios.count)",
    sourceLocation: sourceLocation)
}
