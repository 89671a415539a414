import CalqueCore
import CalqueJSON
import CalqueTestSupport
import Testing

@testable import CalqueSpec

/// Margins counted from the safe area of a device.
@Suite struct LayoutMarginTests {
  private func margin(container: Int?) -> LayoutSpec.Margin {
    func length(_ value: Double) -> Estimate { Estimate(value, sigma: 0.03) }
    return LayoutSpec.Margin(
      element: 0, container: container, left: length(48), top: length(240), right: length(60), bottom: length(150))
  }

  private let insets = SafeAreaInsets(top: 59, left: 0, bottom: 34, right: nil)

  @Test func `insets are taken off where the picture is the container`() throws {
    let safe = try #require(margin(container: nil).safeArea(SpecUnits(scale: PixelScale(3), safeArea: insets)))
    expectClose(try #require(safe.left).value, 48, within: .pixels(1e-9))
    expectClose(try #require(safe.top).value, 240 - 177, within: .pixels(1e-9))
    expectClose(try #require(safe.bottom).value, 150 - 102, within: .pixels(1e-9))
    #expect(safe.right == nil)
    #expect(safe.top?.sigma == 0.03)
  }

  @Test func `nothing is said within a container, or without a device or scale`() {
    #expect(margin(container: 2).safeArea(SpecUnits(scale: PixelScale(3), safeArea: insets)) == nil)
    #expect(margin(container: nil).safeArea(SpecUnits(scale: PixelScale(3))) == nil)
    #expect(margin(container: nil).safeArea(SpecUnits(safeArea: insets)) == nil)
  }
}
