import CausewayJSON
import Conformance
import Foundation

/// The command `causeway conformance PROTOCOL`, which checks the simulated app against a protocol's rules.
struct ConformanceCommand: Command {
  static let specification = CommandSpecification(
    name: "conformance", operands: ["PROTOCOL"],
    summary: "Checks a host against a protocol's rules.",
    discussion: """
      Opens the conformance suite of PROTOCOL in WebKit and prints a table: each rule of
      the contract with pass, fail or skip. There are suites for: \(Suite.protocols.joined(separator: ", ")).

      Without --profile the suite is run several times, so that every rule can be observed:
      today in a host that is signed in, in one whose session has ended, and in one that
      does not trust the page; gbg with cameras that give pictures, are cancelled, fail or
      are switched off, and untrusted; link with a user who agrees, one who refuses, and a
      wallet that fails; onside with a customer who pays, is not logged in, dismisses the
      login or the payment, or finds no payment sheet, with a store that fails in each way,
      with one over the network, and untrusted. A suite is plain JavaScript; Conformance/README.md says how to run it in
      an app of your own.
      """,
    options: [
      OptionSpecification("--json", "Prints the result as one line of JSON instead of a table."),
      OptionSpecification("--screenshot", "FILE.png", "Writes what the suite's page looks like."),
    ]
      + OpenOptions.specification.filter {
        !["--protocol", "--allow", "--catalog", "--store", "--app", "--state"].contains($0.name)
      },
    closing: """
      Exit codes:
        0  every rule that could be checked holds
        1  a rule is broken, or the suite failed to load
        2  the command was not called as it should be
        3  time ran out
      """, showsPages: true)

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
    var options = try OpenOptions(arguments)
    options.isQuiet = !options.isVerbose
    self.options = options
    guard options.platform.protocols.contains(name) else {
      throw UsageError("the suite of \(name): \(options.platform.refusal(of: name))")
    }
    guard name != "onside" || !hasProfile || options.profile.onside.goods != nil else {
      throw UsageError(
        "a profile for the suite of onside has to name the suite's shop.storekit as \"catalog\" in its part \"onside\", or a \"store\""
      )
    }
  }

  func run() async throws -> ExitCode {
    guard let root = Suite.root else { throw PageError("the conformance suites are not where they were built") }
    return try await withOpenPage { open in
      try Display.prepare(headless: options.isHeadless)
      return try await withTimeLimit(options.timeout ?? 120, isVerbose: options.isVerbose) { step in
        var report: ConformanceReport?
        let states =
          hasProfile
          ? [HostState.described(by: options.profile, for: name)] : try HostState.all(of: name, suites: root)
        for (place, state) in states.enumerated() {
          step("checking a host where \(state.description)")
          let found = try await check(state, in: open, root: root, screenshot: place == 0 ? screenshot : nil)
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
    _ state: HostState, in open: OpenPage, root: URL, screenshot: String?
  ) async throws -> ConformanceReport {
    var options = self.options
    options.profile = state.profile
    #if os(Linux)
    let store = try state.networkCatalog.map(SuiteStore.init(selling:))
    // Keeps the store running until the suite has ended.
    defer { withExtendedLifetime(store) {} }
    if let store { options.profile.onside.goods = .network(store.address) }
    #endif
    let query = ["platform=\(options.platform.rawValue)"] + state.query
    let location = PageLocation(
      root: root, path: "\(name)/index.html", suffix: "?" + query.joined(separator: "&"))
    let session = try options.session(location)
    await open.replace(with: session)
    if !options.isHeadless { session.show() }
    try await session.load()
    switch try await session.run("return await window.__conformanceDone") {
    case .rejection(let reason): throw PageError("the suite broke off: \(reason)")
    case .value(let json):
      if let screenshot { try await session.takeSnapshot(to: screenshot) }
      return try ConformanceReport(parsing: json)
    }
  }
}
