// swift-tools-version: 6.2
import PackageDescription

// MARK: Helpers

// In a manifest, `#if os(…)` tests the machine that builds, not the target platform. Therefore build for Linux on
// Linux. A Mac that cross-builds for Linux would leave out the targets and dependencies for Linux.
#if os(Linux)
let isLinux = true
#else
let isLinux = false
#endif

/// Dependencies for Linux only. On Apple's platforms, the SDK has its own versions of them, or the
/// module does not need them.
func onLinux(_ dependencies: Target.Dependency...) -> [Target.Dependency] { isLinux ? dependencies : [] }

/// WebKit, for Linux only, because Apple's SDK has its own.
let webKit = onLinux("WebKit")
/// WebKit, and GTK for windows, for Linux only. On Apple's platforms, the SDK's UIKit, AppKit and SwiftUI replace them.
let windows = onLinux("WebKit", "CWebKitGTK", "CausewayGTK")
let windowTests = windows + onLinux("GTKTestSupport")

/// A product of one target with the same name.
func library(_ name: String) -> Product { .library(name: name, targets: [name]) }

/// Files that become constants of the module, such as page scripts.
func embedded(_ paths: String...) -> [Resource] { paths.map { .embedInCode($0) } }

/// Files and folders that are copied unchanged into the module's resources.
func copied(_ paths: String...) -> [Resource] { paths.map { .copy($0) } }

/// Apple's privacy manifest, which is left out on Linux.
let privacyManifest = "PrivacyInfo.xcprivacy"

/// A target in the folder `Tests` with code that several test targets share.
func testSupport(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, path: "Tests/\(name)")
}

/// A program in `Tests` that tests start, or that a script runs.
func testProgram(
  _ name: String, _ dependencies: [Target.Dependency], path: String? = nil, resources: [Resource] = []
) -> Target {
  .executableTarget(name: name, dependencies: dependencies, path: "Tests/\(path ?? name)", resources: resources)
}

/// Tests in Swift 5 mode, for code that was written before Swift's concurrency.
func swift5Tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: [.swiftLanguageMode(.v5)])
}

// MARK: The engine, and its host in a web view

