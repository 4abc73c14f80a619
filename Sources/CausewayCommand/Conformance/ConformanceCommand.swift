import CausewayJSON
import CausewayTool
import Conformance
import Foundation

/// The command `causeway conformance PROTOCOL`, which checks the simulated app against a protocol's rules.
struct ConformanceCommand: Command {
  static let specification = CommandSpecification(
    name: "conformance", operands: ["[PROTOCOL]"],
    summary: "Checks a host against a protocol's rules.",
    discussion: """
      Opens the conformance suite of PROTOCOL in a browser engine and prints a table:
      each rule of the contract with pass, fail or skip. There are suites for:
      \(BridgeProtocol.names).

      Without --profile the suite is run several times, so that every rule can be checked:
      \(hosts)

      A suite is plain JavaScript; Conformance/README.md says how to run it in your own
      app.
      """,
    options: [
      OptionSpecification(
        "--list", "Prints each suite with each of its platforms, such as \"today ios\", and runs nothing."),
      OptionSpecification(
        "--host", "NAME", repeatable: true,
        "The engine: webkit (the default), which is a web view as in an app, or chromium, which is the browser with the "
          + "playground of causeway serve. With --all: only this engine."),
      OptionSpecification(
        "--all",
        "Runs every suite on every platform, or on that of --platform, in every engine, and prints a line for each, and "
          + "the rules whose results differ between the engines."),
      OptionSpecification("--json", "Prints the result as one line of JSON instead of a table."),
      ColorChoice.option, PictureOutput.option("the suite's page"),
    ] + OpenOptions.ofEveryPage,
    closing: """
      Exit codes:
        0  every rule that could be checked passed
        1  a rule failed or, with --all, had different results in the engines, or the suite
           could not be loaded
        2  the command's arguments are wrong
        3  the timeout passed
      """, showsPages: true, operandChoices: ["PROTOCOL": BridgeProtocol.allCases.map(\.rawValue)])

  /// The hosts in which each suite runs, as lines of the help.
  private static var hosts: String {
    let hosts = BridgeProtocol.allCases.map { "\($0.rawValue) \($0.simulation.suiteHosts)" }.joined(separator: "; ")
    return wrap(hosts + ".", width: 85).joined(separator: "\n")
  }

  /// The protocol whose suite is run; nil for `--list` and `--all`.
  private let suite: BridgeProtocol?
  private let options: OpenOptions
  private let hosts: [SuiteHostName]
  private let isJSON: Bool
  private let color: ColorChoice
  private let screenshot: PictureOutput?
  private let hasProfile: Bool
  private let hasPlatform: Bool
  private let listsSuites: Bool

  init(_ arguments: Arguments) throws {
    suite = try Self.suite(arguments)
    let named = try arguments.choices("--host", SuiteHostName.self)
    hosts = !named.isEmpty ? named : arguments.has("--all") ? SuiteHostName.allCases : [.webkit]
    try Self.check(arguments, hosts)
    isJSON = arguments.has("--json")
    color = try ColorChoice(arguments)
    screenshot = try PictureOutput(arguments)
    hasProfile = arguments.has("--profile")
    hasPlatform = arguments.has("--platform")
    listsSuites = arguments.has("--list")
    var options = try OpenOptions(arguments)
    options.isQuiet = !options.isVerbose
    options.use = .conformance
    if let suite {
      try suite.check(options.platform, subject: "the suite of \(suite.rawValue)")
      if hasProfile { try suite.simulation.check(options.profile, for: .conformance) }
    }
    self.options = options
  }

  private static func suite(_ arguments: Arguments) throws -> BridgeProtocol? {
    guard !arguments.operands.isEmpty else {
      guard arguments.has("--list") || arguments.has("--all") else {
        throw UsageError(specification, "PROTOCOL is missing: choose one of \(BridgeProtocol.names)")
      }
      return nil
    }
    guard !arguments.has("--list") else {
      throw UsageError(specification, "--list prints the suites of all protocols; leave PROTOCOL out")
    }
    guard !arguments.has("--all") else {
      throw UsageError(specification, "--all runs the suites of all protocols; leave PROTOCOL out")
    }
    return try arguments.choice(ofOperand: 0, BridgeProtocol.self)
  }

  /// Throws if the options cannot be combined.
  private static func check(_ arguments: Arguments, _ hosts: [SuiteHostName]) throws(UsageError) {
    if arguments.has("--screenshot"), hosts != [.webkit] || arguments.has("--all") {
      throw UsageError(specification, "--screenshot needs one suite and --host webkit")
    }
    if hosts.count > 1, !arguments.has("--all") {
      throw UsageError(specification, "--host can be given more than once only with --all")
    }
    if arguments.has("--all") {
      for other in ["--profile", "--list"] where arguments.has(other) {
        throw UsageError(specification, "--all cannot be combined with \(other)")
      }
    }
    #if !os(Linux)
    if hosts.contains(.chromium) { throw UsageError("--host chromium works only on Linux") }
    #endif
  }

  /// Whether the suites of all protocols run.
  private var runsAll: Bool { suite == nil && !listsSuites }

  func run() async throws -> ExitCode {
    if listsSuites {
      let suites = BridgeProtocol.allCases.flatMap { suite in
        suite.simulation.platforms.map { "\(suite.rawValue) \($0.rawValue)" }
      }
      try StandardOutput.print(lines: suites)
      return .success
    }
    guard let root = Suite.root else {
      throw PageError(
        "the files of the conformance suites are missing beside the program; make a symbolic link to the program instead of a copy"
      )
    }
    return try await withOpenPage { open in
      let runner = SuiteRunner(options, root: root, open: open)
      do {
        let code = try await withTimeLimit(
          options.timeout ?? (runsAll ? 3600 : 120), isVerbose: options.isVerbose
        ) { step in
          runner.step = step
          return try await report(runner)
        }
        await runner.end()
        return code
      } catch {
        await runner.end()
        throw error
      }
    }
  }

  private func report(_ runner: SuiteRunner) async throws -> ExitCode {
    guard let suite else { return try await reportAll(runner) }
    let states =
      hasProfile
      ? [HostState(describedBy: options.profile, for: suite)] : try runner.states(of: suite)
    let report = try await runner.run(suite, states, on: options.platform, in: hosts[0], screenshot: screenshot)
    if isJSON {
      try StandardOutput.print(json: JSONValue(encoding: report).json)
    } else {
      try StandardOutput.print(table: report.table, color: color)
    }
    return report.isMet ? .success : .failure
  }

  private func reportAll(_ runner: SuiteRunner) async throws -> ExitCode {
    var comparison = HostComparison(hosts: hosts)
    for suite in BridgeProtocol.allCases {
      var states = try runner.states(of: suite)
      // All suites together take minutes, so the machine often has other work beside them.
      for index in states.indices { states[index].answerTimeout = 120 }
      for platform in suite.simulation.platforms where !hasPlatform || platform == options.platform {
        for host in hosts {
          let report = try await runner.run(suite, states, on: platform, in: host)
          let line = comparison.add(report, of: suite, on: platform, in: host)
          if !isJSON { try StandardOutput.print(line) }
        }
      }
    }
    if isJSON {
      try StandardOutput.print(json: JSONValue(encoding: comparison.rows).json)
      if !comparison.isMet { for line in comparison.summary { StandardError.print(line) } }
    } else {
      try StandardOutput.print(lines: comparison.summary)
    }
    return comparison.isMet ? .success : .failure
  }
}
