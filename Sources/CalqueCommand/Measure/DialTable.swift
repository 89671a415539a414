import CalqueCore
import CalqueSpec

/// A dial's figures as aligned text: lengths, what the parts are, ticks.
struct DialTable {
  let dial: DialSpec
  let units: SpecUnits
  let style: Style

  func lines(title: String) -> [String] {
    // Rounding must not turn a probability into certainty.
    let sureness = dial.confidence > 0.999 ? "confidence over 0.999" : "confidence \(fixed(dial.confidence, 3))"
    return [style.strong(title) + style.faint("  " + sureness), ""] + lengths + [""] + parts + [""] + ticks
  }

  // MARK: Lengths

  private var lengths: [String] {
    let hasPoints = units.scale != nil
    var columns = Columns([.left, .right, .right] + (hasPoints ? [.right, .right] : []) + [.left])
    columns.add(["", "px", "± px"] + (hasPoints ? ["pt", "± pt"] : []))
    func add(_ name: String, _ value: Double, _ sigma: Double?, note: String = "") {
      var row = [name, fixed(value, 3), sigma.map { fixedSigma($0, 3) } ?? ""]
      if let scale = units.scale {
        row += [fixed(scale.points(value), 3), sigma.map { fixedSigma(scale.points($0), 3) } ?? ""]
      }
      columns.add(row + [note])
    }
    func add(_ name: String, _ estimate: Estimate, note: String = "") {
      add(name, estimate.value, estimate.sigma, note: note)
    }
    add("Centre x", dial.center.point.x, dial.center.sigmaX)
    add("Centre y", dial.center.point.y, dial.center.sigmaY)
    add("Radius of the ticks", dial.radius)
    if let rim = dial.rim { add("Radius of the rim", rim) }
    if let perOctave = dial.law.perOctave {
      add("One octave", dial.law.perOctaveArc ?? arc(perOctave), note: degrees(perOctave))
    }
    if let perUnit = dial.law.perUnit {
      add(dial.law.unity == nil ? "Major step" : "One unit", arc(perUnit), note: degrees(perUnit))
    }
    if case .equalAngles(let step) = dial.law.minor {
      add("Minor step", dial.law.minorArc ?? arc(step), note: degrees(step))
    }
    if let depth = dial.notch.depth { add("Notch depth", depth) }
    if let decay = dial.notch.decay {
      add(dial.notch.shape == .linear ? "Notch half width" : "Notch 1/e length", decay)
    }
    add("Ticks off the circle, rms", dial.residual, nil)
    return emphasizeHeader(columns.lines)
  }

  private func arc(_ angle: Estimate) -> Estimate {
    Estimate(angle.value * dial.radius.value, sigma: angle.sigma * dial.radius.value)
  }

  private func degrees(_ angle: Estimate) -> String {
    text(AngleEstimate(Angle(radians: angle.value), sigma: Angle(radians: angle.sigma)))
  }

  private func text(_ angle: AngleEstimate?) -> String {
    guard let angle else { return "an unknown angle" }
    return "\(fixed(angle.angle.degrees, 3))° ± \(fixedSigma(angle.sigma.degrees, 3))°"
  }

  // MARK: Parts

  private var parts: [String] {
    var columns = Columns([.left, .left])
    columns.add(["Frame", frame])
    columns.add(["Law", law])
    if let unity = dial.law.unity { columns.add(["Value 1", "at \(text(unity))"]) }
    switch dial.law.minor {
    case .equalAngles: columns.add(["Minor ticks", "at equal angles"])
    case .equalValues(let step): columns.add(["Minor ticks", "every \(trimmed(step, atMost: 3))"])
    case nil: break
    }
    if dial.leading.kind != .none { columns.add(["Leading end", end(dial.leading)]) }
    if dial.trailing.kind != .none { columns.add(["Trailing end", end(dial.trailing)]) }
    columns.add(["Notch", notch])
    columns.add(["Pointer", pointer])
    if let disc = dial.disc {
      let opacity = disc.opacity.map {
        ", \(fixed($0.value * 100, 0)) % ± \(fixedSigma($0.sigma * 100, 0)) % opaque"
      }
      columns.add(["Disc", hex(disc.color) + (opacity ?? "")])
    }
    if !dial.labels.isEmpty { columns.add(["Labels", "\(dial.labels.count)"]) }
    return columns.lines
  }