let engine: [Target] = [
  .target(
    name: "CausewayJSON",
    // For rounding functions. On Linux, Foundation usually links this library, but this module does not use Foundation.
    linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
  .target(name: "CausewayText"),
  .target(name: "CausewayContract", dependencies: ["CausewayJSON"]),
  .target(
    name: "Causeway", dependencies: ["CausewayContract", "CausewayJSON", "CausewayText"],
    exclude: ["Page/runtime.d.ts"],
    resources: embedded(
      "Page/json-writer.js", "Page/runtime.js", "Dialect/outgoing-streams.js", "Dialect/incoming-streams.js",
      "Dialect/requests.js", "Dialect/checks.js", "Dialect/contract.js", "Dialect/errors.js", "Dialect/connect.js",
      "Dialect/causeway.js")),
  .target(
    name: "CausewayWebKit", dependencies: ["Causeway", "CausewayLog"] + webKit,
    resources: embedded("life.js", "names.js", "transport.js", "bytes.js")),
  .target(name: "CausewayTesting", dependencies: ["Causeway", "CausewayJSON"]),

  .testTarget(name: "CausewayJSONTests", dependencies: ["CausewayJSON", "ProgramTestSupport", "SeededGenerator"]),
  .testTarget(
    name: "CausewayContractTests",
    dependencies: [
      "CausewayContract", "CausewayJSON", "ContractTestSupport", "ProgramTestSupport", "SeededGenerator",
    ]),
  .testTarget(name: "CausewayTextTests", dependencies: ["CausewayJSON", "CausewayText", "SeededGenerator"]),
  .testTarget(
    name: "CausewayTests",
    dependencies: [
      "Causeway", "CausewayContract", "CausewayJSON", "CausewayTesting", "ContractTestSupport", "ProgramTestSupport",
      "SeededGenerator",
    ]),
  .testTarget(
    name: "CausewayWebKitTests",
    dependencies: [
      "Causeway", "CausewayContract", "CausewayJSON", "CausewayTesting", "CausewayWebKit", "ContractTestSupport",
      "WebTestSupport",
    ]),
  .testTarget(name: "ReadmeTests", dependencies: ["Causeway", "CausewayWebKit", "TodayWebViewBridge"] + webKit),
  testSupport("ContractTestSupport", ["CausewayContract", "CausewayJSON", "SeededGenerator"]),
  testSupport("WebTestSupport", webKit),
]

// MARK: The published protocols

let protocols: [Target] = [
  .target(
    name: "TodayWebViewBridge", dependencies: ["Causeway", "CausewayJSON"],
    resources: embedded(
      "Page/platform.js", "Page/fallbacks.js", "Page/message-handler.js", "Page/shim.js", "Page/android-native.js",
      "Page/android-shim.js", "Page/windows-native.js", "Page/windows-shim.js")),
  .target(
    name: "GBGBridge", dependencies: ["Causeway", "CausewayJSON", "CausewayWebKit"] + windows,
    resources: embedded("Page/gbg.js", "Stub/stub-camera.html", "Stub/stub-camera.js")),
  .target(
    name: "BitcoinLink", dependencies: ["Causeway", "CausewayJSON", "CausewayText"],
    resources: embedded("Page/link.js")),

  .testTarget(
    name: "TodayWebViewBridgeTests",
    dependencies: ["Causeway", "CausewayTesting", "CausewayWebKit", "TodayWebViewBridge", "WebTestSupport"]),
  .testTarget(
    name: "GBGBridgeTests",
    dependencies: ["Causeway", "CausewayJSON", "CausewayTesting", "CausewayWebKit", "GBGBridge", "WebTestSupport"]
      + windowTests),
  swift5Tests("GBGBridgeSwift5Tests", ["GBGBridge"] + webKit),
  .testTarget(
    name: "BitcoinLinkTests",
    dependencies: [
      "BitcoinLink", "Causeway", "CausewayJSON", "CausewayTesting", "CausewayText", "CausewayWebKit", "WebTestSupport",
    ]),
  .testTarget(
    name: "ProtocolsTogetherTests",
    dependencies: [
      "BitcoinLink", "Causeway", "CausewayWebKit", "GBGBridge", "OnsideKit", "OnsideTesting", "TodayWebViewBridge",
      "WebTestSupport",
    ] + webKit),
]

// MARK: Onside in an app

let onside: [Target] = [
  .target(
    name: "OnsideCore",
    dependencies: [
      "Causeway", "CausewayDatabase", "CausewayFiles", "CausewayJOSE", "CausewayJSON", "CausewayLog",
      "CausewayPrompts", "CausewayText", "CausewayTransport",
    ]),
  .target(
    name: "OnsideTesting",
    dependencies: ["CausewayDatabase", "CausewayFiles", "CausewayJSON", "CausewayTransport", "OnsideCore"]),
  .target(
    name: "OnsideKit",
    dependencies: [
      "Causeway", "CausewayDatabase", "CausewayJSON", "CausewayPrompts", "CausewayText", "CausewayWebKit", "OnsideCore",
      "OnsideTesting",
    ] + windows,
    exclude: ["Page/onside.d.ts"] + (isLinux ? [privacyManifest] : []),
    resources: embedded("Page/onside.js", "Interface/GTK/screens.css") + (isLinux ? [] : copied(privacyManifest))),

  .testTarget(
    name: "OnsideCoreTests",
    dependencies: [
      "Causeway", "CausewayDatabase", "CausewayJSON", "CausewayTesting", "CausewayTransport", "EventProgram",
      "MountTestSupport", "OnsideCore", "OnsideTestSupport", "OnsideTesting", "ProgramTestSupport", "SeededGenerator",
      "ShopProgram",
    ] + onLinux("SQLiteTestSupport")),
  .testTarget(
    name: "OnsideTestingTests",
    dependencies: ["CausewayDatabase", "OnsideCore", "OnsideTestSupport", "OnsideTesting", "SeededGenerator"]),
  .testTarget(
    name: "OnsideKitTests",
    dependencies: [
      "Causeway", "CausewayDatabase", "CausewayJSON", "CausewayTesting", "CausewayWebKit", "OnsideKit",
      "OnsideTesting", "WebTestSupport",
    ] + windowTests + onLinux("OnsideSandbox")),
  swift5Tests("OnsideKitSwift5Tests", ["OnsideKit", "OnsideTesting"] + webKit),
  testSupport("OnsideTestSupport", ["OnsideCore"]),
  testProgram("EventProgram", ["OnsideCore"]),
  testProgram("ShopProgram", ["OnsideCore", "OnsideTesting"]),
  testProgram(
    "onside-kill-test", ["OnsideCore", "OnsideTestSupport", "OnsideTesting", "SeededGenerator"], path: "OnsideKillTest"),
]

// MARK: The publisher's backend

let merchant: [Target] = [
  // Apps also use this module, so it does not depend on libcurl on Apple's platforms.
  .target(
    name: "OnsideHistory",
    dependencies: ["CausewayJOSE", "CausewayJSON", "CausewayTransport"] + onLinux("CausewayCurl")),
  .target(
    name: "OnsideMerchant",
    dependencies: [
      "CausewayCurl", "CausewayDatabase", "CausewayJOSE", "CausewayJSON", "CausewayTransport", "OnsideHistory",
    ]),

  .testTarget(
    name: "OnsideHistoryTests",
    dependencies: ["CausewayJOSE", "OnsideHistory", "OnsideKit", "OnsideTestSupport", "OnsideTesting"]
      + onLinux("OnsideSandbox")),
  .testTarget(
    name: "OnsideMerchantTests",
    dependencies: [
      "CausewayCurl", "CausewayDatabase", "CausewayJOSE", "CausewayJSON", "CausewayTransport", "LedgerTestSupport",
      "OnsideHistory", "OnsideMerchant", "SeededGenerator",
    ] + onLinux("CausewayHTTP")),
  .testTarget(
    name: "OnsideLedgerTests",
    dependencies: [
      "CausewayDatabase", "CausewayJOSE", "LedgerTestSupport", "OnsideMerchant", "ProgramTestSupport",
      "SeededGenerator",
    ] + onLinux("OnsideMerchantPostgreSQL", "PostgreSQLTestSupport", "SQLiteTestSupport", "ledger-kill-test"),
    exclude: ["Fixtures"]),
  // These tests use the module as another package would, without package access.
  .testTarget(
    name: "OnsideMerchantInterfaceTests", dependencies: ["CausewayJOSE", "CausewayJSON", "OnsideMerchant"],
    packageAccess: false),
  testSupport("LedgerTestSupport", ["OnsideMerchant", "SeededGenerator"]),
]

// MARK: Modules with one task each, which serve no protocol

let foundations: [Target] = [
  .target(
    name: "CausewayDatabase", dependencies: ["CausewayFiles"] + onLinux("SQLite3")),
  .target(
    name: "CausewayFiles", exclude: isLinux ? [privacyManifest] : [],
    resources: isLinux ? [] : copied(privacyManifest)),
  .target(
    name: "CausewayJOSE", dependencies: ["CausewayJSON"] + onLinux("COpenSSL"),
    exclude: [isLinux ? "Signatures/Apple" : "Signatures/OpenSSL"]),
  .target(name: "CausewayHTTP", dependencies: ["CausewayJOSE", "CausewayJSON", "CausewayTransport"]),
  .target(name: "CausewayLog", dependencies: ["CausewayText"]),
  .target(name: "CausewayPrompts"),
  .target(name: "CausewayTransport"),
  .target(name: "CausewayCurl", dependencies: ["CCurl", "CausewayJOSE", "CausewayTransport"]),
  // Apple's SDK for macOS also contains libcurl.
  .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),

  .testTarget(
    name: "CausewayDatabaseTests",
    dependencies: [
      "CausewayDatabase", "DatabaseProgram", "MountTestSupport", "ProgramTestSupport", "SeededGenerator",
    ] + onLinux("SQLiteTestSupport")),
  .testTarget(
    name: "CausewayJOSETests", dependencies: ["CausewayJOSE", "CausewayJSON", "SeededGenerator"] + onLinux("COpenSSL")),
  testProgram("DatabaseProgram", ["CausewayDatabase"]),
  testSupport("MountTestSupport"),
  testSupport("ProgramTestSupport"),
  testSupport("SeededGenerator"),
]

