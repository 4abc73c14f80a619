// swift-tools-version: 6.2
import AppleProductTypes
import PackageDescription

let package = Package(
  name: "CausewayExamples",
  platforms: [.iOS("16.0")],
  products: [
    .iOSApplication(
      name: "CausewayExamples", targets: ["CausewayExamples"], bundleIdentifier: "com.example.causeway.examples",
      displayVersion: "1.0", bundleVersion: "1", appIcon: .placeholder(icon: .book),
      accentColor: .presetColor(.indigo), supportedDeviceFamilies: [.pad, .phone],
      supportedInterfaceOrientations: [
        .portrait, .landscapeRight, .landscapeLeft, .portraitUpsideDown(.when(deviceFamilies: [.pad])),
      ],
      // The stub cameras of the identity check need this text, because iOS ends an app that opens a camera without it.
      capabilities: [.camera(purposeString: "The identity check photographs a document and you.")])
  ],
  // The name is necessary, because a clone's folder may have another name.
  dependencies: [.package(name: "causeway", path: "../..")],
  targets: [
    .executableTarget(
      name: "CausewayExamples",
      dependencies: [
        .product(name: "Causeway", package: "causeway"),
        .product(name: "CausewayWebKit", package: "causeway"),
        .product(name: "TodayWebViewBridge", package: "causeway"),
        .product(name: "GBGBridge", package: "causeway"),
        .product(name: "BitcoinLink", package: "causeway"),
        .product(name: "OnsideKit", package: "causeway"),
        .product(name: "ExamplePages", package: "causeway"),
      ],
      path: "App")
  ]
)
