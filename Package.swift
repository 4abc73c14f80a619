// swift-tools-version: 6.0
import PackageDescription

/// What every target that talks to a web view depends on: Apple's SDK has WebKit, Linux gets ours.
#if os(Linux)
let webKit: [Target.Dependency] = ["WebKit"]
#else
let webKit: [Target.Dependency] = []
#endif

let package = Package(
  name: "causeway",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [
    .library(name: "Causeway", targets: ["Causeway"]),
    .library(name: "CausewayWebKit", targets: ["CausewayWebKit"]),
    .library(name: "TodayWebViewBridge", targets: ["TodayWebViewBridge"]),
  ],
  targets: [
    .target(name: "Causeway"),
    .testTarget(name: "CausewayTests", dependencies: ["Causeway"]),
  ]
)

#if os(Linux)
package.products.append(.library(name: "WebKit", targets: ["WebKit"]))
package.targets += [
  .systemLibrary(
    name: "CWebKitGTK", pkgConfig: "webkitgtk-6.0", providers: [.apt(["libwebkitgtk-6.0-dev"])]),
  .target(name: "WebKit", dependencies: ["CWebKitGTK"]),
  .testTarget(name: "WebKitTests", dependencies: ["WebKit"]),
]
#endif
