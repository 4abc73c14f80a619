// swift-tools-version: 6.2
import PackageDescription

/// Apple's SDK has WebKit, SQLite3 and signatures; Linux gets ours and the system's.
///
/// `#if` asks for the machine that builds, not for the one that is built for: SwiftPM offers a manifest nothing else. So build
/// for Linux on Linux; a Mac that cross-builds for Linux would leave out what Linux needs.
#if os(Linux)
let webKit: [Target.Dependency] = ["WebKit"]
let sqlite: [Target.Dependency] = ["SQLite3"]
let signatures: [Target.Dependency] = ["COpenSSL"]
let httpServer: [Target.Dependency] = ["CausewayHTTP"]
let keySetLoader: [Target.Dependency] = ["CausewayCurl"]
let otherSignatures = ["Signatures/Apple"]
let rawEngine: [Target.Dependency] = ["WebKit", "CWebKitGTK"]
let windows: [Target.Dependency] = ["WebKit", "CWebKitGTK", "CausewayGTK"]
let windowTests: [Target.Dependency] = windows + ["GTKTestSupport"]
let ledgers: [Target.Dependency] = ["OnsideMerchantPostgreSQL", "PostgreSQLTestSupport"]
let rawLedgers: [Target.Dependency] = ledgers + ["CPostgreSQL"]
let rawStore: [Target.Dependency] = signatures + ["OnsideSandbox"]
let historyStore: [Target.Dependency] = ["OnsideSandbox"]
let ledgerTests: [Target.Dependency] = ledgers + ["ledger-kill-test"]
let sqliteTests: [Target.Dependency] = ["SQLiteTestSupport"]
let commandKillTest: [Target.Dependency] = ["command-kill-test"]
let servers: [Target.Dependency] = ["CausewayHTTP", "OnsideMerchantPostgreSQL", "OnsideSandbox"]
let otherFiles = ["PrivacyInfo.xcprivacy"]
let privacy: [Resource] = []
#else
let webKit: [Target.Dependency] = []
let sqlite: [Target.Dependency] = []
let signatures: [Target.Dependency] = []
let httpServer: [Target.Dependency] = []
let keySetLoader: [Target.Dependency] = []
let otherSignatures = ["Signatures/OpenSSL"]
let rawEngine: [Target.Dependency] = []
let windows: [Target.Dependency] = []
let windowTests: [Target.Dependency] = []
let rawLedgers: [Target.Dependency] = []
let rawStore: [Target.Dependency] = []
let historyStore: [Target.Dependency] = []
let ledgerTests: [Target.Dependency] = []
let sqliteTests: [Target.Dependency] = []
let commandKillTest: [Target.Dependency] = []
let servers: [Target.Dependency] = []
let otherFiles: [String] = []
let privacy: [Resource] = [.copy("PrivacyInfo.xcprivacy")]
#endif

