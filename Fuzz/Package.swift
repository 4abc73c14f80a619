// swift-tools-version: 6.0
import PackageDescription

/// The products that the command's profiles depend on.
let protocols = [
  "Causeway", "CausewayJSON", "BitcoinLink", "GBGBridge", "OnsideKit", "OnsideTesting", "TodayWebViewBridge",
]

/// The programs that test Causeway's readers with arbitrary input; see `script/fuzz --help`.
///
/// The programs are in a separate package, because this package links libFuzzer and instruments every module. An
/// ordinary build must do neither.
let package = Package(
  name: "causeway-fuzz",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "causeway", path: "..")],
  targets: [
    .target(name: "FuzzSupport", path: "Support"),
    // No target can link the command, because it is an executable. Its sources that read profiles are compiled here
    // again.
    .target(
      name: "Profiles", dependencies: protocols.map(causeway), path: "Profiles",
      swiftSettings: [.define("PROFILES_ALONE")]),
    // The HTTP server's module is not a product. Its sources that read requests are compiled here again.
    .target(name: "HTTPSyntax", path: "HTTPSyntax"),
    // Its sources that read the frames of WebSockets are compiled here again, too.
    .target(name: "WebSocketFrames", path: "WebSocketFrames"),
    // The playground's module is not a product. Its sources that change HTML are compiled here again, with those of the
    // HTTP server that find encodings.
    .target(name: "HTMLInjection", path: "HTMLInjection", swiftSettings: [.define("INJECTION_ALONE")]),
    fuzzer("JSON", ["Causeway", "CausewayJSON"]),
    fuzzer("Wire", ["Causeway", "CausewayJSON"]),
    fuzzer("Conversation", ["Causeway", "CausewayJSON", "CausewayTesting"]),
    fuzzer("Origin", ["Causeway"]),
    fuzzer("Terminal", ["Causeway", "CausewayJSON", "CausewayText"]),
    fuzzer("Profile", protocols, ["Profiles"]),
    fuzzer("Today", ["Causeway", "CausewayJSON", "CausewayTesting", "TodayWebViewBridge"]),
    fuzzer("GBG", ["Causeway", "CausewayJSON", "CausewayTesting", "GBGBridge"]),
    fuzzer("Link", ["BitcoinLink", "Causeway", "CausewayJSON", "CausewayTesting"]),
    fuzzer("Contract", ["CausewayContract", "CausewayJSON"]),
    fuzzer("Catalog", ["Causeway", "CausewayJSON", "OnsideTesting"]),
    fuzzer("Onside", ["Causeway", "CausewayJSON", "CausewayTesting", "OnsideKit", "OnsideTesting"]),
    fuzzer("Store", ["Causeway", "CausewayJSON", "OnsideKit"]),
    fuzzer("History", ["Causeway", "CausewayJSON", "OnsideMerchant"]),
    fuzzer("Report", ["Causeway", "CausewayJSON", "OnsideMerchant"]),
    fuzzer("JOSE", ["Causeway", "CausewayJOSE", "CausewayJSON", "OnsideMerchant"]),
    fuzzer("HTTP", [], ["HTTPSyntax"]),
    fuzzer("WebSocket", [], ["WebSocketFrames"]),
    fuzzer("HTML", [], ["HTMLInjection"]),
  ]
)

#if os(Linux)
package.targets += [
  fuzzer("SecurityOrigin", ["Causeway", "WebKit"]),
  fuzzer("WireReader", ["Causeway", "CausewayJSON", "WebKit"]),
]
#endif

func causeway(_ product: String) -> Target.Dependency { .product(name: product, package: "causeway") }

/// Returns the target of a fuzzing program: its sources are in the folder `name`.
func fuzzer(_ name: String, _ products: [String], _ others: [Target.Dependency] = []) -> Target {
  .executableTarget(
    name: "Fuzz\(name)", dependencies: ["FuzzSupport"] + products.map(causeway) + others, path: name)
}