// MARK: The command, and the files that it serves

let command: [Target] = [
  // What the programs have in common: options, help, completions, manual pages and output.
  .target(
    name: "CausewayTool",
    dependencies: ["CausewayFiles", "CausewayHTTP", "CausewayJSON", "CausewayText", "CausewayTransport"]),
  .executableTarget(
    name: "CausewayCommand",
    dependencies: [
      "BitcoinLink", "Causeway", "CausewayContract", "CausewayCurl", "CausewayFiles", "CausewayHTTP", "CausewayJOSE",
      "CausewayJSON", "CausewayPrompts", "CausewayTesting", "CausewayText", "CausewayTool", "CausewayTransport",
      "CausewayWebKit", "Conformance", "GBGBridge", "HostKits", "OnsideKit", "OnsideMerchant", "OnsideMerchantCommand",
      "OnsideTesting",
      "TodayWebViewBridge",
    ] + windows + onLinux("CausewayDriver", "CausewayPlayground", "OnsideSandbox"),
    resources: embedded(
      "Driver/input.js", "Page/run.js", "Page/console.js", "Page/problems.js", "Page/device-refusal.js",
      "Prompt/GTK/prompt.css", "Conformance/suite-report.js", "Mock/mock.js", "Mock/app-error.js")),
  // The commands of a publisher's backend, for `causeway` and for `causeway-merchant`.
  .target(
    name: "OnsideMerchantCommand",
    dependencies: [
      "CausewayFiles", "CausewayJOSE", "CausewayJSON", "CausewayText", "CausewayTool", "CausewayTransport",
      "OnsideMerchant",
    ] + onLinux("CausewayHTTP", "OnsideMerchantPostgreSQL")),
  // A publisher's backend without WebKit, GTK and a display.
  .executableTarget(name: "causeway-merchant", dependencies: ["CausewayTool", "OnsideMerchantCommand"]),
  .target(
    name: "Conformance", path: "Conformance", exclude: ["README.md", "conformance.d.ts"], sources: ["Suite.swift"],
    resources: copied(
      "causeway", "gbg", "link", "onside", "today", "conformance.css", "describe.js", "frames.js", "harness.js",
      "hostile.js", "table.js")),
  .target(
    name: "ExamplePages", path: "Examples",
    exclude: ["browser", "demo.d.ts", "ios.swiftpm", "newsstand", "onside.d.ts", "own-bridge"],
    sources: ["ExamplePages.swift"], resources: copied("gbg", "link", "notebook", "onside", "today")),
  .target(
    name: "HostKits", path: "HostKits", exclude: ["pages"], sources: ["HostKit.swift"],
    resources: copied("android", "windows")),
  .executableTarget(
    name: "causeway-bench",
    dependencies: [
      "Causeway", "CausewayJOSE", "CausewayJSON", "CausewayTesting", "CausewayWebKit", "GBGBridge", "OnsideCore",
      "OnsideKit", "OnsideMerchant", "OnsideTesting",
    ]
      + onLinux(
        "COpenSSL", "CPostgreSQL", "CWebKitGTK", "OnsideMerchantPostgreSQL", "OnsideSandbox", "PostgreSQLTestSupport",
        "SQLite3", "WebKit"),
    path: "Benchmarks", resources: embedded("Page/bench.js", "Page/capture.js", "Page/shop.js")),

  .testTarget(
    name: "CausewayCommandTests",
    dependencies: [
      "Causeway", "CausewayCommand", "CausewayDatabase", "CausewayJOSE", "CausewayJSON", "CausewayPrompts",
      "CausewayText", "CausewayTool", "CausewayWebKit", "ExamplePages", "MountTestSupport", "OnsideCore",
      "OnsideMerchant", "OnsideMerchantCommand", "OnsideTesting", "ProgramTestSupport", "SeededGenerator",
      "WebTestSupport", "causeway-merchant",
    ] + windowTests
      + onLinux(
        "CausewayHTTP", "OnsideMerchantPostgreSQL", "OnsideSandbox", "PostgreSQLTestSupport", "command-kill-test"),
    exclude: ["EndToEnd/newsstand.js"]),
]

