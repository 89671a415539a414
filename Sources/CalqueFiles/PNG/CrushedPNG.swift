/// Rewrites an Xcode-crushed PNG ("CgBI") as one that a PNG library reads.
///
/// Such a file has a chunk CgBI before its header, its compressed data lack the zlib wrapper, blue comes first, and
/// colours are multiplied by alpha. The wrapper is put back here; ``restoreCrushedColors(_:hasAlpha:)`` does the rest.
/// The check sums are verified here, because the rewritten chunks have others.
func uncrushedPNG(
  _ file: UnsafeBufferPointer<UInt8>, _ structure: PNGStructure
) throws(FileError) -> [UInt8] {
  guard structure.bitDepth == 8, structure.colorType == 2 || structure.colorType == 6 else {
    throw .unsupported(
      what: "an Xcode-crushed PNG of colour type \(structure.colorType) with \(structure.bitDepth) bits",
      advice: "restore it with `xcrun pngcrush -revert-iphone-optimizations` or use the original")
  }
  var result = Array(file[0..<8])
  result.reserveCapacity(file.count)
  var isFirst = true
  for chunk in structure.essential where chunk.type != PNGStructure.iccp {
    guard crc32(file[chunk.data.lowerBound - 4..<chunk.data.upperBound]) == file.bigEndian32(at: chunk.data.upperBound)
    else { throw .corrupt(.png, detail: "a chunk's check sum is wrong") }
    if chunk.type == PNGStructure.idat, isFirst {
      isFirst = false
      result.append(bigEndian: UInt32(chunk.data.count + 2))
      result.append(bigEndian: chunk.type)
      // A zlib header: deflate with a window of 32 KiB.
      result.append(contentsOf: [0x78, 0x01])
      result.append(contentsOf: file[chunk.data.lowerBound..<chunk.data.upperBound + 4])
    } else {
      result.append(contentsOf: file[chunk.whole])
    }
  }
  return result
}

/// Puts red first and divides colours by alpha again.
func restoreCrushedColors(_ samples: inout RawImage.Samples, hasAlpha: Bool) {
  guard case .eight(var rgba) = samples else { return }
  samples = .eight([])
  rgba.withUnsafeMutableBufferPointer { rgba in
    for i in stride(from: 0, to: rgba.count, by: 4) { rgba.swapAt(i, i + 2) }
    if hasAlpha { divideByAlpha(rgba) }
  }
  samples = .eight(rgba)
}
