import CalqueCore
import CalqueSpec
import CalqueType

extension TypeResult {
  /// The ranking for a person.
  /// - Parameter limit: How many candidates it lists; nil for a dozen, or for all that cannot be told apart.
  func table(_ style: Style, limit: Int?) -> String {
    let matches = ranking.matches
    let undecided = ranking.undecided.count
    let shown = limit ?? max(Self.usualLimit, undecided)
    var lines = [style.strong("\(displayName(picture.path)): “\(text)”"), inkLine, ""]
    var columns = Columns([.left, .right, .right, .right, .right, .right, .right, .right, .left])
    columns.add([
      "font", "size", "weight", "correlation", "width", "height", "unexplained", "behind", "",
    ])
    for (place, match) in matches.prefix(shown).enumerated() { columns.add(row(match, place, undecided)) }
    lines += columns.lines
    if matches.count > shown { lines.append(style.faint("  and \(matches.count - shown) more")) }
    lines += ["", verdict] + explanation.map { style.faint($0) }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let usualLimit = 12

  private var unit: String { picture.units.scale == nil ? "px" : "pt" }

  private var inkLine: String {
    let ink = ranking.ink
    let sigma = fixedSigma(ranking.inkSigma * 2.0.squareRoot(), 2)
    var line = "ink \(fixed(ink.width, 2)) × \(fixed(ink.height, 2)) ±\(sigma) px"
    if let scale = picture.units.scale {
      line += " (\(fixed(scale.points(ink.width), 2)) × \(fixed(scale.points(ink.height), 2)) pt)"
    }
    return line + " at \(fixed(ink.x, 1)), \(fixed(ink.y, 1))"
  }

  private func row(_ match: TypeMatch, _ place: Int, _ undecided: Int) -> [String] {
    [
      match.candidate.font.family, "\(trimmed(match.candidate.pointSize, atMost: 3)) \(unit)",
      String(match.candidate.weight), fixed(match.correlation, 5), signed(match.widthResidual.value),
      signed(match.heightResidual.value), place == 0 ? "1" : "×\(fixed(match.ratio, match.ratio < 10 ? 2 : 0))",
      place == 0 ? "" : "\(fixed(match.margin, 1))σ",
      match.isWithinNoise && undecided > 1 ? "cannot be told apart" : "",
    ]
  }

  private func signed(_ value: Double) -> String { (value > 0 ? "+" : "") + fixed(value, 2) + " px" }

  private var verdict: String {
    guard let best = ranking.matches.first else { return "" }
    let name =
      "\(best.candidate.font.family) \(trimmed(best.candidate.pointSize, atMost: 3)) \(unit), "
      + "weight \(best.candidate.weight)"
    let others = ranking.undecided.count - 1
    if others > 0 {
      return "\(name) fits best, but the picture does not tell it from \(others) \(others == 1 ? "other" : "others")."
    }
    guard ranking.matches.count > 1 else { return "\(name) is the only candidate." }
    let second = ranking.matches[1]
    return "\(name): the next leaves \(fixed(second.ratio, 1)) times as much unexplained."
  }

  private var explanation: [String] {
    var lines = [
      "Width and height: the candidate's ink less the picture's. Unexplained: 1 − correlation, over the best's.",
      "Behind: how far the squared residuals exceed the best's, in standard deviations.",
    ]
    if picture.units.scale == nil {
      lines.append("Sizes are in px, because the scale is not known: pass --scale to have points.")
    }
    return lines
  }
}