// MARK: The guides' samples and programs

/// A program from a guide in `docs`.
func guideProgram(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  testProgram(name.lowercased(), dependencies + webKit, path: "GuidePrograms/\(name)")
}

let guides: [Target] = [
  guideProgram("Greeter", ["Causeway", "CausewayWebKit"]),
  guideProgram("Journey", ["GBGBridge"]),
  guideProgram("Kiosk", ["OnsideKit", "OnsideTesting"]),
  guideProgram("News", ["Causeway", "CausewayWebKit", "TodayWebViewBridge"]),
  guideProgram("Tips", ["BitcoinLink", "Causeway", "CausewayWebKit"]),
  testSupport(
    "GuideSamples",
    [
      "BitcoinLink", "Causeway", "CausewayContract", "CausewayJSON", "CausewayTesting", "CausewayWebKit", "GBGBridge",
      "OnsideKit", "OnsideMerchant",
    ] + webKit + onLinux("OnsideMerchantPostgreSQL", "WebKitTesting")),
  .testTarget(
    name: "GuideTests",
    dependencies: [
      "CausewayContract", "CausewayJSON", "GuideSamples", "ProgramTestSupport", "greeter", "journey", "kiosk", "news",
      "tips",
    ] + webKit
      + onLinux("WebKitTesting", "press", "viewer", "window")),
]

