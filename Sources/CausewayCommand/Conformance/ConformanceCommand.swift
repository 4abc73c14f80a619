import Causeway
import Conformance
import Foundation

/// `causeway conformance PROTOCOL`: a protocol's rules, checked against the host of this command.
struct ConformanceCommand: Command {
  static let specification = CommandSpecification(
    name: "conformance", operands: ["PROTOCOL"],
    summary: "Checks a host against a protocol's rules.",
    discussion: """
      Opens the conformance suite of PROTOCOL in WebKit and prints a table: each rule of
      the contract with pass, fail or skip. There are suites for: \(Suite.protocols.joined(separator: ", ")).

      Without --profile the suite is run three times, so that every rule can be observed:
      in a host that is signed in, in one whose session has ended, and in one that does not
      trust the page. The suite is plain JavaScript; Conformance/README.md says how to run
      it in an app of your own.
      """,
    options: [
      OptionSpecification("--json", "Prints the result as one line of JSON instead of a table."),
      OptionSpecification("--screenshot", "FILE.png", "Writes what the suite's page looks like."),
    ] + OpenOptions.specification.filter { !["--protocol", "--allow"].contains($0.name) },
    closing: """
      Exit codes:
        0  every rule that could be checked holds
        1  a rule is broken, or the suite failed to load
        2  the command was not called as it should be
        3  time ran out
      """)

  private let name: String
  private let options: OpenOptions
  private let isJSON: Bool
  private let screenshot: String?
  private let hasProfile: Bool

  init(_ arguments: Arguments) throws {
    name = arguments.operands[0]
    guard Suite.protocols.contains(name) else {
      throw UsageError(
        "there is no conformance suite for \"\(name)\"; there are suites for \(Suite.protocols.joined(separator: ", "))"
      )
    }
    isJSON = arguments.has("--json")
    screenshot = arguments.one("--screenshot")
    hasProfile = arguments.has("--profile")
    options = try OpenOptions(arguments)
  }

  func run() async throws -> ExitCode {
    guard let root = Suite.root else { throw PageError("the conformance suites are not where they were built") }
    try Display.prepare(headless: options.isHeadless)
    return try await withTimeLimit(options.timeout ?? 120) { step in
      var report: ConformanceReport?
      for state in states {
        step("checking a host where \(state.description)")
        let found = try await check(state, root: root)
        report?.add(found)
        report = report ?? found
      }
      guard let report else { return .failure }
      print(isJSON ? try JSONValue(encoding: report).json : report.table)
      return report.isMet ? .success : .failure
    }
  }

  /// A state of the host in which the suite is run, and what the suite is told of it.
  private struct HostState {
    let description: String
    let profile: Profile
    let query: [String]
  }

  /// The states that together make every rule observable; with a profile, the one that it describes.
  private var states: [HostState] {
    let platform = "platform=\(options.platform)"
    if hasProfile {
      let refresh = options.profile.today.refresh == .succeed ? "ok" : "fail"
      let own = Origin(scheme: PageLocation.scheme, host: PageLocation.host)
      let isTrusted = options.profile.today.trustedOrigins?.contains(own) ?? true
      return [
        HostState(
          description: "the profile decides", profile: options.profile,
          query: [platform, "refresh=\(refresh)"] + (isTrusted ? [] : ["trusted=no"]))
      ]
    }
    var signedIn = Profile()
    signedIn.today.numbersTokens = true
    var signedOut = Profile()
    signedOut.today.refresh = .fail
    var untrusted = Profile()
    untrusted.today.trustedOrigins = []
    return [
      HostState(description: "a refresh succeeds", profile: signedIn, query: [platform, "refresh=ok", "tokens=new"]),
      HostState(description: "a refresh fails", profile: signedOut, query: [platform, "refresh=fail"]),
      HostState(description: "the page is not trusted", profile: untrusted, query: [platform, "trusted=no"]),
    ]
  }

  private func check(_ state: HostState, root: URL) async throws -> ConformanceReport {
    var options = self.options
    options.profile = state.profile
    let location = PageLocation(
      root: root, path: "\(name)/index.html", suffix: "?" + state.query.joined(separator: "&"))
    let session = try options.session(location)
    if !options.isHeadless { session.show() }
    try await session.load()
    switch try await session.run("return await window.__conformanceDone") {
    case .rejection(let reason): throw PageError("the suite broke off: \(reason)")
    case .value(let json):
      if let screenshot, state.query == states.first?.query { try await session.takeSnapshot(to: screenshot) }
      return try ConformanceReport(parsing: json)
    }
  }
}
