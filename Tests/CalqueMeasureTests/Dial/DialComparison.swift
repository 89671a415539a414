import CalqueCore
import CalqueSpec
import CalqueTestSupport

@testable import CalqueMeasure

/// A measured dial beside the truth of its drawing.
struct DialComparison: CustomStringConvertible {
  /// A figure's error and its stated σ, in one unit.
  typealias Figure = (error: Double, sigma: Double)

  let truth: DrawnDial
  let dial: DialSpec
  private(set) var missed = 0
  private(set) var needed = 0
  private(set) var invented = 0
  private(set) var weightsWrong = 0
  private(set) var zoomsRight = 0
  private(set) var zoomsMissing = 0
  private(set) var zoomsWrong = 0
  /// Errors of the matched ticks across (px on the circle) and of their ends (px).
  private(set) var across: [Figure] = []
  private(set) var outer: [Figure] = []
  private(set) var inner: [Figure] = []
  private(set) var widths: [Figure] = []

  init(_ dial: DialSpec, _ truth: DrawnDial) {
    self.truth = truth
    self.dial = dial
    let ticks = truth.ticks
    let isNeeded = ticks.map { $0.isInside && $0.strength >= 0.2 }
    needed = isNeeded.count(where: { $0 })
    var used = Set<Int>()
    let reach = 2.5 / truth.radius
    for told in dial.ticks {
      func off(_ i: Int) -> Double { (told.angle - ticks[i].angle).wrapped.radians }
      guard let nearest = ticks.indices.min(by: { off($0).magnitude < off($1).magnitude }),
        off(nearest).magnitude < reach, used.insert(nearest).inserted
      else {
        invented += 1
        continue
      }
      guard isNeeded[nearest] else { continue }
      let tick = ticks[nearest]
      across.append((off(nearest) * truth.radius, told.sigmaAngle.radians * truth.radius))
      outer.append((told.outer.value - tick.outer, told.outer.sigma))
      inner.append((told.inner.value - tick.inner, told.inner.sigma))
      widths.append((told.width.value - tick.width, told.width.sigma))
      if (told.weight == .major) != tick.isMajor { weightsWrong += 1 }
      if let zoom = tick.zoom {
        if let toldZoom = told.zoom {
          if (toldZoom / zoom - 1).magnitude < 0.02 { zoomsRight += 1 } else { zoomsWrong += 1 }
        } else {
          zoomsMissing += 1
        }
      }
    }
    missed = isNeeded.indices.count(where: { isNeeded[$0] && !used.contains($0) })
  }

  var centerX: Figure { (dial.center.point.x - truth.center.x, dial.center.sigmaX) }
  var centerY: Figure { (dial.center.point.y - truth.center.y, dial.center.sigmaY) }
  var radius: Figure { (dial.radius.value - truth.radius, dial.radius.sigma) }
  var rim: Figure? {
    guard let told = dial.rim, let rim = truth.rim else { return nil }
    return (told.value - rim, told.sigma)
  }
  var centerError: Double { hypot(centerX.error, centerY.error) }

  var description: String {
    """
    \(truth.name): missed \(missed)/\(needed), invented \(invented), weights wrong \(weightsWrong), zooms \
    \(zoomsRight)/\(zoomsMissing)/\(zoomsWrong), centre \(brief(centerX)) \(brief(centerY)), radius \(brief(radius)), \
    rim \(rim.map(brief) ?? "–"), across rms \(round(rms(across))) worst \(round(worst(across))), outer rms \
    \(round(rms(outer))) mean \(round(mean(outer))), inner rms \(round(rms(inner))) mean \(round(mean(inner))), \
    width rms \(round(rms(widths))), law \(dial.law.kind), ends \(dial.leading.kind) \(dial.trailing.kind), notch \
    \(dial.notch.shape), pointer \(dial.pointer.map { "\($0.shape) \(round($0.angle.angle.degrees))" } ?? "none")
    """
  }

  private func brief(_ f: Figure) -> String { "\(round(f.error))±\(round(f.sigma))" }
}

func rms(_ figures: [DialComparison.Figure]) -> Double {
  (figures.reduce(0) { $0 + $1.error * $1.error } / Double(max(1, figures.count))).squareRoot()
}

func mean(_ figures: [DialComparison.Figure]) -> Double {
  figures.reduce(0) { $0 + $1.error } / Double(max(1, figures.count))
}

func worst(_ figures: [DialComparison.Figure]) -> Double { figures.reduce(0) { max($0, $1.error.magnitude) } }

/// To a thousandth, for messages.
func round(_ x: Double) -> Double { (x * 1000).rounded() / 1000 }

extension Inventory {
  var dials: [DialSpec] {
    elements.compactMap { element in
      if case .dial(let dial) = element { dial } else { nil }
    }
  }
}

extension DrawnDial {
  /// The measured dial nearest to this one's centre; nil where none is within 10 px.
  func compare(_ inventory: Inventory) -> DialComparison? {
    let nearest = inventory.dials.min {
      $0.center.point.distance(to: center) < $1.center.point.distance(to: center)
    }
    guard let nearest, nearest.center.point.distance(to: center) < max(10, 0.02 * radius) else { return nil }
    return DialComparison(nearest, self)
  }
}
