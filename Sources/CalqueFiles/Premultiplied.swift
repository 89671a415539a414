/// Divides colours that were multiplied by alpha, rounding to nearest. What is fully clear becomes black.
func divideByAlpha<Sample: FixedWidthInteger & UnsignedInteger>(_ rgba: UnsafeMutableBufferPointer<Sample>) {
  let maximum = UInt32(Sample.max)
  for i in stride(from: 0, to: rgba.count, by: 4) {
    let alpha = UInt32(rgba[i + 3])
    guard alpha != maximum else { continue }
    for c in i..<i + 3 {
      rgba[c] = alpha == 0 ? 0 : Sample(min(maximum, (UInt32(rgba[c]) * maximum + alpha / 2) / alpha))
    }
  }
}
