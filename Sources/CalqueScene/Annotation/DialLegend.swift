import CalqueCore
import CalqueSpec

/// One line of the panel.
struct LegendRow {
  /// How the thing is drawn in the picture.
  enum Swatch {
    case none
    case line(RGBAColor)
    case dashes(RGBAColor)
    case bars([RGBAColor])
    case cross(RGBAColor)
    /// A circle that is drawn in: to a point, or along straight sides.
    case notch(RGBAColor, isCurve: Bool)
    /// A fade with its shape; `rises` where it grows to the right, as at the leading end.
    case wedge(RGBAColor, DialEnd.Shape?, rises: Bool)
  }
  var swatch: Swatch
  var key: String
  var value: String
}

/// The figures of a dial, in pt where a scale is known.
struct DialLegend {
  let dial: DialSpec
  let scale: PixelScale?

  private var unit: String { scale == nil ? " px" : " pt" }

  private func length(_ e: Estimate) -> String {
    guard let scale else { return FigureText.withSigma(e.value, e.sigma) + unit }
    return FigureText.withSigma(scale.points(e.value), scale.points(e.sigma)) + unit
  }

  /// The arc length of an angle on the tick circle, with the σ of the angle alone, as in the table and the JSON.
  private func arc(_ e: Estimate) -> Estimate {
    Estimate(e.value * dial.radius.value, sigma: e.sigma * dial.radius.value)
  }

  var rows: [LegendRow] {
    var rows = circleRows
    rows += lawRows
    rows += endRows
    return rows
  }

  private var circleRows: [LegendRow] {
    let k = 1 / (scale?.pixelsPerPoint ?? 1)
    let c = dial.center
    let position =
      FigureText.withSigma(c.point.x * k, c.sigmaX * k) + ", " + FigureText.withSigma(c.point.y * k, c.sigmaY * k)
    var rows = [
      LegendRow(swatch: .cross(AnnotationStyle.circle), key: "centre", value: position + unit),
      LegendRow(swatch: .line(AnnotationStyle.circle), key: "radius", value: length(dial.radius)),
    ]
    if let rim = dial.rim {
      rows.append(LegendRow(swatch: .dashes(AnnotationStyle.rim), key: "rim", value: length(rim)))
    }
    let notch = dial.notch
    switch notch.shape {
    case .none: break
    case .unknown:
      rows.append(
        LegendRow(
          swatch: .notch(AnnotationStyle.circle, isCurve: false), key: "notch", value: "shape not settled"))
    case .exponential, .linear:
      let isCurve = notch.shape == .exponential
      if let depth = notch.depth {
        rows.append(
          LegendRow(
            swatch: .notch(AnnotationStyle.circle, isCurve: isCurve), key: "notch",
            value: (isCurve ? "exponential " : "linear ") + length(depth)))
      }
      if let decay = notch.decay {
        rows.append(LegendRow(swatch: .none, key: isCurve ? "1/e length" : "half width", value: length(decay)))
      }
    }
    return rows
  }

  private var lawRows: [LegendRow] {
    let majors = dial.ticks.count { $0.weight == .major }
    let minors = dial.ticks.count - majors
    var rows: [LegendRow] = []
    if majors > 0, minors > 0 {
      rows.append(
        LegendRow(
          swatch: .bars([AnnotationStyle.major, AnnotationStyle.minor, AnnotationStyle.minor]), key: "ticks",
          value: String(majors) + " major, " + String(minors) + " minor"))
    } else if majors + minors > 0 {
      let color = majors > 0 ? AnnotationStyle.major : AnnotationStyle.minor
      rows.append(LegendRow(swatch: .bars([color, color]), key: "ticks", value: String(majors + minors)))
    }
    let law = dial.law
    if let octave = law.perOctave {
      rows.append(LegendRow(swatch: .none, key: "per octave", value: length(dial.law.perOctaveArc ?? arc(octave))))
    } else if let step = law.perUnit {
      rows.append(LegendRow(swatch: .none, key: "per unit", value: length(dial.law.minorArc ?? arc(step))))
    }
    switch law.minor {
    case .equalAngles(let step):
      rows.append(LegendRow(swatch: .none, key: "minor step", value: length(dial.law.minorArc ?? arc(step))))
    case .equalValues(let value):
      rows.append(LegendRow(swatch: .none, key: "minor every", value: FigureText.zoom(value)))
    case nil: break
    }
    return rows
  }

  private var endRows: [LegendRow] {
    var rows: [LegendRow] = []
    for (key, end) in [("leading", dial.leading), ("trailing", dial.trailing)] {
      switch end.kind {
      case .none: break
      case .outside: rows.append(LegendRow(swatch: .none, key: key, value: "outside the picture"))
      case .unknown: rows.append(LegendRow(swatch: .none, key: key, value: "not settled"))
      case .fade:
        if let text = DialFigures.end(end) {
          rows.append(
            LegendRow(
              swatch: .wedge(AnnotationStyle.end, end.shape, rises: key == "leading"), key: key, value: text))
        }
      case .clip, .end:
        if let at = end.at {
          rows.append(
            LegendRow(
              swatch: .bars([AnnotationStyle.end]), key: key,
              value: (end.kind == .clip ? "clip " : "end ") + DialFigures.angleWithSigma(at)))
        }
      }
    }
    if let pointer = dial.pointer {
      rows.append(
        LegendRow(
          swatch: .bars([AnnotationStyle.pointer]), key: "pointer", value: DialFigures.angleWithSigma(pointer.angle)))
    }
    return rows
  }
}
