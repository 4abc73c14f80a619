import Causeway
import CausewayJSON
import CausewayTool
import Foundation

/// The command `causeway replay TRACE`, which plays one half of a trace and compares the other half with the trace.
struct ReplayCommand: Command {
  static let specification = CommandSpecification(
    name: "replay", operands: ["TRACE.jsonl"],
    summary: "Plays a trace again, and reports the first difference.",
    discussion: """
      Sends the messages that the page sent in TRACE to the simulated app, which needs the same options as in the run of the
      trace, and compares the app's answers with those of the trace. With --page, answers a page with the app's messages of
      TRACE instead, and compares the page's messages.

      TRACE is a file of --trace, or an export of the inspector. Values that a trace redacts are sent and compared as
      "[redacted]". Bytes, and the values of streams, are not in a trace: they are neither sent nor compared.
      """,
    options: [
      OptionSpecification(
        "--page", "PAGE", "Plays the app's half against this page in WebKit: a file, a folder or a URL."),
      OptionSpecification(
        "--run", "FILE.js", repeatable: true, "With --page: runs the file in the page, as causeway open does."),
      OptionSpecification(
        "--ignore", "NAME", repeatable: true,
        "The name of a member whose values may differ, such as an id or a time that is new in each run."),
      OptionSpecification(
        "--shrink", "FILE.jsonl",
        "If the app's half differs, writes the shortest part of the trace after which the app still sends the same."),
      OptionSpecification(
        "--wait", "SECONDS", "The time in which each message must arrive; default \(standardWait.formatted())."),
      OptionSpecification(
        "--headless", "With --page: shows no window; starts a virtual display (Xvfb) if there is no display."),
    ] + OpenOptions.ofServing,
    closing: """
      Exit codes:
        0  the replay is as in the trace
        1  it differs: standard error has the first difference; or the page or the app cannot be used
        2  the command's arguments are wrong, or the file is not a trace

      Examples:
        causeway replay shop.jsonl --catalog shop.storekit --ignore transactionId
        causeway replay shop.jsonl --catalog shop.storekit --shrink shortest.jsonl
        causeway replay shop.jsonl --page shop --headless --run buy.js
      """, showsPages: true)

  /// The default of `--wait`, in seconds.
  private static let standardWait = 10.0

  private let path: String
  private let trace: TraceFile
  private let page: String?
  private let scripts: [RunScript]
  private let isHeadless: Bool
  private let shortest: String?
  private let settings: PageReplay.Settings

  init(_ arguments: Arguments) throws {
    path = arguments.operands[0]
    trace = try TraceFile(contentsOf: path)
    page = arguments.one("--page")
    isHeadless = arguments.has("--headless")
    shortest = arguments.one("--shrink")
    for option in ["--run", "--headless"] where arguments.has(option) && page == nil {
      throw UsageError(Self.specification, "\(option) needs --page PAGE, because without it no page is shown")
    }
    if page != nil, shortest != nil {
      throw UsageError(
        Self.specification, "--shrink cannot be combined with --page, because the page chooses its messages")
    }
    if shortest != nil, let option = ["--state", "--store"].first(where: arguments.has) {
      throw UsageError(
        Self.specification,
        "--shrink plays the trace many times, and with \(option) the app would keep what the plays did; "
          + "leave one of the two out")
    }
    scripts = try RunScript.all(arguments)
    let options = try OpenOptions(arguments)
    if page == nil, options.profile.answer == .ask {
      throw UsageError(
        Self.specification,
        "\"answer\": \"ask\" in the profile lets a person answer, and nobody answers in a replay; name a copy of the profile "
          + "with \"approve\" or \"decline\", which is how all prompts of the trace were answered")
    }
    settings = PageReplay.Settings(
      options: options, ignored: Set(arguments.all("--ignore")),
      timeout: .seconds(try arguments.seconds("--wait") ?? Self.standardWait))
  }

  func run() async throws -> ExitCode {
    if let page {
      let replay = HostReplay(settings, trace, scripts, isHeadless: isHeadless)
      return try finish(try await replay.play(page))
    }
    // Signals end the app as they end a page.
    return try await withOpenPage { _ in try await playPage() }
  }

  /// Plays the page's half.
  private func playPage() async throws -> ExitCode {
    if settings.options.profile.causeway.mock != nil { try Display.prepare(headless: true) }
    let contract = try settings.options.profile.causeway.contract.map { try ContractCommand.contract(at: $0.path) }
    let plan = ReplayPlan(self.trace, contract: contract)
    for omission in plan.omissions {
      StandardError.print("\(path), line \(omission.line.number): left out with its answer, because \(omission.reason)")
    }
    let trace = plan.trace
    let replay = PageReplay(settings: settings)
    let difference = try await replay.play(trace)
    let code = try finish(difference)
    guard let difference, let shortest else { return code }
    // Leave the replays of the search out of the trace and of the output of --verbose.
    var quiet = settings
    (quiet.options.trace, quiet.options.isVerbose) = (nil, false)
    let shrinker = ReplayShrinker(
      play: PageReplay(settings: quiet).play,
      progress: { StandardError.print("shrinking: \(Self.count($0, "message")) of the page left") })
    let found = try await shrinker.shrink(trace, difference)
    try write(found, to: shortest)
    try StandardOutput.print("\(shortest): \(Self.count(found.lines.count, "line"))")
    return code
  }

  /// Prints the result of a replay.
  private func finish(_ difference: ReplayDifference?) throws -> ExitCode {
    guard let difference else {
      try StandardOutput.print("\(path): \(Self.count(trace.lines.count, "line")), no difference")
      return .success
    }
    Tool.complain("\(path), line \(difference.line): \(difference.problem)")
    for line in difference.details { StandardError.print(line) }
    return .failure
  }

  private func write(_ trace: TraceFile, to path: String) throws {
    do throws(OutputFileError) {
      let text = trace.lines.map { JSONValue.object($0.json).json + "\n" }.joined()
      try PrivateOutput.open(path).write(Data(text.utf8))
    } catch {
      throw UsageError("--shrink \(path): the file cannot be written: \(error)")
    }
  }

  private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
