import CalqueCore
import CalqueJSON

extension DialSpec {
  public func json(_ units: SpecUnits, sources: [String] = []) -> JSONValue {
    var members = [JSONMember("kind", .string(ElementKind.dial.name))]
    members += units.frameMembers(frame)
    members += [
      JSONMember("sigmaPx", .rounded(edgeSigma)), JSONMember("confidence", .rounded(confidence)),
      JSONMember("center", .point(center)), JSONMember("radius", units.length(radius)),
      JSONMember("rim", rim.map { rimJSON($0, units) } ?? .null),
      JSONMember("residual", units.length(residual)),
      JSONMember("law", law.json(units, radius: radius.value, rim: rim?.value)),
      JSONMember(
        "ends", .object([JSONMember("leading", leading.json), JSONMember("trailing", trailing.json)])),
      JSONMember("notch", notch.json(units)),
      JSONMember("pointer", pointer?.json(units) ?? .null),
      JSONMember("ticks", .array(ticks.map { $0.json(units) })),
      JSONMember("labels", .array(labels.map { $0.json(units) })),
      JSONMember("disc", disc?.json ?? .null),
    ]
    if !sources.isEmpty { members.append(JSONMember("sources", .array(sources.map { .string($0) }))) }
    return .object(members)
  }

  /// The rim is a circle about the same centre: a length, and the same length under `radius`, as other circles have it.
  private func rimJSON(_ rim: Estimate, _ units: SpecUnits) -> JSONValue {
    guard case .object(let members) = units.length(rim) else { return .null }
    return .object(members + [JSONMember("radius", .object(members))])
  }
}

extension DialTick {
  public func json(_ units: SpecUnits) -> JSONValue {
    .object([
      JSONMember("angle", .degrees(angle)), JSONMember("sigmaAngle", .degrees(sigmaAngle)),
      JSONMember("weight", .string(weight.name)), JSONMember("shape", .string(shape.name)),
      JSONMember("zoom", zoom.map { .rounded($0) } ?? .null), JSONMember("outer", units.length(outer)),
      JSONMember("inner", units.length(inner)), JSONMember("width", units.length(width)),
      JSONMember("strength", .rounded(strength)), JSONMember("sigmaStrength", .rounded(sigmaStrength)),
      JSONMember("cut", .bool(isCut)),
    ])
  }
}

extension DialLaw {
  /// The law as it stands in the JSON of `measure`.
  /// - Parameters:
  ///   - units: What turns px into pt.
  ///   - radius: Of the ticks' circle in px, on which arcs are measured.
  ///   - rim: Of the disc's edge in px.
  public func json(_ units: SpecUnits, radius: Double, rim: Double?) -> JSONValue {
    var members = [JSONMember("kind", .string(kind.name))]
    if let perOctave {
      members += [
        JSONMember("degreesPerOctave", .degrees(Angle(radians: perOctave.value))),
        JSONMember("sigmaDegreesPerOctave", .degrees(Angle(radians: perOctave.sigma))),
        JSONMember("perOctave", units.length(perOctaveArc ?? perOctave.arc(on: radius))),
        JSONMember(
          "perOctaveAtRim", rim.map { units.length(perOctaveRimArc ?? perOctave.arc(on: $0)) } ?? .null),
      ]
    }
    if let perUnit {
      members += [
        JSONMember("degreesPerUnit", .degrees(Angle(radians: perUnit.value))),
        JSONMember("sigmaDegreesPerUnit", .degrees(Angle(radians: perUnit.sigma))),
        JSONMember("perUnit", units.length(perUnit.arc(on: radius))),
      ]
    }
    members.append("unity", unity, sigma: "sigmaUnity")
    switch minor {
    case .equalAngles(let step):
      members += [
        JSONMember("minorStep", units.length(minorArc ?? step.arc(on: radius))),
        JSONMember("minorStepDegrees", .degrees(Angle(radians: step.value))),
        JSONMember("sigmaMinorStepDegrees", .degrees(Angle(radians: step.sigma))),
      ]
    case .equalValues(let step): members.append(JSONMember("minorEvery", .rounded(step)))
    case nil: break
    }
    members += [
      JSONMember("residual", units.length(residual)),
      JSONMember(
        "alternatives",
        .array(
          alternatives.map {
            .object([JSONMember("kind", .string($0.kind.name)), JSONMember("residual", units.length($0.residual))])
          })),
    ]
    return .object(members)
  }
}

extension DialEnd {
  public var json: JSONValue {
    var members = [JSONMember("kind", .string(kind.name))]
    if kind == .fade { members.append(JSONMember("shape", shape.map { .string($0.name) } ?? .null)) }
    members.append("full", full, sigma: "sigmaFull")
    members.append("gone", gone, sigma: "sigmaGone")
    members.append("at", at, sigma: "sigmaAt")
    let others = alternatives.map { candidate in
      JSONValue.object([
        JSONMember("kind", .string(candidate.kind.name)),
        JSONMember("shape", candidate.shape.map { .string($0.name) } ?? .null),
        JSONMember("delta", .rounded(candidate.delta)),
      ])
    }
    members.append(JSONMember("alternatives", .array(others)))
    return .object(members)
  }
}

extension DialNotch {
  public func json(_ units: SpecUnits) -> JSONValue {
    var members = [JSONMember("shape", .string(shape.name))]
    members.append("angle", angle, sigma: "sigmaAngle")
    members += [
      JSONMember("depth", depth.map { units.length($0) } ?? .null),
      JSONMember("decay", decay.map { units.length($0) } ?? .null),
      JSONMember("rimFollows", rimFollows.map { .bool($0) } ?? .null),
      JSONMember(
        "alternatives",
        .array(
          alternatives.map {
            .object([JSONMember("shape", .string($0.shape.name)), JSONMember("residual", units.length($0.residual))])
          })),
    ]
    return .object(members)
  }
}

extension DialPointer {
  public func json(_ units: SpecUnits) -> JSONValue {
    .object(
      [
        JSONMember("angle", .degrees(angle.angle)), JSONMember("sigmaAngle", .degrees(angle.sigma)),
        JSONMember("shape", .string(shape.name)), JSONMember("color", .color(color)),
      ] + units.frameMembers(frame))
  }
}

extension DialLabel {
  public func json(_ units: SpecUnits) -> JSONValue {
    .object([JSONMember("angle", .degrees(angle))] + units.frameMembers(frame))
  }
}

extension DialDisc {
  public var json: JSONValue {
    .object([
      JSONMember("color", .color(color)), JSONMember("opacity", opacity.map { .rounded($0.value) } ?? .null),
      JSONMember("sigmaOpacity", opacity.map { .rounded($0.sigma) } ?? .null),
    ])
  }
}

extension Estimate {
  /// An angle's arc length on a circle.
  ///
  /// Its σ is that of the angle alone: ticks are seen where they are, so that an arc between them hardly depends on how
  /// well the radius is known.
  func arc(on radius: Double) -> Estimate { Estimate(value * radius, sigma: sigma * radius) }
}