let package = Package(
  name: "causeway",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [
    .library(name: "Causeway", targets: ["Causeway"]),
    .library(name: "CausewayWebKit", targets: ["CausewayWebKit"]),
    .library(name: "TodayWebViewBridge", targets: ["TodayWebViewBridge"]),
    .library(name: "GBGBridge", targets: ["GBGBridge"]),
    .library(name: "BitcoinLink", targets: ["BitcoinLink"]),
    .library(name: "OnsideKit", targets: ["OnsideKit"]),
    .library(name: "OnsideHistory", targets: ["OnsideHistory"]),
    .library(name: "OnsideMerchant", targets: ["OnsideMerchant"]),
    .library(name: "CausewayJOSE", targets: ["CausewayJOSE"]),
    // For the app of Examples/ios.swiftpm: a package may have no files of another folder, but products of it.
    .library(name: "ExamplePages", targets: ["ExamplePages"]),
    .executable(name: "causeway", targets: ["CausewayCommand"]),
  ],
  targets: [
    .target(
      name: "Causeway", exclude: ["Page/runtime.d.ts"],
      resources: [.embedInCode("Page/runtime.js"), .embedInCode("Dialect/causeway.js")],
      // Rounding; on Linux it usually comes with Foundation, which the engine does without.
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    .target(name: "TestClock", path: "Tests/TestClock"),
    .target(name: "SeededGenerator", path: "Tests/SeededGenerator"),
    .testTarget(
      name: "CausewayTests", dependencies: ["Causeway", "ProgramTestSupport", "SeededGenerator", "TestClock"]),
    .target(
      name: "Conformance", path: "Conformance", exclude: ["README.md", "conformance.d.ts"], sources: ["Suite.swift"],
      resources: [
        .copy("gbg"), .copy("link"), .copy("onside"), .copy("today"), .copy("conformance.css"), .copy("describe.js"),
        .copy("frames.js"),
        .copy("harness.js"), .copy("hostile.js"), .copy("table.js"),
      ]),
    .target(
      name: "ExamplePages", path: "Examples",
      exclude: ["browser", "demo.d.ts", "ios.swiftpm", "newsstand", "onside.d.ts"], sources: ["ExamplePages.swift"],
      resources: [.copy("gbg"), .copy("link"), .copy("onside"), .copy("own-bridge"), .copy("today")]),
    .target(
      name: "HostKits", path: "HostKits", exclude: ["pages"], sources: ["HostKit.swift"],
      resources: [.copy("android"), .copy("windows")]),
    .executableTarget(
      name: "CausewayCommand",
      dependencies: [
        "Causeway", "CausewayFiles", "CausewayJOSE", "CausewayWebKit", "BitcoinLink", "GBGBridge", "OnsideKit",
        "OnsideMerchant", "TodayWebViewBridge", "Conformance", "HostKits",
      ] + windows + servers,
      resources: [
        .embedInCode("Page/run.js"), .embedInCode("Page/console.js"), .embedInCode("Prompt/GTK/prompt.css"),
      ]),
    .executableTarget(
      name: "causeway-bench",
      dependencies: [
        "Causeway", "CausewayJOSE", "CausewayWebKit", "GBGBridge", "OnsideCore", "OnsideKit", "OnsideMerchant",
      ] + rawEngine + sqlite + rawLedgers + rawStore,
      path: "Benchmarks",
      resources: [.embedInCode("Page/bench.js"), .embedInCode("Page/capture.js"), .embedInCode("Page/shop.js")]),
    .target(name: "WebTestSupport", dependencies: webKit, path: "Tests/WebTestSupport"),
    .testTarget(
      name: "CausewayCommandTests",
      dependencies: [
        "CausewayCommand", "Causeway", "CausewayDatabase", "CausewayJOSE", "CausewayWebKit", "ExamplePages",
        "MountTestSupport", "OnsideCore", "OnsideMerchant", "ProgramTestSupport", "WebTestSupport",
      ] + windowTests + servers + commandKillTest,
      exclude: ["EndToEnd/newsstand.js"]),
    .testTarget(
      name: "ReadmeTests", dependencies: ["Causeway", "CausewayWebKit", "TodayWebViewBridge"] + webKit),
    .testTarget(name: "CausewayWebKitTests", dependencies: ["CausewayWebKit", "WebTestSupport", "TestClock"]),
    .testTarget(
      name: "TodayWebViewBridgeTests",
      dependencies: ["TodayWebViewBridge", "CausewayWebKit", "WebTestSupport", "TestClock"]),
    .testTarget(
      name: "BitcoinLinkTests", dependencies: ["BitcoinLink", "CausewayWebKit", "WebTestSupport", "TestClock"]),
    .target(
      name: "CausewayWebKit", dependencies: ["Causeway", "CausewayLog"] + webKit,
      resources: [.embedInCode("life.js"), .embedInCode("transport.js"), .embedInCode("bytes.js")]),
    .testTarget(
      name: "ProtocolsTogetherTests",
      dependencies: [
        "BitcoinLink", "GBGBridge", "OnsideKit", "TodayWebViewBridge", "CausewayWebKit", "WebTestSupport",
      ] + webKit),
    .target(
      name: "GBGBridge", dependencies: ["Causeway", "CausewayWebKit"] + windows,
      resources: [
        .embedInCode("Page/gbg.js"), .embedInCode("Stub/stub-camera.html"), .embedInCode("Stub/stub-camera.js"),
      ]),
    .testTarget(
      name: "GBGBridgeTests", dependencies: ["GBGBridge", "CausewayWebKit", "WebTestSupport"] + windowTests),
    .testTarget(
      name: "GBGBridgeSwift5Tests", dependencies: ["GBGBridge"] + webKit, swiftSettings: [.swiftLanguageMode(.v5)]),
    .target(
      name: "TodayWebViewBridge", dependencies: ["Causeway"],
      resources: [
        .embedInCode("Page/platform.js"), .embedInCode("Page/quiet.js"), .embedInCode("Page/message-handler.js"),
        .embedInCode("Page/shim.js"), .embedInCode("Page/android-native.js"), .embedInCode("Page/android-shim.js"),
        .embedInCode("Page/windows-native.js"), .embedInCode("Page/windows-shim.js"),
      ]),
    .target(name: "CausewayFiles", exclude: otherFiles, resources: privacy),
    .target(name: "CausewayLog", dependencies: ["Causeway"]),
    .target(name: "CausewayTransport"),
    .target(
      name: "OnsideCore",
      dependencies: [
        "Causeway", "CausewayDatabase", "CausewayFiles", "CausewayJOSE", "CausewayLog", "CausewayTransport",
      ]),
    .target(
      name: "OnsideKit", dependencies: ["OnsideCore", "Causeway", "CausewayDatabase", "CausewayWebKit"] + windows,
      exclude: ["Page/onside.d.ts"] + otherFiles,
      resources: [.embedInCode("Page/onside.js"), .embedInCode("Interface/GTK/screens.css")] + privacy),
    .testTarget(
      name: "OnsideKitTests",
      dependencies: ["OnsideKit", "Causeway", "CausewayDatabase", "CausewayWebKit", "WebTestSupport", "TestClock"]
        + windowTests + historyStore),
    .testTarget(
      name: "OnsideKitSwift5Tests", dependencies: ["OnsideKit"] + webKit, swiftSettings: [.swiftLanguageMode(.v5)]),
    .executableTarget(
      name: "onside-kill-test", dependencies: ["OnsideCore", "OnsideTestSupport", "SeededGenerator"],
      path: "Tests/OnsideKillTest"),
    .testTarget(
      name: "OnsideCoreTests",
      dependencies: [
        "Causeway", "CausewayDatabase", "EventProgram", "MountTestSupport", "OnsideCore", "OnsideTestSupport",
        "ProgramTestSupport", "SeededGenerator", "ShopProgram", "TestClock",
      ] + sqliteTests),
    .target(name: "CausewayJOSE", dependencies: ["Causeway"] + signatures, exclude: otherSignatures),
    .testTarget(name: "CausewayJOSETests", dependencies: ["CausewayJOSE", "Causeway", "SeededGenerator"] + signatures),
    // Apple's SDK for macOS has it too.
    .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .target(name: "CausewayCurl", dependencies: ["CCurl", "CausewayJOSE", "CausewayTransport"]),
    // Apps have it too, so it is without libcurl on Apple's platforms.
    .target(
      name: "OnsideHistory", dependencies: ["Causeway", "CausewayJOSE", "CausewayTransport"] + keySetLoader),
    .testTarget(
      name: "OnsideHistoryTests",
      dependencies: ["OnsideHistory", "CausewayJOSE", "OnsideKit", "OnsideTestSupport"] + historyStore),
    .target(
      name: "OnsideMerchant",
      dependencies: [
        "Causeway", "CausewayCurl", "CausewayDatabase", "CausewayJOSE", "CausewayTransport", "OnsideHistory",
      ]),
    .testTarget(
      name: "OnsideMerchantTests",
      dependencies: [
        "OnsideMerchant", "Causeway", "CausewayCurl", "CausewayDatabase", "CausewayJOSE", "LedgerTestSupport",
        "OnsideHistory", "SeededGenerator",
      ] + httpServer),
    .testTarget(
      name: "OnsideLedgerTests",
      dependencies: [
        "OnsideMerchant", "CausewayDatabase", "CausewayJOSE", "LedgerTestSupport", "ProgramTestSupport",
        "SeededGenerator",
      ] + ledgerTests + sqliteTests),
    // As another package sees it.
    .testTarget(
      name: "OnsideMerchantInterfaceTests", dependencies: ["Causeway", "CausewayJOSE", "OnsideMerchant"],
      packageAccess: false),
    .target(
      name: "LedgerTestSupport", dependencies: ["OnsideMerchant", "SeededGenerator"], path: "Tests/LedgerTestSupport"),
    .target(name: "CausewayDatabase", dependencies: ["CausewayFiles"] + sqlite),
    .executableTarget(name: "DatabaseProgram", dependencies: ["CausewayDatabase"], path: "Tests/DatabaseProgram"),
    .executableTarget(name: "EventProgram", dependencies: ["OnsideCore", "Causeway"], path: "Tests/EventProgram"),
    .executableTarget(name: "ShopProgram", dependencies: ["OnsideCore"], path: "Tests/ShopProgram"),
    .target(name: "MountTestSupport", path: "Tests/MountTestSupport"),
    .target(name: "ProgramTestSupport", path: "Tests/ProgramTestSupport"),
    .target(name: "OnsideTestSupport", dependencies: ["OnsideCore"], path: "Tests/OnsideTestSupport"),
    .testTarget(
      name: "CausewayDatabaseTests",
      dependencies: [
        "CausewayDatabase", "DatabaseProgram", "MountTestSupport", "ProgramTestSupport", "SeededGenerator",
      ] + sqliteTests),
    .target(name: "BitcoinLink", dependencies: ["Causeway"], resources: [.embedInCode("Page/link.js")]),
  ]
)

#if os(Linux)
package.products.append(.library(name: "WebKit", targets: ["WebKit"]))
package.products.append(.library(name: "OnsideMerchantPostgreSQL", targets: ["OnsideMerchantPostgreSQL"]))
package.products.append(.library(name: "WebKitTesting", targets: ["WebKitTesting"]))
package.targets += [
  .systemLibrary(name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
  .target(name: "OnsideMerchantPostgreSQL", dependencies: ["CPostgreSQL", "CausewayJOSE", "OnsideMerchant"]),
  .target(name: "PostgreSQLTestSupport", path: "Tests/PostgreSQLTestSupport"),
  .executableTarget(
    name: "ledger-kill-test",
    dependencies: [
      "LedgerTestSupport", "OnsideMerchant", "OnsideMerchantPostgreSQL", "PostgreSQLTestSupport", "SeededGenerator",
    ],
    path: "Tests/LedgerKillTest"),
  .testTarget(
    name: "OnsideMerchantPostgreSQLTests",
    dependencies: ["LedgerTestSupport", "OnsideMerchant", "OnsideMerchantPostgreSQL", "PostgreSQLTestSupport"]),
  .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
  .systemLibrary(name: "CGIO", pkgConfig: "gio-2.0", providers: [.apt(["libglib2.0-dev"])]),
  .target(name: "CausewayHTTP", dependencies: ["Causeway", "CGIO"]),
  .testTarget(name: "CausewayHTTPTests", dependencies: ["Causeway", "CausewayHTTP"]),
  .target(
    name: "OnsideSandbox",
    dependencies: [
      "Causeway", "CausewayDatabase", "CausewayFiles", "CausewayHTTP", "CausewayJOSE", "OnsideCore", "OnsideMerchant",
    ],
    resources: [
      .embedInCode("openapi.yaml"), .embedInCode("Pages/pages.css"), .embedInCode("SignIn/sign-in.css"),
    ]),
  .executableTarget(
    name: "SandboxProgram", dependencies: ["OnsideSandbox", "OnsideCore"], path: "Tests/SandboxProgram"),
  .testTarget(
    name: "OnsideSandboxTests",
    dependencies: [
      "OnsideSandbox", "Causeway", "CausewayDatabase", "CausewayHTTP", "CausewayJOSE", "OnsideCore", "OnsideMerchant",
      "ProgramTestSupport", "SandboxProgram", "SeededGenerator", "SQLiteTestSupport",
    ]),
  .testTarget(
    name: "OnsideNetworkTests",
    dependencies: [
      "Causeway", "CausewayDatabase", "CausewayHTTP", "OnsideCore", "OnsideSandbox", "OnsideTestSupport",
      "SeededGenerator", "TestClock",
    ]),
  .executableTarget(
    name: "command-kill-test", dependencies: ["SeededGenerator"], path: "Tests/CommandKillTest"),
  .systemLibrary(name: "SQLite3", providers: [.apt(["libsqlite3-dev"])]),
  .target(name: "SQLiteTestSupport", dependencies: ["SQLite3"], path: "Tests/SQLiteTestSupport"),
  .systemLibrary(
    name: "CWebKitGTK", pkgConfig: "webkitgtk-6.0", providers: [.apt(["libwebkitgtk-6.0-dev"])]),
  .target(name: "CausewayGTK", dependencies: ["CWebKitGTK"]),
  .target(name: "GTKTestSupport", dependencies: ["CausewayGTK", "CWebKitGTK"], path: "Tests/GTKTestSupport"),
  .target(
    name: "WebKit", dependencies: ["CWebKitGTK"],
    resources: [
      .embedInCode("Identity/identity-agent.js"), .embedInCode("Identity/frame-bootstrap.js"),
      .embedInCode("Identity/frame-channel.js"), .embedInCode("Identity/message-writer.js"),
      .embedInCode("Identity/reply-reader.js"), .embedInCode("Values/argument-reader.js"),
      .embedInCode("Values/argument-prologue.js"),
    ]),
  .testTarget(
    name: "WebKitTests", dependencies: ["CWebKitGTK", "SeededGenerator", "WebKit", "WebTestSupport"]),
  .executableTarget(
    name: "web-view-soak", dependencies: ["Causeway", "CausewayWebKit", "SeededGenerator", "WebKit", "WebTestSupport"],
    path: "Tests/WebViewSoak", resources: [.embedInCode("talk.js"), .embedInCode("frame.js")]),
  .executableTarget(
    name: "browser-example", dependencies: ["WebKit"], path: "Examples/browser", exclude: ["README.md"],
    resources: [
      .embedInCode("Page/start.html"), .embedInCode("Page/second.html"), .embedInCode("Page/start.css"),
      .embedInCode("Page/start.js"), .embedInCode("Page/reader.js"),
    ]),
  .testTarget(
    name: "WebKitSwift5Tests", dependencies: ["WebKit"], swiftSettings: [.swiftLanguageMode(.v5)]),
  .target(name: "WebKitTesting"),
  .testTarget(name: "WebKitTestingTests", dependencies: ["WebKit", "WebKitTesting"]),
]
#endif
