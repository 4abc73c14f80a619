import Causeway
import Conformance
import Foundation

/// `causeway conformance PROTOCOL`: a protocol's rules, checked against the host of this command.
struct ConformanceCommand: Command {
  static let specification = CommandSpecification(
    name: "conformance", operands: ["PROTOCOL"],
    summary: "Checks a host against a protocol's rules.",
    discussion: """
      Opens the conformance suite of PROTOCOL (\(Suite.protocols.joined(separator: ", "))) in WebKit and prints a table: each rule of the contract with pass,
      fail or skip. The suite is plain JavaScript; Conformance/README.md says how to run it in an app of your own.
      """,
    options: [
      OptionSpecification("--json", "Prints the result as one line of JSON instead of a table."),
      OptionSpecification("--screenshot", "FILE.png", "Writes what the suite's page looks like."),
    ] + OpenOptions.specification.filter { $0.name != "--protocol" },
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

  init(_ arguments: Arguments) throws {
    name = arguments.operands[0]
    guard Suite.protocols.contains(name) else {
      throw UsageError(
        "there is no conformance suite for \"\(name)\"; there are suites for \(Suite.protocols.joined(separator: ", "))")
    }
    isJSON = arguments.has("--json")
    screenshot = arguments.one("--screenshot")
    options = try OpenOptions(arguments)
  }

  func run() async throws -> ExitCode {
    guard let root = Suite.root else { throw PageError("the conformance suites are not where they were built") }
    let location = PageLocation(root: root, path: "\(name)/index.html", query: query)
    try Display.prepare(headless: options.isHeadless)
    let session = try options.session(location)
    return try await withTimeLimit(options.timeout ?? 120) { step in
      session.show()
      step("loading the suite")
      try await session.load()
      step("checking the rules")
      let result: PageSession.ScriptResult = try await session.run("return await window.__conformanceDone")
      guard case .value(let json) = result else { throw PageError("the suite broke off: \(result)") }
      if let screenshot { try await session.takeSnapshot(to: screenshot) }
      let report = try ConformanceReport(JSONValue(parsing: json))
      print(isJSON ? json : report.table)
      return report.failed == 0 && report.passed > 0 ? .success : .failure
    }
  }

  /// What the suite should know about the host: how a refresh ends, and that its tokens differ.
  private var query: String {
    var items = ["platform=\(options.platform)"]
    items.append("refresh=\(options.profile.today.refresh == .succeed ? "ok" : "fail")")
    return items.joined(separator: "&")
  }
}
