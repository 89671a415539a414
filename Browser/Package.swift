// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "calque-browser",
  products: [.executable(name: "CalqueBrowser", targets: ["CalqueBrowser"])],
  dependencies: [.package(name: "calque", path: "..")],
  targets: [
    .target(name: "CRuntime"),
    .executableTarget(
      name: "CalqueBrowser",
      dependencies: [
        "CRuntime",
        .product(name: "CalqueCore", package: "calque"),
        .product(name: "CalqueJSON", package: "calque"),
        .product(name: "CalqueSpec", package: "calque"),
        .product(name: "CalqueMeasure", package: "calque"),
        .product(name: "CalqueScene", package: "calque"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
