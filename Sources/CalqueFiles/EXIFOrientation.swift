import CEXIF

extension Orientation {
  /// The orientation in an EXIF block: a TIFF structure, with or without the leading `Exif\0\0`.
  ///
  /// Upright where the block is damaged, says nothing, or says a number outside 1…8.
  init(exif block: UnsafeBufferPointer<UInt8>) {
    self = .up
    let header: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]
    // libexif counts in 32 bits; a block over a few megabytes is no EXIF.
    guard block.count >= 8, block.count < 1 << 26, let data = exif_data_new() else { return }
    defer { exif_data_unref(data) }
    exif_data_unset_option(data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION)
    let bytes = block.starts(with: header) ? Array(block) : header + block
    bytes.withUnsafeBufferPointer { exif_data_load_data(data, $0.baseAddress, UInt32($0.count)) }
    guard let entry = exif_content_get_entry(data.pointee.ifd.0, EXIF_TAG_ORIENTATION) else { return }
    let value: Int
    if entry.pointee.format == EXIF_FORMAT_SHORT, entry.pointee.components >= 1, entry.pointee.size >= 2 {
      value = Int(exif_get_short(entry.pointee.data, exif_data_get_byte_order(data)))
    } else if entry.pointee.format == EXIF_FORMAT_LONG, entry.pointee.components >= 1, entry.pointee.size >= 4 {
      value = Int(exif_get_long(entry.pointee.data, exif_data_get_byte_order(data)))
    } else {
      return
    }
    self = Orientation(rawValue: value) ?? .up
  }
}
