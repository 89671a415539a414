import CalqueCore
import CalqueSpec

extension PictureMeasurement {
  /// The result for a person: the picture, each element's figures, and what was refused.
  /// - Parameter kinds: What was looked for.
  func table(_ style: Style, kinds: [ElementKind]) -> String {
    var lines = [style.strong(sources.isEmpty ? displayName(picture.path) : sources.joined(separator: " + "))]
    lines.append(summary)
    let dials = inventory.elements.filter { $0.kind == .dial }.count
    var number = 0
    for case .dial(let dial) in inventory.elements {
      number += 1
      let title = dials > 1 ? "Dial \(number)" : "Dial"
      lines += [""] + DialTable(dial: dial, units: picture.units, style: style).lines(title: title)
    }
    if inventory.elements.count > dials {
      lines += [""] + ElementTable(elements: inventory.elements, units: picture.units, style: style).lines()
      if let layout = inventory.layout {
        let sentences = LayoutTable(layout: layout, units: picture.units, style: style).lines()
        if !sentences.isEmpty { lines += [""] + sentences }
      }
    }
    if inventory.elements.isEmpty {
      let names = kinds.map { plural($0) }.joined(separator: ", ")
      let nothing = inventory.refused.isEmpty ? "Nothing was found" : "Nothing could be measured"
      lines += ["", "\(nothing). Looked for: \(names)."]
      if inventory.refused.isEmpty && kinds == [.dial] {
        lines.append("A dial needs at least seven ticks on an arc that bends visibly.")
      }
    }
    if !inventory.refused.isEmpty {
      lines += ["", style.strong("Seen, but not measured")]
      for refusal in inventory.refused {
        lines.append("  \(refusal.kind.name), \(frameText(refusal.frame)): \(refusal.message) (\(refusal.code.name))")
      }
    }
    if picture.scale.scale == nil && !inventory.elements.isEmpty {
      lines += ["", style.faint("Lengths are in px, because the scale is not known: pass --scale to have points too.")]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func plural(_ kind: ElementKind) -> String {
    switch kind {
    case .tabs: return "tab bars"
    case .text: return "text"
    case .roundedRect: return "rounded rectangles"
    case .rect: return "rectangles"
    case .dial, .ring, .arc, .ruler, .capsule, .circle: return kind.name + "s"
    }
  }

  private var summary: String {
    var parts = ["\(picture.bitmap.width) × \(picture.bitmap.height) px"]
    if let scale = picture.scale.scale, let source = picture.scale.source {
      let reason: String
      switch source {
      case .flag: reason = "as passed"
      case .fileName: reason = "from the file name"
      case .device:
        reason =
          shortList(picture.scale.device?.devices ?? [])
          + (picture.warnings.contains { !$0.isWorthANote } ? "; an App Store size too" : "")
      }
      parts.append("\(trimmed(scale.pixelsPerPoint, atMost: 4)) px per pt (\(reason))")
    } else {
      parts.append("scale unknown")
    }
    parts.append(picture.bitmap.colorSpace.name)
    return parts.joined(separator: " · ")
  }

  private func shortList(_ devices: [String]) -> String {
    guard devices.count > 2 else { return "size of " + devices.joined(separator: ", ") }
    return "size of \(devices[0]) and \(devices.count - 1) others"
  }

  private func frameText(_ frame: Rect<Pixels>) -> String {
    "\(fixed(frame.width, 0)) × \(fixed(frame.height, 0)) px at \(fixed(frame.x, 0)), \(fixed(frame.y, 0))"
  }
}
