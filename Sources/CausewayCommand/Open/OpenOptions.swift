import Causeway
import CausewayTool
import CausewayWebKit
import Foundation
import OnsideTesting
import WebKit

/// The options with which a page is opened. All commands that open pages use them.
struct OpenOptions {
  var protocols: [BridgeProtocol]
  var platform: Platform
  var allowed: Set<Origin>?
  var isHeadless: Bool
  var profile: Profile
  /// The folder for Onside's persistent state; nil for a temporary folder.
  var state: URL?
  var trace: Trace?
  var isVerbose: Bool
  /// The command that opens the page.
  var use = ProfileUse.open
  /// Whether the logs of the app's parts are omitted.
  var isQuiet = false
  var timeout: Double?
  #if os(Linux)
  /// The inspector of `--inspect` or the side of `causeway driver` in this process; nil without them.
  var inspection: (any PageInspection)?
  #endif
  /// The size and the look of the page's view.
  var view = ViewOptions()
  /// Whether WebDriver controls the page. Only the engine for Linux can do that.
  var isControlledByAutomation = false

  /// The specifications of the options that every command has which opens or serves pages of the user. `causeway
  /// conformance` does not have them, because there the suite's protocol determines them.
  static let ofOrdinaryPages =
    [
      OptionSpecification(
        "--protocol", "NAME", repeatable: true, choices: BridgeProtocol.allCases.map(\.rawValue),
        "A protocol that the page may use: \(BridgeProtocol.published.map(\.rawValue).joined(separator: ", ")), or causeway, "
          + "which needs --contract and --mock. Without it: all protocols of the platform."),
      OptionSpecification(
        "--allow", "ORIGIN", repeatable: true,
        "An origin to trust, such as https://shop.example. Today: an origin that may get tokens (default: the page's own "
          + "origin). Other protocols: an origin whose messages are served (default: every origin; for Onside, every "
          + "origin that is not opaque; for a bridge of your own, the page's own origin)."),
    ] + OnsideProductSource.specification + [
      OptionSpecification(
        "--contract", "FILE.json",
        "The contract of a bridge of your own; see docs/contract.md. The page gets window.causeway, and each value is "
          + "checked against the contract."),
      OptionSpecification(
        "--mock", "FILE.js",
        "The module whose functions answer for the contract of --contract, in place of your app. It is loaded again when "
          + "the file has changed."),
      OptionSpecification(
        "--state", "DIR",
        "The folder for Onside's data that must outlast the command: the logged-in user, orders, unfinished "
          + "transactions, and tracked events, which are also written to events.jsonl there. Without it each run starts "
          + "empty, and tracked events are dropped. With --store the events always go to the store."),
    ]

  private static let platform = OptionSpecification(
    "--platform", "NAME", choices: Platform.allCases.map(\.rawValue),
    "The platform whose bridge the page finds: ios (the default) or android; for Today also macos or windows, where no other "
      + "published protocol is available. The suite of causeway has the platforms ios and macos.")
  private static let profile = OptionSpecification(
    "--profile", "FILE.json", "The answers of the simulated app; see docs/command-line.md.")
  private static let trace = OptionSpecification(
    "--trace", "FILE.jsonl",
    "Writes each message, in both directions, as a line of JSON in which secrets are redacted.")

  /// The specifications of the options of `causeway serve` that `causeway open` has too.
  static let ofServing =
    [platform, profile] + ofOrdinaryPages + [
      trace,
      OptionSpecification(
        "--verbose", "Prints each message as it passes on standard error, with secrets redacted."),
    ]

  /// The specifications of the options of every command that opens pages.
  static let ofEveryPage = [
    platform,
    OptionSpecification(
      "--headless", "Shows no window; starts a virtual display (Xvfb) if there is no display."),
    profile,
    trace,
    OptionSpecification(
      "--verbose",
      "Prints on standard error, with secrets redacted: each message as it passes, the page's console, uncaught errors, "
        + "unhandled rejections, and files that an element of the page could not load."),
    OptionSpecification(
      "--timeout", "SECONDS",
      "The timeout for the whole run. Without it: 30 seconds for a page, 120 for a conformance suite, 3600 for --all, and "
        + "none while a page is open for the user."),
  ]

  @MainActor init(_ arguments: Arguments) throws {
    let named = try arguments.choices("--protocol", BridgeProtocol.self)
    let platform = try arguments.choices("--platform", Platform.self).last ?? .ios
    self.platform = platform
    let origins = try arguments.all("--allow").map { text in
      do {
        return try Origin(parsing: text)
      } catch {
        throw UsageError("--allow \(error)")
      }
    }
    allowed = origins.isEmpty ? nil : Set(origins)
    isHeadless = arguments.has("--headless")
    profile = try arguments.one("--profile").map(Profile.init(contentsOf:)) ?? Profile()
    // The inspector shows prompts without a window, and a replay for a page has the answers of the trace.
    let needsNoWindow = ["--inspect", "--inspect-engine", "--page"].contains { arguments.has($0) }
    try profile.answer.check(isHeadless: isHeadless && !needsNoWindow)
    if let source = try OnsideProductSource(arguments) { profile.onside.productSource = source }
    try profile.causeway.replaceFiles(arguments)
    state = arguments.one("--state").map { URL(fileURLWithPath: $0, isDirectory: true) }
    for name in named {
      try name.simulation.check(profile, for: .open)
      try name.check(platform, subject: "--protocol \(name.rawValue)")
    }
    // Check the catalog now, so that a mistake in it is reported before a display and a web view are made.
    if case .catalog(let file)? = profile.onside.productSource { _ = try Catalog(contentsOf: file) }
    protocols = named.isEmpty ? BridgeProtocol.allCases.filter { $0.exists(on: platform) } : named
    isVerbose = arguments.has("--verbose")
    timeout = try arguments.seconds("--timeout")
    trace = try arguments.one("--trace").map(Trace.init(path:))
  }

  /// Makes a page with its bridge, its simulated app, and the trace and the log that the options request.
  ///
  /// - Throws: An error if Onside's catalog or its state cannot be used.
  /// - Parameters:
  ///   - scripts: the scripts of `--run`.
  ///   - problems: receives the page's problems; nil if the caller does not need them.
  @MainActor func session(
    _ location: PageLocation, scripts: [RunScript] = [], problems: PageProblems? = nil
  ) throws -> PageSession {
    let bridge = Bridge()
    // The bridge's own log is switched off, because traces and --verbose show the cause of each failure.
    bridge.log = { _ in }
    if let trace {
      try trace.begin()
      bridge.observe { trace.write($0) }
    }
    if isVerbose {
      bridge.observe { StandardError.print(Trace.line($0)) }
    }
    let session = try PageSession(
      location, bridge: bridge, platform: platform, view: view, scripts: scripts, showsConsole: isVerbose,
      problems: problems, isHeadless: isHeadless, isControlledByAutomation: isControlledByAutomation
    ) { cookies in
      let settings = SimulatedSettings(
        origin: location.origin, setCookie: { try await cookies.setConfirmed($0) }, profile: profile,
        prompter: profile.answer.prompter(), allowed: allowed, state: state, use: use, isQuiet: isQuiet)
      #if os(Linux)
      return try SimulatedApp(protocols, with: inspection?.inspected(settings) ?? settings)
      #else
      return try SimulatedApp(protocols, with: settings)
      #endif
    }
    #if os(Linux)
    inspection?.show(bridge, session.app, page: location.url, in: session.webView)
    #endif
    return session
  }
}
