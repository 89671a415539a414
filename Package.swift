// swift-tools-version: 6.0
import PackageDescription

/// A C library that the system's package manager provides.
func library(_ name: String, pkgConfig: String, apt: String, brew: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt]), .brew([brew])])
}

let package = Package(
  name: "calque",
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: [
    .executable(name: "calque", targets: ["calque"]),
    .library(name: "CalqueCore", targets: ["CalqueCore"]),
    .library(name: "CalqueJSON", targets: ["CalqueJSON"]),
    .library(name: "CalqueSpec", targets: ["CalqueSpec"]),
    .library(name: "CalqueMeasure", targets: ["CalqueMeasure"]),
    .library(name: "CalqueScene", targets: ["CalqueScene"]),
    .library(name: "CalqueFiles", targets: ["CalqueFiles"]),
    .library(name: "CalqueType", targets: ["CalqueType"]),
    .library(name: "CalqueDraw", targets: ["CalqueDraw"]),
  ],
  targets: [
    // The portable core: no Foundation, no platform module, builds for WebAssembly under Embedded Swift.
    .target(name: "CMath", linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    .target(name: "CalqueCore", dependencies: ["CMath"]),
    .target(name: "CalqueJSON"),
    .target(name: "CalqueSpec", dependencies: ["CalqueCore", "CalqueJSON"]),
    .target(name: "CalqueMeasure", dependencies: ["CalqueCore", "CalqueSpec"]),
    .target(name: "CalqueScene", dependencies: ["CalqueCore", "CalqueSpec"]),

    // C libraries.
    library("CSPNG", pkgConfig: "spng", apt: "libspng-dev", brew: "libspng"),
    library("CTurboJPEG", pkgConfig: "libturbojpeg", apt: "libturbojpeg0-dev", brew: "jpeg-turbo"),
    library("CHEIF", pkgConfig: "libheif", apt: "libheif-dev", brew: "libheif"),
    library("CWebP", pkgConfig: "libwebpdemux", apt: "libwebp-dev", brew: "webp"),
    library("CLCMS2", pkgConfig: "lcms2", apt: "liblcms2-dev", brew: "little-cms2"),
    library("CEXIF", pkgConfig: "libexif", apt: "libexif-dev", brew: "libexif"),
    library("CCairo", pkgConfig: "cairo", apt: "libcairo2-dev", brew: "cairo"),
    library("CFreeType", pkgConfig: "freetype2", apt: "libfreetype-dev", brew: "freetype"),
    library("CHarfBuzz", pkgConfig: "harfbuzz", apt: "libharfbuzz-dev", brew: "harfbuzz"),
    library("CFontconfig", pkgConfig: "fontconfig", apt: "libfontconfig-dev", brew: "fontconfig"),

    // What stands on them.
    .target(
      name: "CalqueFiles",
      dependencies: ["CalqueCore", "CSPNG", "CTurboJPEG", "CHEIF", "CWebP", "CLCMS2", "CEXIF"]),
    .target(
      name: "CalqueType", dependencies: ["CalqueCore", "CalqueMeasure", "CHarfBuzz", "CFontconfig"]),
    .target(
      name: "CalqueDraw",
      dependencies: ["CalqueCore", "CalqueSpec", "CalqueScene", "CalqueType", "CCairo"]),
    .target(name: "CalqueArguments"),
    .target(
      name: "CalqueCommand",
      dependencies: [
        "CalqueArguments", "CalqueCore", "CalqueJSON", "CalqueSpec", "CalqueMeasure", "CalqueScene", "CalqueFiles",
        "CalqueDraw", "CalqueType",
      ]),
    .executableTarget(name: "calque", dependencies: ["CalqueCommand"]),

    // Tests.
    .target(name: "CalqueTestSupport", dependencies: ["CalqueCore", "CalqueSpec"], path: "Tests/CalqueTestSupport"),
    .testTarget(name: "CalqueCoreTests", dependencies: ["CalqueCore", "CalqueTestSupport"]),
    .testTarget(name: "CalqueJSONTests", dependencies: ["CalqueJSON", "CalqueTestSupport"]),
    .testTarget(name: "CalqueArgumentsTests", dependencies: ["CalqueArguments"]),
    .testTarget(name: "CalqueSpecTests", dependencies: ["CalqueSpec", "CalqueJSON", "CalqueTestSupport"]),
    .testTarget(
      name: "CalqueCommandTests",
      dependencies: [
        "CalqueCommand", "CalqueArguments", "CalqueCore", "CalqueJSON", "CalqueSpec", "CalqueFiles", "CalqueMeasure",
        "CalqueTestSupport",
      ], exclude: ["Snapshots"]),
    .testTarget(
      name: "CalqueMeasureTests",
      dependencies: ["CalqueCore", "CalqueSpec", "CalqueMeasure", "CalqueFiles", "CalqueTestSupport"],
      // Foundation stays in the files that import it.
      swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")]),
    .testTarget(
      name: "CalqueFilesTests", dependencies: ["CalqueCore", "CalqueFiles", "CalqueTestSupport"],
      exclude: ["make_fixtures.py"], resources: [.copy("Fixtures")]),
    .testTarget(
      name: "CalqueSceneTests", dependencies: ["CalqueCore", "CalqueSpec", "CalqueScene", "CalqueTestSupport"]),
    // FreeType reads the same outlines another way.
    .testTarget(
      name: "CalqueTypeTests",
      dependencies: ["CalqueCore", "CalqueMeasure", "CalqueType", "CalqueTestSupport", "CFreeType"],
      exclude: ["make_fixtures.py"], resources: [.copy("Fixtures")]),
    .testTarget(
      name: "CalqueDrawTests",
      dependencies: ["CalqueCore", "CalqueSpec", "CalqueScene", "CalqueType", "CalqueDraw", "CalqueTestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)
