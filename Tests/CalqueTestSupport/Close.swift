import CalqueCore
import Testing

/// How far apart two numbers may be, with the unit they are in.
public struct Tolerance: Sendable {
  public let amount: Double
  public let unit: String
  public static func pixels(_ amount: Double) -> Tolerance { Tolerance(amount: amount, unit: "px") }
  public static func points(_ amount: Double) -> Tolerance { Tolerance(amount: amount, unit: "pt") }
  public static func degrees(_ amount: Double) -> Tolerance { Tolerance(amount: amount, unit: "°") }
  public static func levels(_ amount: Double) -> Tolerance { Tolerance(amount: amount, unit: "levels") }
  public static func absolute(_ amount: Double) -> Tolerance { Tolerance(amount: amount, unit: "") }
}

/// Expects two numbers to be within a tolerance of each other, and says by how much they are not.
public func expectClose(
  _ a: Double, _ b: Double, within tolerance: Tolerance, _ comment: @autoclosure () -> String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let difference = (a - b).magnitude
  #expect(
    difference <= tolerance.amount,
    "\(a) and \(b) differ by \(difference) \(tolerance.unit), more than \(tolerance.amount). \(comment())",
    sourceLocation: sourceLocation)
}
