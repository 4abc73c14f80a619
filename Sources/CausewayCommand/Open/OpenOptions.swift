import Causeway
import Foundation
import TodayWebViewBridge

/// What a page is opened with: shared by the commands that open one.
struct OpenOptions {
  /// The protocols that there are.
  static let protocols = ["today"]

  var protocols: [String]
  var platform: String
  var allowed: Set<Origin>?
  var isHeadless: Bool
  var profile: Profile
  var trace: Trace?
  var isVerbose: Bool
  var timeout: Double?

  /// The options that describe the host, for the help of each command that has them.
  static let specification = [
    OptionSpecification(
      "--protocol", "NAME", repeatable: true,
      "A protocol that the page may speak: \(protocols.joined(separator: ", ")). All of them if none is named."),
    OptionSpecification(
      "--platform", "NAME", "The surface that the page sees: ios (the default) or android."),
    OptionSpecification(
      "--allow", "ORIGIN", repeatable: true,
      "An origin that is trusted with what a protocol keeps from strangers, such as https://shop.example. Without it "
        + "the page's own."),
    OptionSpecification("--headless", "Shows no window to a person; starts a display of its own if there is none."),
    OptionSpecification("--profile", "FILE.json", "What the simulated app answers; see docs/command-line.md."),
    OptionSpecification("--trace", "FILE.jsonl", "Writes each message, both ways, as a line of JSON without secrets."),
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
    protocols = named.isEmpty ? Self.protocols : named
    platform = try arguments.choice("--platform", ["ios", "android"]) ?? "ios"
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
    isVerbose = arguments.has("--verbose")
    timeout = try arguments.seconds("--timeout")
    trace = try arguments.one("--trace").map(Trace.init(path:))
  }

  /// A page with its bridge, watched as the options say.
  @MainActor func session(_ location: PageLocation) throws -> PageSession {
    let bridge = Bridge()
    if let trace {
      bridge.observe { trace.write($0) }
    }
    if isVerbose {
      bridge.observe { StandardError.print(Trace.line($0)) }
    }
    return PageSession(location, bridge: bridge, showsConsole: isVerbose) { cookies in
      guard protocols.contains("today") else { return }
      let today = TodayWebViewBridge(
        host: SimulatedTodayHost(profile.today),
        configuration: .init(trustedOrigins: trustedOrigins(of: profile.today, location)),
        cookies: { try await cookies.setConfirmed($0) })
      bridge.install(today.dialect(for: platform == "android" ? .android(.port) : .ios))
    }
  }

  /// The profile's origins, else those of `--allow`, else the page's own. What both say is the narrower of the two.
  private func trustedOrigins(of profile: TodayProfile, _ location: PageLocation) -> Set<Origin> {
    let named = profile.trustedOrigins ?? allowed ?? [location.origin]
    return allowed.map(named.intersection) ?? named
  }
}
