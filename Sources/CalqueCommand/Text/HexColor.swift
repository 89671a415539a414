/// A colour as `#rrggbb`.
func hex(_ color: SIMD3<UInt8>) -> String {
  var text = "#"
  for channel in 0..<3 {
    let digits = String(color[channel], radix: 16)
    text += (digits.count < 2 ? "0" : "") + digits
  }
  return text
}
