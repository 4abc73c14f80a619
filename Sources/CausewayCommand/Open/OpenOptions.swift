import Causeway
import Foundation

/// The options with which a page is opened. All commands that open pages use them.
struct OpenOptions {
  /// The names of all protocols.
  static let protocols = ["gbg", "link", "onside", "today"]

  var protocols: [String]
  var platform: Platform
  var allowed: Set<Origin>?
  var isHeadless: Bool
  var profile: Profile
  private let namedGoods: OnsideGoods?
  /// The folder for Onside's lasting state; nil for a temporary folder.
  var state: URL?
  var trace: Trace?
  var isVerbose: Bool
  /// Whether the logs of the app's parts are omitted.
  var isQuiet = false
  var timeout: Double?

  /// The specifications of these options, for parsing and for the help of each command that has them.
  static let specification =
    [
      OptionSpecification(
        "--protocol", "NAME", repeatable: true,
        "A protocol that the page may speak: \(protocols.joined(separator: ", ")). All of them if none is named."),
      OptionSpecification(
        "--platform", "NAME",
        "The surface that the page sees: ios (the default) or android; for today alone also macos or windows."),
      OptionSpecification(
        "--allow", "ORIGIN", repeatable: true,
        "An origin that is served what a protocol keeps from strangers, such as https://shop.example. Without it, for "
          + "today the page's own, for gbg, link and onside every origin that has a name."),
    ] + OnsideGoods.specification + [
      OptionSpecification(
        "--state", "DIR",
        "Where Onside keeps what outlasts the command: who is logged in, orders, unfinished transactions, and tracked "
          + "events (events.jsonl). Without it each run begins anew."),
      OptionSpecification("--headless", "Shows no window to a person; starts a display of its own if there is none."),
      OptionSpecification("--profile", "FILE.json", "What the simulated app answers; see docs/command-line.md."),
      OptionSpecification(
        "--trace", "FILE.jsonl", "Writes each message, both ways, as a line of JSON without secrets."),
      OptionSpecification(
        "--verbose", "Prints on standard error each message as it passes, and the page's console and uncaught errors."),
      OptionSpecification(
        "--timeout", "SECONDS",
        "How long everything may take. Without it 30, or 120 for a conformance suite, and no limit while a person looks on."
      ),
    ]

  @MainActor init(_ arguments: Arguments) throws {
    _ = try arguments.choice("--protocol", Self.protocols)
    let named = arguments.all("--protocol")
    let platforms = Platform.allCases.map(\.rawValue)
    platform = try arguments.choice("--platform", platforms).flatMap(Platform.init) ?? .ios
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
    try profile.answer.check(isHeadless: isHeadless)
    namedGoods = try OnsideGoods(arguments)
    state = arguments.one("--state").map { URL(fileURLWithPath: $0, isDirectory: true) }
    guard namedGoods ?? profile.onside.goods != nil || !named.contains("onside") else {
      throw UsageError(
        "--protocol onside needs something to sell: --catalog FILE.storekit or --store URL, or \"catalog\" or \"store\" in "
          + "the profile's part \"onside\"")
    }
    let platform = platform
    if let stranger = named.first(where: { !platform.protocols.contains($0) }) {
      throw UsageError("--protocol \(stranger): \(platform.refusal(of: stranger))")
    }
    protocols = named.isEmpty ? platform.protocols : named
    isVerbose = arguments.has("--verbose")
    timeout = try arguments.seconds("--timeout")
    trace = try arguments.one("--trace").map(Trace.init(path:))
  }

  /// Makes a page with its bridge and with the trace and the log that the options ask for.
  ///
  /// - Throws: An error if Onside's catalogue or its state cannot be used.
  @MainActor func session(_ location: PageLocation) throws -> PageSession {
    let bridge = Bridge()
    // The bridge's own log is switched off, because traces and --verbose show the cause of each failure.
    bridge.log = { _ in }
    if let trace {
      bridge.observe { trace.write($0) }
    }
    if isVerbose {
      bridge.observe { StandardError.print(Trace.line($0)) }
    }
    let app = SimulatedApp(profile, prompter: profile.answer.prompter(), isQuiet: isQuiet)
    return try PageSession(location, bridge: bridge, app: app, showsConsole: isVerbose) { cookies in
      for name in protocols {
        switch name {
        case "gbg":
          app.installGBG(in: bridge, platform, allowing: profile.gbg.allowedOrigins ?? allowed)
        case "link": app.installLink(in: bridge, platform, allowing: allowed)
        case "onside":
          guard let goods = namedGoods ?? profile.onside.goods else { continue }
          try app.installOnside(
            in: bridge, selling: goods, state: state, allowing: profile.onside.allowedOrigins ?? allowed)
        default:
          let trusted = trustedOrigins(of: profile.today, location)
          app.installToday(in: bridge, platform, trusting: trusted, cookies: cookies)
        }
      }
    }
  }

  /// Returns the profile's origins, or those of `--allow`, or the page's own origin. If both the profile and `--allow`
  /// name origins, only the origins in both are trusted.
  private func trustedOrigins(of profile: TodayProfile, _ location: PageLocation) -> Set<Origin> {
    let named = profile.trustedOrigins ?? allowed ?? [location.origin]
    return allowed.map(named.intersection) ?? named
  }
}
