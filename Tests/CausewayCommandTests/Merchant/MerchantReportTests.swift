#if os(Linux)
import CausewayHTTP
import Foundation
import MountTestSupport
import ProgramTestSupport
import SeededGenerator
import Testing

/// `causeway merchant report`: the real program with a real store.
@Suite("causeway merchant report", .serialized, .timeLimit(.minutes(10))) struct MerchantReportTests {
  @Test func aFileIsReportedAndInvalidTransactionsArePrintedWithTheirRows() async throws {
    let store = try await ReportStore()
    let file = try store.csv([
      ReportStore.row("A"), ReportStore.row("B", "QQQ"), "C,EUR,5,1,GER,2026-11-01T18:05:00Z", ReportStore.row("D"),
    ])
    let result = try await causeway(store.words(file), environment: store.environment)
    #expect(result.code == 1, "\(result.error)")
    #expect(
      result.output.split(separator: "\n") == [
        "report 1 of 1: 4 transactions, processed as report 1: 2 valid, 2 invalid",
        "4 transactions: 2 valid, 2 invalid",
        "row 3, id \"B\": currency: QQQ is not in ISO 4217",
        "row 4, id \"C\": payer_country: GER is not in ISO 3166-1 alpha-3",
      ])
    #expect(result.error.contains("report 1 of 1: 4 transactions, accepted by the store as report 1"))
    let again = try await causeway(store.words(file), environment: store.environment)
    #expect(again.code == 1 && again.output == result.output && again.error.isEmpty)
    let mended = try store.csv(
      [ReportStore.row("A"), ReportStore.row("B"), "C,EUR,5,1,DEU,2026-11-01T18:05:00Z", ReportStore.row("D")],
      "mended.csv")
    let second = try await causeway(
      [
        "merchant", "report", mended, "--state", store.folder.path("second"), "--store", store.url.absoluteString,
        "--json",
      ],
      environment: store.environment)
    #expect(second.code == 0, "\(second.error)")
    let json = try SoldOrder.object(Data(second.output.utf8))
    let reports = try #require(json["reports"] as? [[String: Any]])
    #expect(reports.count == 1 && reports[0]["report_id"] as? String == "2")
    #expect(reports[0]["valid"] as? Int == 2 && reports[0]["duplicates"] as? Int == 2)
    #expect(try await store.validIDs().sorted() == ["A", "B", "C", "D"])
    try await store.end()
  }

  @Test func aFileWithMistakesIsNotSent() async throws {
    let store = try await ReportStore()
    let file = try store.csv((2...16).map { ReportStore.row("A\($0)") } + ["B,eur,12.34,0,DEU,2026-11-31T00:00:00Z"])
    for words in [store.words(file), ["merchant", "report", file, "--check"]] {
      let result = try await causeway(words, environment: store.environment)
      #expect(result.code == 2 && result.output.isEmpty)
      let lines = result.error.split(separator: "\n")
      #expect(lines.first == "causeway: \(file): 3 mistakes; nothing was sent")
      for (line, field) in zip(lines.dropFirst(), ["currency", "full_amount", "settled_at"]) {
        #expect(line.hasPrefix("  row 17, \(field): "), "\(line)")
      }
    }
    #expect(!FileManager.default.fileExists(atPath: store.folder.path("state")))
    #expect(try await store.reports().isEmpty)
    try await store.end()
  }

  @Test func aCheckSendsNothingAndNeedsNoKey() async throws {
    let folder = try Folder()
    let text =
      "\u{FEFF}note,id,currency,full_amount,tax_amount,payer_country,settled_at\r\n"
      + "\"a,\r\nb\",A,EUR,5,1,DEU,2026-11-01T18:05:00Z\r\n"
    let file = try folder.write("a.csv", text)
    let result = try await causeway("merchant", "report", file, "--check")
    #expect(result.code == 0 && result.output == "\(file): 1 transaction without mistakes, in 1 report\n")
    #expect(result.error == "\(file): not reported: the column \"note\"\n")
  }

  @Test(arguments: [
    (["x.csv"], "--state FILE is missing"), (["x.csv", "--state", "s"], "--store URL is missing"),
    (["x.csv", "--state", "s", "--store", "store.onside.io"], "it must be an http or https URL"),
    (["x.csv", "--state", "s", "--store", "http://store.onside.io"], "https"),
    (["x.xlsx", "--check"], "must end with .csv or .json"), (["x.csv", "--check"], "the file cannot be read"),
    (["x.csv", "--check", "--timeout", "soon"], "--timeout"), (["x.csv", "--key", "K"], "there is no option --key"),
  ]) func invalidOptionsAreExplained(words: [String], expected: String) async throws {
    let result = try await causeway(["merchant", "report"] + words, environment: ["ONSIDE_API_KEY": "a-key-of-a-test"])
    #expect(result.code == 2 && result.output.isEmpty)
    #expect(result.error.contains(expected), "\(result.error)")
  }

  @Test func theKeyComesFromTheEnvironmentAndIsNeverShown() async throws {
    let store = try await ReportStore()
    let file = try store.csv([ReportStore.row("A")])
    let missing = try await causeway(store.words(file))
    #expect(missing.code == 2 && missing.error.contains("ONSIDE_API_KEY is not set"))
    let broken = try await causeway(store.words(file), environment: ["ONSIDE_API_KEY": "two words"])
    #expect(broken.code == 2 && broken.error.contains("ONSIDE_API_KEY") && !broken.error.contains("two words"))
    let wrong = try await causeway(store.words(file), environment: ["ONSIDE_API_KEY": "a-wrong-key-0123456789"])
    #expect(wrong.code == 1 && wrong.error.contains("refused the API key (401)"))
    #expect(!(wrong.output + wrong.error).contains("a-wrong-key-0123456789"))
    let right = try await causeway(store.words(file), environment: store.environment)
    #expect(right.code == 0, "\(right.error)")
    #expect(!(right.output + right.error).contains(try store.key))
    let state = try Data(contentsOf: URL(fileURLWithPath: store.folder.path("state")))
    #expect(state.range(of: Data(try store.key.utf8)) == nil)
    let mode = try FileManager.default.attributesOfItem(atPath: store.folder.path("state"))[.posixPermissions] as? Int
    #expect(mode == 0o600)
    try await store.end()
  }

  @Test func temporaryFailuresOfTheStoreAreRetried() async throws {
    let store = try await ReportStore()
    try await store.fail(
      """
      {"operation": "submitReport", "kind": "unavailable", "times": 1},
      {"operation": "submitReport", "kind": "lost_answer", "times": 1},
      {"operation": "submitReport", "kind": "not_json", "times": 1},
      {"operation": "reportState", "kind": "rate_limited", "times": 1}
      """)
    let result = try await causeway(store.words(try store.csv([ReportStore.row("A")])), environment: store.environment)
    #expect(result.code == 0, "\(result.error)")
    #expect(try await store.reports().count == 1)
    try await store.end()
  }

  @Test func aChangedFileNeedsAnotherStateFile() async throws {
    let store = try await ReportStore()
    let file = try store.csv([ReportStore.row("A")])
    #expect(try await causeway(store.words(file), environment: store.environment).code == 0)
    _ = try store.csv([ReportStore.row("A"), ReportStore.row("B")])
    let changed = try await causeway(store.words(file), environment: store.environment)
    #expect(changed.code == 2 && changed.error.contains("an earlier version of this file"), "\(changed.error)")
    let itself = try await causeway(
      ["merchant", "report", file, "--state", file, "--store", store.url.absoluteString], environment: store.environment
    )
    #expect(itself.code == 2 && itself.error.contains("is not the state file of a report"), "\(itself.error)")
    #expect(try store.folder.read("november.csv").hasPrefix("id,currency"))
    #expect(try await store.validIDs() == ["A"])
    try await store.end()
  }

  @Test func onlyOneProcessAtATimeCanUseAStateFile() async throws {
    let store = try await ReportStore()
    let file = try store.csv([ReportStore.row("A")])
    try await store.fail(#"{"operation": "submitReport", "kind": "slow", "seconds": 60}"#)
    let first = try RunningProgram(store.words(file), lines: .error, environment: store.environment)
    let deadline = ContinuousClock.now + .seconds(120)
    // Wait for the state file, which the first process locks as soon as it creates the file.
    while !FileManager.default.fileExists(atPath: store.folder.path("state")) {
      try #require(.now < deadline)
      await Task.yield()
    }
    let second = try await causeway(store.words(file), environment: store.environment)
    #expect(second.code == 1 && second.error.contains("is in use by another process; wait"), "\(second.error)")
    _ = try await first.end(by: SIGKILL)
    try await store.fail("")
    #expect(try await causeway(store.words(file), environment: store.environment).code == 0)
    #expect(try await store.validIDs() == ["A"])
    try await store.end()
  }

  @Test func aSlowStoreEndsWith3AndTheSameCommandContinues() async throws {
    let store = try await ReportStore()
    let file = try store.csv([ReportStore.row("A")])
    try await store.fail(#"{"operation": "submitReport", "kind": "slow", "seconds": 60, "times": 1}"#)
    let late = try await causeway(store.words(file, "--timeout", "1"), environment: store.environment)
    #expect(late.code == 3 && late.error.contains("Run the same command again"), "\(late.error)")
    #expect(late.output.contains("not sent yet"))
    try await store.fail(#"{"operation": "reportState", "kind": "slow", "seconds": 60, "times": 1}"#)
    let pending = try await causeway(store.words(file, "--timeout", "1"), environment: store.environment)
    #expect(pending.code == 3 && pending.output.contains("accepted by the store as report 1"), "\(pending.error)")
    let done = try await causeway(store.words(file), environment: store.environment)
    #expect(done.code == 0 && done.output.contains("1 valid, 0 invalid"), "\(done.error)")
    #expect(try await store.reports().count == 1)
    try await store.end()
  }

  @Test func aStoreThatIsKilledBetweenReportsLosesNoTransaction() async throws {
    let store = try await ReportStore()
    let file = try store.csv(Self.longRows(100))
    let program = try RunningProgram(store.words(file, "--timeout", "3"), lines: .error, environment: store.environment)
    for await line in program.lines where line.contains("report 1 of 3: ") { break }
    try await store.kill()
    let broken = try await program.result()
    #expect([1, 3].contains(broken.code), "\(broken.error)")
    let again = try await store.restarted()
    let result = try await causeway(again.words(file), environment: again.environment)
    #expect(result.code == 0 && result.output.contains("100 transactions: 100 valid, 0 invalid"), "\(result.error)")
    #expect(try await again.reports().count == 3)
    try await again.end()
  }

  @Test(.enabled(if: Mounting.isAllowed)) func aFullDiskIsReportedAndNothingIsSentTwice() async throws {
    let store = try await ReportStore()
    let file = try store.csv([ReportStore.row("A")])
    let program = BuiltPrograms.named("causeway")
    let disk = URL(fileURLWithPath: store.folder.path("disk"))
    try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
    let script = """
      mount -t tmpfs -o size=64k tmpfs "$1"
      dd if=/dev/zero of="$1/full" bs=1k count=60 2>/dev/null || true
      export ONSIDE_API_KEY=\(try store.key)
      set +e
      "$2" merchant report "$3" --state "$1/state" --store \(store.url.absoluteString) 2>&1
      echo "ended with $?"
      rm "$1/full"
      mount -o remount,size=8m "$1"
      "$2" merchant report "$3" --state "$1/state" --store \(store.url.absoluteString) 2>&1
      echo "ended with $?"
      """
    let output = try Mounting.run(script, disk, program, URL(fileURLWithPath: file))
    #expect(output.contains("the disk is full") && output.contains("ended with 1\n"), "\(output)")
    #expect(output.contains("1 valid, 0 invalid") && output.hasSuffix("ended with 0\n"), "\(output)")
    #expect(try await store.reports().count == 1)
    try await store.end()
  }

  /// Kills the command after each of three messages and at three random moments, and then lets it run to its end.
  @Test func aKilledCommandLosesNothingAndReportsNothingTwice() async throws {
    let store = try await ReportStore()
    let file = try store.csv(Self.longRows(100))
    var random = SeededGenerator()
    var kills = 0
    for moment in 0..<6 {
      let program = try RunningProgram(store.words(file), lines: .error, environment: store.environment)
      if moment < 3 {
        // At this line, the store has just accepted this report, or has just processed it.
        for await line in program.lines where line.contains("report \(moment + 1) of 3: ") { break }
      } else {
        try await Task.sleep(for: .milliseconds(Int.random(in: 0...4000, using: &random)))
      }
      if try await program.end(by: SIGKILL).code != 0 { kills += 1 }
    }
    #expect(kills >= 3, "seed \(random.seed)")
    let result = try await causeway(store.words(file), environment: store.environment)
    #expect(result.code == 0, "\(result.error)")
    #expect(result.output.contains("100 transactions: 100 valid, 0 invalid\n"), "\(result.output)")
    #expect(try await store.reports().count == 3)
    let ids = try await store.validIDs()
    #expect(ids.count == 100 && Set(ids).count == 100)
    try await store.end()
  }

  @Test func theHelpExplainsTheFileTheKeyAndTheExitCodes() async throws {
    let help = try await causeway("merchant", "report", "--help")
    #expect(help.code == 0)
    for text in [
      "id,currency,full_amount,tax_amount,payer_country,settled_at", "1234 for 12.34 EUR", "ONSIDE_API_KEY",
      "https://store.onside.io", "Exit codes:", "--check", "run the same command again",
    ] {
      #expect(help.output.contains(text), "\(text)")
    }
  }

  /// Returns rows of 120,000 bytes. A report has room for 41 of them.
  private static func longRows(_ count: Int) -> [String] {
    let tail = String(repeating: "x", count: 120_000)
    return (0..<count).map { ReportStore.row("A\($0)\(tail)") }
  }
}
#endif