// MARK: Linux only

/// The targets for Apple's WebKit API over WebKitGTK, and for windows.
let webKitOnLinux: [Target] = [
  .target(
    name: "WebKit", dependencies: ["CWebKitGTK"],
    resources: embedded(
      "Identity/identity-agent.js", "Identity/frame-bootstrap.js", "Identity/frame-channel.js",
      "Identity/message-writer.js", "Identity/name-maker.js", "Identity/reply-reader.js", "Values/argument-reader.js",
      "Values/argument-prologue.js")),
  .target(name: "WebKitTesting"),
  .target(name: "CausewayGTK", dependencies: ["CWebKitGTK", "CausewayPrompts"]),
  .systemLibrary(
    name: "CWebKitGTK", pkgConfig: "webkitgtk-6.0", providers: [.apt(["libwebkitgtk-6.0-dev"])]),
  .executableTarget(
    name: "browser-example", dependencies: ["WebKit"], path: "Examples/browser", exclude: ["README.md"],
    resources: embedded(
      "Page/start.html", "Page/second.html", "Page/start.css", "Page/start.js", "Page/reader.js")),
  .executableTarget(
    name: "album-example", dependencies: ["Causeway", "CausewayWebKit", "WebKit"], path: "Examples/own-bridge",
    exclude: ["README.md"], sources: ["App"], resources: copied("Page", "Pictures")),

  .testTarget(
    name: "AlbumExampleTests",
    dependencies: ["album-example", "Causeway", "CausewayContract", "CausewayWebKit", "WebKit", "WebTestSupport"]),
  .testTarget(
    name: "WebKitTests", dependencies: ["CWebKitGTK", "SeededGenerator", "WebKit", "WebTestSupport"]),
  swift5Tests("WebKitSwift5Tests", ["WebKit"]),
  .testTarget(name: "WebKitTestingTests", dependencies: ["WebKit", "WebKitTesting"]),
  testSupport("GTKTestSupport", ["CWebKitGTK", "CausewayGTK", "CausewayPrompts"]),
  guideProgram("Press", []),
  guideProgram("Viewer", []),
  guideProgram("Window", ["CGTK"]),
  .systemLibrary(name: "CGTK", path: "Tests/GuidePrograms/CGTK", pkgConfig: "gtk4"),
  testProgram(
    "web-view-soak", ["Causeway", "CausewayJSON", "CausewayWebKit", "SeededGenerator", "WebKit", "WebTestSupport"],
    path: "WebViewSoak", resources: embedded("talk.js", "frame.js")),
  testProgram(
    "large-file-test", ["Causeway", "CausewayWebKit", "WebKit", "WebTestSupport"], path: "LargeFileTest"),
]

