import CalqueJSON
import CalqueSpec

extension PictureMeasurement {
  static let csvHeader =
    "path,element,kind,tick,angle_deg,sigma_angle_deg,weight,shape,zoom,outer_px,outer_pt,inner_px,inner_pt,width_px,"
    + "width_pt,strength,sigma_strength,sigma_outer_px,sigma_inner_px,sigma_width_px,frame_x_px,frame_y_px,frame_width_px,frame_height_px,sigma_frame_px,"
    + "corner_radius_px\n"

  /// One row for each tick of each dial, and one for each other element, with the columns of the others empty.
  var csvRows: String {
    var rows = ""
    for (index, element) in inventory.elements.enumerated() {
      guard case .dial(let dial) = element else {
        rows += elementRow(index, element)
        continue
      }
      for (number, tick) in dial.ticks.enumerated() {
        var fields = [csvField(picture.path), "\(index + 1)", element.kind.name, "\(number + 1)"]
        fields += [
          csvNumber(tick.angle.degrees), csvNumber(tick.sigmaAngle.degrees), tick.weight.name, tick.shape.name,
        ]
        fields.append(tick.zoom.map { csvNumber($0) } ?? "")
        for length in [tick.outer, tick.inner, tick.width] {
          fields.append(csvNumber(length.value))
          fields.append(picture.units.scale.map { csvNumber($0.points(length.value)) } ?? "")
        }
        fields += [csvNumber(tick.strength), csvNumber(tick.sigmaStrength)]
        fields += [tick.outer, tick.inner, tick.width].map { csvNumber($0.sigma) }
        fields += [String](repeating: "", count: 6)
        rows += fields.joined(separator: ",") + "\n"
      }
    }
    return rows
  }

  private func elementRow(_ index: Int, _ element: Element) -> String {
    var fields = [csvField(picture.path), "\(index + 1)", element.kind.name]
    fields += [String](repeating: "", count: 17)
    let frame = element.frame
    fields += [frame.x, frame.y, frame.width, frame.height, element.edgeSigma.largest].map { csvNumber($0) }
    if case .shape(let shape) = element, let radius = shape.cornerRadius {
      fields.append(csvNumber(radius.value))
    } else {
      fields.append("")
    }
    return fields.joined(separator: ",") + "\n"
  }
}

/// To a millionth, with a point; empty where it is not finite.
func csvNumber(_ value: Double) -> String { value.isFinite ? JSONValue.rounded(value).text() : "" }

/// Quoted where it must be (RFC 4180).
func csvField(_ text: String) -> String {
  guard text.utf8.contains(where: { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }) else { return text }
  return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
}
