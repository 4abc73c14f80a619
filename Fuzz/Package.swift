// swift-tools-version: 6.0
import PackageDescription

/// What the command's profiles are of.
let protocols = [
  "Causeway", "CausewayJSON", "BitcoinLink", "GBGBridge", "OnsideKit", "OnsideTesting", "TodayWebViewBridge",
]

/// What feeds arbitrary input to everything in Causeway that reads input; see `script/fuzz --help`.
///
/// A package of its own, because libFuzzer has to be linked and every module instrumented, which an ordinary build
/// must not see.
let package = Package(
  name: "causeway-fuzz",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "causeway", path: "..")],
  targets: [
    .target(name: "FuzzSupport", path: "Support"),
    // The command is an executable, which nothing can link; what it reads profiles with is built once more.
    .target(
      name: "Profiles", dependencies: protocols.map(causeway), path: "Profiles",
      swiftSettings: [.define("PROFILES_ALONE")]),
    // The server's module is no product; what it reads requests with is built once more.
    .target(name: "HTTPSyntax", path: "HTTPSyntax"),
    fuzzer("JSON", ["Causeway", "CausewayJSON"]),
    fuzzer("Wire", ["Causeway", "CausewayJSON"]),
    fuzzer("Conversation", ["Causeway", "CausewayJSON", "CausewayTesting"]),
    fuzzer("Origin", ["Causeway"]),
    fuzzer("Terminal", ["Causeway", "CausewayJSON", "CausewayText"]),
    fuzzer("Profile", protocols, ["Profiles"]),
    fuzzer("Today", ["Causeway", "CausewayJSON", "CausewayTesting", "TodayWebViewBridge"]),
    fuzzer("GBG", ["Causeway", "CausewayJSON", "CausewayTesting", "GBGBridge"]),
    fuzzer("Link", ["BitcoinLink", "Causeway", "CausewayJSON", "CausewayTesting"]),
    fuzzer("Catalog", ["Causeway", "CausewayJSON", "OnsideTesting"]),
    fuzzer("Onside", ["Causeway", "CausewayJSON", "CausewayTesting", "OnsideKit", "OnsideTesting"]),
    fuzzer("Store", ["Causeway", "CausewayJSON", "OnsideKit"]),
    fuzzer("History", ["Causeway", "CausewayJSON", "OnsideMerchant"]),
    fuzzer("Report", ["Causeway", "CausewayJSON", "OnsideMerchant"]),
    fuzzer("JOSE", ["Causeway", "CausewayJOSE", "CausewayJSON", "OnsideMerchant"]),
    fuzzer("HTTP", [], ["HTTPSyntax"]),
  ]
)

#if os(Linux)
package.targets += [
  fuzzer("SecurityOrigin", ["Causeway", "WebKit"]),
  fuzzer("WireReader", ["Causeway", "CausewayJSON", "WebKit"]),
]
#endif

func causeway(_ product: String) -> Target.Dependency { .product(name: product, package: "causeway") }

/// A program that fuzzes one thing, from the folder of that name.
func fuzzer(_ name: String, _ products: [String], _ others: [Target.Dependency] = []) -> Target {
  .executableTarget(
    name: "Fuzz\(name)", dependencies: ["FuzzSupport"] + products.map(causeway) + others, path: name)
}