/// The program that prints the page scripts for `script/package-js`.
let packages: [Target] = [
  .executableTarget(
    name: "page-scripts",
    dependencies: ["BitcoinLink", "Causeway", "CausewayJSON", "GBGBridge", "OnsideKit", "TodayWebViewBridge"],
    path: "Packages/PageScripts", resources: embedded("connect.js"))
]

/// A store for development, and the ledger on PostgreSQL.
let servers: [Target] = [
  .target(
    name: "OnsideSandbox",
    dependencies: [
      "CausewayCurl", "CausewayDatabase", "CausewayFiles", "CausewayHTTP", "CausewayJOSE", "CausewayJSON",
      "CausewayText", "CausewayTransport", "OnsideCore", "OnsideMerchant", "OnsideTesting",
    ],
    resources: embedded(
      "openapi.yaml", "Pages/base.css", "Pages/pages.css", "Pages/clock.js", "SignIn/sign-in.css")),
  .target(name: "OnsideMerchantPostgreSQL", dependencies: ["CPostgreSQL", "CausewayJOSE", "OnsideMerchant"]),

  .testTarget(
    name: "OnsideSandboxTests",
    dependencies: [
      "CausewayDatabase", "CausewayHTTP", "CausewayJOSE", "CausewayJSON", "OnsideCore", "OnsideMerchant",
      "OnsideSandbox", "OnsideTesting", "ProgramTestSupport", "SandboxProgram", "SeededGenerator", "SQLiteTestSupport",
    ]),
  .testTarget(
    name: "OnsideNetworkTests",
    dependencies: [
      "CausewayDatabase", "CausewayHTTP", "CausewayJSON", "CausewayTesting", "CausewayTransport", "OnsideCore",
      "OnsideSandbox", "OnsideTestSupport", "OnsideTesting", "SeededGenerator",
    ]),
  .testTarget(
    name: "OnsideMerchantPostgreSQLTests",
    dependencies: ["LedgerTestSupport", "OnsideMerchant", "OnsideMerchantPostgreSQL", "PostgreSQLTestSupport"]),
  .testTarget(
    name: "CausewayHTTPTests",
    dependencies: ["CausewayCurl", "CausewayHTTP", "CausewayJSON", "CausewayTransport", "SeededGenerator"]),
  testSupport("PostgreSQLTestSupport"),
  testSupport("SQLiteTestSupport", ["SQLite3"]),
  testProgram("SandboxProgram", ["OnsideCore", "OnsideSandbox", "OnsideTesting"]),
  testProgram(
    "ledger-kill-test",
    ["LedgerTestSupport", "OnsideMerchant", "OnsideMerchantPostgreSQL", "PostgreSQLTestSupport", "SeededGenerator"],
    path: "LedgerKillTest"),
  testProgram(
    "ledger-size-bench",
    ["LedgerTestSupport", "OnsideMerchant", "OnsideMerchantPostgreSQL", "PostgreSQLTestSupport", "SeededGenerator"],
    path: "LedgerSizeBench"),
  testProgram("command-kill-test", ["SeededGenerator"], path: "CommandKillTest"),
]

