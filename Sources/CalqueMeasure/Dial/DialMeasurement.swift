import CalqueCore
import CalqueSpec

/// Finds and measures the dials of a picture.
func measureDials(in bitmap: Bitmap, options: MeasureOptions, into inventory: inout Inventory) {
}