  private var frame: String {
    guard let scale = units.scale else { return rectangle(dial.frame, "px") }
    let points = scale.points(dial.frame)
    let text = rectangle(points, "pt")
    guard let top = units.safeArea?.top, let left = units.safeArea?.left else { return text }
    return text + ", in the safe area at \(fixed(points.x - left, 1)), \(fixed(points.y - top, 1))"
  }

  private func rectangle<S>(_ frame: Rect<S>, _ unit: String) -> String {
    "\(fixed(frame.width, 1)) × \(fixed(frame.height, 1)) \(unit) at \(fixed(frame.x, 1)), \(fixed(frame.y, 1))"
  }

  private var law: String {
    let others = dial.law.alternatives.filter { $0.kind != dial.law.kind }.map {
      "\($0.kind.name): \(length($0.residual))"
    }
    let name = dial.law.kind == .unknown ? "not settled" : "\(dial.law.kind.name), \(length(dial.law.residual)) rms"
    return name + (others.isEmpty ? "" : " (\(others.joined(separator: ", ")))")
  }

  private func end(_ end: DialEnd) -> String {
    switch end.kind {
    case .fade:
      let shape = end.shape.map { $0.name } ?? "shape not settled"
      return "fade (\(shape)), full at \(text(end.full)), gone at \(text(end.gone))"
    case .clip: return "cut at \(text(end.at)); the scale goes on"
    case .end: return "the scale ends at \(text(end.at))"
    case .outside: return "outside the picture"
    case .none: return "none"
    case .unknown: return "not settled"
    }
  }

  private var notch: String {
    let shape: String
    switch dial.notch.shape {
    case .none: return "none"
    case .unknown: shape = "there, shape not settled"
    case .exponential: shape = "exponential"
    case .linear: shape = "linear (V)"
    }
    let axis = dial.notch.angle.map { " at \(text($0))" } ?? ""
    let rim = dial.notch.rimFollows.map { $0 ? "; the rim follows" : "; the rim does not follow" } ?? ""
    return shape + axis + rim
  }

  private var pointer: String {
    guard let pointer = dial.pointer else { return "none" }
    return "\(pointer.shape.name) \(hex(pointer.color)) at \(text(pointer.angle))"
  }

  private func length(_ pixels: Double) -> String {
    guard let scale = units.scale else { return "\(fixed(pixels, 3)) px" }
    return "\(fixed(scale.points(pixels), 3)) pt"
  }

  // MARK: Ticks

  private var ticks: [String] {
    let majors = dial.ticks.filter { $0.weight == .major }.count
    let lines = [style.strong("  \(dial.ticks.count) ticks") + style.faint(", \(majors) of them major")]
    guard !dial.ticks.isEmpty else { return lines }
    let unit = units.scale == nil ? "px" : "pt"
    var columns = Columns([.right, .right, .left, .right, .right, .right, .right, .right, .left])
    columns.add([
      "angle °", "± °", "weight", "zoom ", "outer \(unit)", "inner \(unit)", "width \(unit)", "strength", "",
    ])
    for tick in dial.ticks {
      var row = [fixed(tick.angle.degrees, 3), fixedSigma(tick.sigmaAngle.degrees, 3), tick.weight.name]
      row.append(tick.zoom.map { pointAligned($0) } ?? "–    ")
      row += [tick.outer, tick.inner, tick.width].map { fixed(units.scale?.points($0.value) ?? $0.value, 2) }
      row.append(fixed(tick.strength, 2))
      row.append((tick.shape == .dot ? "dot " : "") + (tick.isCut ? "cut" : ""))
      columns.add(row)
    }
    return lines + emphasizeHeader(columns.lines)
  }

  /// Three significant digits, at most three decimals, with spaces for those left out, so that the points stand in a
  /// column.
  private func pointAligned(_ value: Double) -> String {
    let size = value.magnitude
    let decimals = size >= 99.95 ? 0 : size >= 9.995 ? 1 : size >= 0.9995 || size == 0 ? 2 : 3
    let text = fixed(value, decimals)
    return text + String(repeating: " ", count: decimals == 0 ? 4 : 3 - decimals)
  }

  private func emphasizeHeader(_ lines: [String]) -> [String] {
    guard let first = lines.first else { return lines }
    return [style.faint(first)] + lines.dropFirst()
  }
}
