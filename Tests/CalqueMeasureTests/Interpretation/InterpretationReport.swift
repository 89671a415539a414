import CalqueCore
import CalqueSpec
import CalqueTestSupport

@testable import CalqueMeasure

/// Errors of many interpretations, beside the truth.
struct InterpretationReport {
  var dials = 0
  var ticks = 0
  var weights = 0
  var zoomsRight = 0
  var zoomsWrong = 0
  var zoomsNull = 0
  var invented = 0
  var inventedRejected = 0
  var trueRejected = 0
  var kinds = (right: 0, count: 0)
  var ends = (right: 0, count: 0)
  var shapes = (right: 0, open: 0, wrong: 0)
  var notches = (right: 0, count: 0)
  var octaveErrors: [Double] = []
  var decayErrors: [Double] = []
  var depthErrors: [Double] = []
  var fullErrors: [Double] = []
  var goneErrors: [Double] = []
  /// Error over stated σ, by kind of figure.
  var octaveRatios: [Double] = []
  var decayRatios: [Double] = []
  var depthRatios: [Double] = []
  var fullRatios: [Double] = []
  var goneRatios: [Double] = []
  var atRatios: [Double] = []
  var failures: [String] = []

  mutating func add(_ dial: SimulatedDial, _ result: DialInterpretation, _ truth: [SimulatedDial.Tick?]) {
    dials += 1
    invented += truth.filter { $0 == nil }.count
    var wrong = 0
    for index in result.rejected {
      if truth[index] == nil { inventedRejected += 1 } else { trueRejected += 1 }
    }
    for (tick, source) in zip(result.ticks, result.sources) {
      guard let actual = truth[source] else { continue }
      ticks += 1
      if (tick.weight == .major) == actual.isMajor { weights += 1 } else { wrong += 1 }
      if let zoom = tick.zoom {
        if (zoom / actual.zoom - 1).magnitude < 0.005 { zoomsRight += 1 } else { zoomsWrong += 1 }
      } else {
        zoomsNull += 1
      }
    }
    if wrong > 0 { failures.append("\(dial.name): \(wrong) weights") }
    kinds.count += 1
    if result.law.kind == .logarithmic {
      kinds.right += 1
    } else {
      let majors = truth.compactMap { $0 }.filter { $0.isMajor }.map(\.zoom)
      failures.append("\(dial.name): law \(result.law.kind), majors seen \(majors) k \(dial.minorsPerOctave)")
    }
    if let octave = result.law.perOctave {
      let error = octave.value * dial.radius - dial.octave
      octaveErrors.append(error.magnitude)
      octaveRatios.append(error.magnitude / (octave.sigma * dial.radius))
    }
    addEnds(dial, result)
    addNotch(dial, result, truth)
  }

  private mutating func addEnds(_ dial: SimulatedDial, _ result: DialInterpretation) {
    let all = dial.ticks
    for isLeading in [true, false] {
      let end = isLeading ? result.leading : result.trailing
      let outermost = isLeading ? -all[0].position : all[all.count - 1].position
      var kind = DialEnd.Kind.end
      if outermost > dial.halfArc + 2 { kind = dial.fade == nil ? .clip : .fade }
      let step = dial.octave / Double(dial.minorsPerOctave)
      // What cannot be told: an own end within the last step before the window's edge, or near the border.
      if kind == .end && (dial.strength(outermost) < 0.25 || dial.strength(outermost + step) < 0.3) { continue }
      if min(dial.halfArc, outermost) + step > dial.reach { continue }
      ends.count += 1
      if end.kind == kind {
        ends.right += 1
      } else {
        failures.append(
          "\(dial.name): \(isLeading ? "leading" : "trailing") \(end.kind), not \(kind); own end \(outermost), window "
            + "\(dial.halfArc), fade \(dial.fadeLength)")
        continue
      }
      let degree = 180 / Double.pi / dial.radius
      if kind == .fade, let shape = dial.fade {
        if end.shape == shape {
          shapes.right += 1
        } else if end.shape == nil {
          shapes.open += 1
        } else {
          shapes.wrong += 1
        }
        let full = (dial.halfArc - FadeEnvelope.full(shape) * dial.fadeLength) * degree
        let gone = (dial.halfArc - FadeEnvelope.gone(shape) * dial.fadeLength) * degree
        if let estimate = end.full {
          fullErrors.append((estimate.angle.degrees.magnitude - full).magnitude)
          fullRatios.append(fullErrors[fullErrors.count - 1] / estimate.sigma.degrees)
        }
        if let estimate = end.gone {
          goneErrors.append((estimate.angle.degrees.magnitude - gone).magnitude)
          goneRatios.append(goneErrors[goneErrors.count - 1] / estimate.sigma.degrees)
        }
      }
      if let at = end.at {
        let place = kind == .clip ? dial.halfArc : outermost
        atRatios.append((at.angle.degrees.magnitude - place * degree).magnitude / at.sigma.degrees)
      }
    }
  }

  private mutating func addNotch(
    _ dial: SimulatedDial, _ result: DialInterpretation, _ truth: [SimulatedDial.Tick?]
  ) {
    notches.count += 1
    let expected: DialNotch.Shape = dial.notch.depth > 0 ? .exponential : .none
    if result.notch.shape == expected {
      notches.right += 1
    } else {
      let near = truth.compactMap { $0 }.filter { $0.position.magnitude < 12 }.map(\.position)
      failures.append("\(dial.name): notch \(result.notch.shape), not \(expected) \(dial.notch) at \(near)")
    }
    guard expected == .exponential, let decay = result.notch.decay, let depth = result.notch.depth else { return }
    let error = (decay.value / dial.scale - dial.notch.decay).magnitude
    decayErrors.append(error)
    decayRatios.append(error / (decay.sigma / dial.scale))
    let depthError = (depth.value / dial.scale - dial.notch.depth).magnitude
    depthErrors.append(depthError)
    depthRatios.append(depthError / (depth.sigma / dial.scale))
  }

  /// Shares of |error| under σ and 2σ.
  static func honesty(_ ratios: [Double]) -> (one: Double, two: Double) {
    let n = Double(max(ratios.count, 1))
    return (Double(ratios.filter { $0 < 1 }.count) / n, Double(ratios.filter { $0 < 2 }.count) / n)
  }

  var ratios: [[Double]] { [octaveRatios, decayRatios, depthRatios, fullRatios, goneRatios, atRatios] }
  var description: String { summary + failures.joined(separator: "\n") }

  var summary: String {
    func row(_ name: String, _ errors: [Double], _ ratios: [Double]) -> String {
      let (one, two) = Self.honesty(ratios)
      return "  \(name): n \(errors.count), median \(median(errors)), 95 % \(quantile(errors, 0.95)), worst "
        + "\(errors.max() ?? .nan); under σ \(one), under 2σ \(two)\n"
    }
    return """
      \(dials) dials, \(ticks) ticks: weights right \(weights), zooms right \(zoomsRight) wrong \(zoomsWrong) null \
      \(zoomsNull); invented \(invented), of them rejected \(inventedRejected); true ticks rejected \(trueRejected)
        law \(kinds.right)/\(kinds.count); ends \(ends.right)/\(ends.count); shapes right/open/wrong \(shapes); \
      notches \(notches.right)/\(notches.count)

      """ + row("octave pt", octaveErrors, octaveRatios) + row("decay pt", decayErrors, decayRatios)
        + row("depth pt", depthErrors, depthRatios) + row("full °", fullErrors, fullRatios)
        + row("gone °", goneErrors, goneRatios) + row("at", atRatios, atRatios)
  }
}