/// The files of the inspector's page. `InspectorFiles.swift` lists them too.
let inspectorPage = [
  "banner.js",
  "camera.js",
  "connection.js",
  "copy.js",
  "details.js",
  "dom.js",
  "echo.js",
  "empty.js",
  "exchange.js",
  "explain.js",
  "filter-bar.js",
  "filter.js",
  "form-buttons.js",
  "form-choices.js",
  "form-fields.js",
  "form-id.js",
  "form-picture.js",
  "form-texts.js",
  "form.css",
  "form.js",
  "format.js",
  "frame.css",
  "help.js",
  "icon.svg",
  "index.html",
  "keyboard.js",
  "main.js",
  "notices.js",
  "overview.js",
  "picture.js",
  "query.js",
  "session.js",
  "sheet.css",
  "sheets.js",
  "side.css",
  "side.js",
  "splitter.js",
  "summary.js",
  "theme.css",
  "timeline-head.js",
  "timeline-row.js",
  "timeline.css",
  "timeline.js",
  "token.js",
  "top-bar.js",
  "trace-drop.js",
  "trace-file.js",
  "trace.js",
  "tree-keys.js",
  "tree.css",
  "tree.js",
  "view.js",
]

/// The host for pages in an ordinary browser.
let playground: [Target] = [
  .target(
    name: "CausewayPlayground",
    dependencies: [
      "Causeway", "CausewayContract", "CausewayCurl", "CausewayHTTP", "CausewayJOSE", "CausewayJSON",
      "CausewayPrompts", "CausewayTransport",
    ],
    exclude: ["Inspector/Page/protocol.d.ts"],
    resources: embedded("Document/socket-transport.js", "Document/local-frames.js", "Document/frame-hooks.js")
      + inspectorPage.map { .embedInCode("Inspector/Page/\($0)") }),

  .testTarget(
    name: "CausewayPlaygroundTests",
    dependencies: [
      "Causeway", "CausewayCurl", "CausewayHTTP", "CausewayJSON", "CausewayPlayground", "CausewayPrompts",
      "CausewayTesting", "CausewayTransport",
    ]),
]

/// WebDriver for pages in their app.
let driver: [Target] = [
  .target(
    name: "CausewayDriver",
    dependencies: ["CXTest", "CausewayCurl", "CausewayHTTP", "CausewayJSON", "CausewayTransport"],
    resources: embedded(
      "Element/click.js", "Element/geometry.js", "Element/keys.js", "Element/read.js", "Element/script.js")),
  .systemLibrary(name: "CXTest", pkgConfig: "xtst", providers: [.apt(["libxtst-dev"])]),

  .testTarget(name: "CausewayDriverTests", dependencies: ["CausewayDriver", "CausewayHTTP", "CausewayJSON"]),
]

/// The system's libraries.
let systemLibraries: [Target] = [
  .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
  .systemLibrary(name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
  .systemLibrary(name: "SQLite3", providers: [.apt(["libsqlite3-dev"])]),
]

// MARK: The package

let package = Package(
  name: "causeway",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [
    // The documentation of each module can link to the modules before it, so the order matters.
    library("CausewayJSON"),
    library("CausewayText"),
    library("CausewayContract"),
    library("Causeway"),
    library("CausewayTesting"),
    library("CausewayWebKit"),
    library("TodayWebViewBridge"),
    library("GBGBridge"),
    library("BitcoinLink"),
    library("OnsideTesting"),
    library("OnsideKit"),
    library("CausewayJOSE"),
    library("OnsideHistory"),
    library("OnsideMerchant"),
    // For the app of Examples/ios.swiftpm: a package cannot contain files of another folder, but it can use a
    // product of another package.
    library("ExamplePages"),
    .executable(name: "causeway", targets: ["CausewayCommand"]),
    .executable(name: "causeway-merchant", targets: ["causeway-merchant"]),
  ],
  targets: engine + protocols + onside + merchant + foundations + command + guides
)

if isLinux {
  package.products += [library("WebKit"), library("WebKitTesting"), library("OnsideMerchantPostgreSQL")]
  package.targets += webKitOnLinux + servers + playground + driver + packages + systemLibraries
}
