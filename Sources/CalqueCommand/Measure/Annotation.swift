import CalqueFiles

/// Draws what was measured over its picture.
func writeAnnotation(of measurement: Measurement, to path: String) throws(CommandError) {
}
