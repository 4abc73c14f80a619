import CausewayJSON
import Conformance
import Foundation

/// The command `causeway conformance PROTOCOL`, which checks the simulated app against a protocol's rules.
struct ConformanceCommand: Command {
  static let specification = CommandSpecification(
    name: "conformance", operands: ["[PROTOCOL]"],
    summary: "Checks a host against a protocol's rules.",
    discussion: """
      Opens the conformance suite of PROTOCOL in WebKit and prints a table: each rule of
      the contract with pass, fail or skip. There are suites for: \(BridgeProtocol.names).

      Without --profile the suite is run several times, so that every rule can be checked:
      \(hosts)

      A suite is plain JavaScript; Conformance/README.md says how to run it in your own
      app.
      """,
    options: [
      OptionSpecification(
        "--list", "Prints each suite with each of its platforms, such as \"today ios\", and runs nothing."),
      OptionSpecification("--json", "Prints the result as one line of JSON instead of a table."),
      OptionSpecification("--screenshot", "FILE.png", "Writes a picture of the suite's page."),
    ] + OpenOptions.ofEveryPage,
    closing: """
      Exit codes:
        0  every rule that could be checked passed
        1  a rule failed, or the suite could not be loaded
        2  the command's arguments are wrong
        3  the timeout passed
      """, showsPages: true)

  /// The hosts in which each suite runs, as lines of the help.
  private static var hosts: String {
    let hosts = BridgeProtocol.allCases.map { "\($0.rawValue) \($0.simulation.suiteHosts)" }.joined(separator: "; ")
    return wrap(hosts + ".", width: 85).joined(separator: "\n")
  }

  /// The protocol whose suite is run; nil for `--list`.
  private let suite: BridgeProtocol?
  private let options: OpenOptions
  private let isJSON: Bool
  private let screenshot: String?
  private let hasProfile: Bool

  init(_ arguments: Arguments) throws {
    suite = try Self.suite(arguments)
    isJSON = arguments.has("--json")
    screenshot = arguments.one("--screenshot")
    hasProfile = arguments.has("--profile")
    var options = try OpenOptions(arguments)
    options.isQuiet = !options.isVerbose
    if let suite {
      try suite.check(options.platform, subject: "the suite of \(suite.rawValue)")
      if hasProfile { try suite.simulation.check(options.profile, for: .conformance) }
    }
    self.options = options
  }

  private static func suite(_ arguments: Arguments) throws -> BridgeProtocol? {
    guard let name = arguments.operands.first else {
      guard arguments.has("--list") else {
        throw UsageError(specification, "PROTOCOL is missing: choose one of \(BridgeProtocol.names)")
      }
      return nil
    }
    guard !arguments.has("--list") else {
      throw UsageError(specification, "--list prints the suites of all protocols; leave PROTOCOL out")
    }
    guard let suite = BridgeProtocol(rawValue: name) else {
      throw UsageError("there is no conformance suite for \"\(name)\"; there are suites for \(BridgeProtocol.names)")
    }
    return suite
  }

  func run() async throws -> ExitCode {
    guard let suite else {
      let suites = BridgeProtocol.allCases.flatMap { suite in
        suite.simulation.platforms.map { "\(suite.rawValue) \($0.rawValue)" }
      }
      try StandardOutput.print(lines: suites)
      return .success
    }
    guard let root = Suite.root else {
      throw PageError("the files of the conformance suites are missing beside the program")
    }
    return try await withOpenPage { open in
      try Display.prepare(headless: options.isHeadless)
      return try await withTimeLimit(options.timeout ?? 120, isVerbose: options.isVerbose) { step in
        var report: ConformanceReport?
        let states =
          hasProfile
          ? [HostState(describedBy: options.profile, for: suite)]
          : try suite.simulation.suiteStates(in: root.appendingPathComponent(suite.rawValue))
        for (index, state) in states.enumerated() {
          step("checking a host where \(state.description)")
          let found = try await check(suite, state, in: open, root: root, screenshot: index == 0 ? screenshot : nil)
          report?.add(found)
          report = report ?? found
        }
        guard let report else { return .failure }
        if isJSON {
          try StandardOutput.print(json: JSONValue(encoding: report).json)
        } else {
          try StandardOutput.print(lines: report.table)
        }
        return report.isMet ? .success : .failure
      }
    }
  }

  private func check(
    _ suite: BridgeProtocol, _ state: HostState, in open: OpenPage, root: URL, screenshot: String?
  ) async throws -> ConformanceReport {
    var options = self.options
    options.profile = state.profile
    #if os(Linux)
    let store = try state.networkCatalog.map(SuiteStore.init(selling:))
    // Keeps the store running until the suite has ended.
    defer { withExtendedLifetime(store) {} }
    if let store { options.profile.onside.productSource = .network(store.address) }
    #endif
    // The simulated app answers at once, unless the machine is busy. The suite uses the first limit of the query, so a
    // state can set a shorter one.
    let query = ["platform=\(options.platform.rawValue)"] + state.query + ["limit=30"]
    let location = PageLocation(
      root: root, path: "\(suite.rawValue)/index.html", suffix: "?" + query.joined(separator: "&"))
    let session = try options.session(location)
    await open.replace(with: session)
    if !options.isHeadless { session.show() }
    try await session.load()
    switch try await session.run("return await window.__conformanceDone") {
    case .rejection(let reason): throw PageError("the suite stopped with an error: \(reason)")
    case .value(let json):
      if let screenshot { try await session.takeSnapshot(to: screenshot) }
      return try ConformanceReport(parsing: json)
    }
  }
}
