import CalqueCore
import CalqueScene
import Testing

@Suite struct SceneValidationTests {
  private static let size = Size<Pixels>(width: 10, height: 10)
  private static let white = Paint.color(.white)

  private static func scene(_ operation: SceneOperation) -> Scene { Scene(size: size, operations: [operation]) }

  private static let broken: [(Scene, SceneError)] = [
    (Scene(size: Size(width: 0, height: 10)), .emptyCanvas),
    (Scene(size: Size(width: .nan, height: 10)), .emptyCanvas),
    (scene(.fill(.segment(Point(x: 0, y: .nan), Point(x: 1, y: 1)), white, .nonZero)), .notFinite),
    (scene(.fill(.circle(center: Point(x: 0, y: 0), radius: -1), white, .nonZero)), .outOfRange),
    (scene(.stroke(Path(), StrokeStyle(width: .infinity), white)), .notFinite),
    (scene(.stroke(Path(), StrokeStyle(width: 1, dash: [-1]), white)), .outOfRange),
    (scene(.fill(Path(), .color(RGBAColor.white.faded(2)), .nonZero)), .outOfRange),
    (scene(.group(SceneGroup(transform: .scale(0, 1), operations: []))), .singularTransform),
    (scene(.group(SceneGroup(opacity: 1.5, operations: []))), .outOfRange),
    (
      scene(.group(SceneGroup(operations: [.stroke(Path(), StrokeStyle(width: -1), white)]))), .outOfRange
    ),
    (
      scene(
        .text(TextRun("a", style: TextStyle(families: [], size: 0), anchor: Point(x: 0, y: 0), color: .white))),
      .outOfRange
    ),
  ]

  @Test(arguments: broken.indices) func whatCannotBeDrawnIsToldApart(index: Int) {
    let (scene, error) = Self.broken[index]
    #expect(throws: error) { try scene.validate() }
    #expect(!error.message.isEmpty)
  }

  @Test func aSoundSceneIsAccepted() throws {
    try Self.scene(.fill(.roundedRectangle(Rect(x: 1, y: 1, width: 5, height: 4), radius: 2), Self.white, .nonZero))
      .validate()
  }
}
