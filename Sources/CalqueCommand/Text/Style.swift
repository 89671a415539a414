/// Terminal emphasis (ECMA-48 SGR), or none.
struct Style {
  var isOn: Bool
  func strong(_ text: String) -> String { isOn ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
  func faint(_ text: String) -> String { isOn ? "\u{1B}[2m\(text)\u{1B}[0m" : text }
}
