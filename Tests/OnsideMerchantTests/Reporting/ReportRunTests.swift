#if os(Linux)
import CausewayHTTP
import CausewayJOSE
import Foundation
import Testing

@testable import OnsideMerchant

/// Tests of a run of reports, which can be interrupted at any moment and continued by a later process.
@Suite("A run of reports", .timeLimit(.minutes(10))) struct ReportRunTests {
  /// A store that accepts reports and processes them at once, unless the test has set other answers.
  private final class Store: Sendable {
    let server: ScriptedServer
    /// The digests of the received reports. The index of a digest is the report's id.
    let reports = Changing<[SHA256Hash]>([])
    let answers = Changing<[HTTPResponse?]>([])

    init(invalid: String? = nil, isDone: Bool = true) throws {
      let (reports, answers) = (reports, answers)
      let ids = Changing<[[String]]>([])
      server = try ScriptedServer { request, _ in
        var chosen: HTTPResponse?
        answers.change { if !$0.isEmpty { chosen = $0.removeFirst() } }
        var number = 0
        if request.method == "POST" {
          let digest = SHA256Hash(of: Array(request.body))
          reports.change { known in
            number = known.firstIndex(of: digest) ?? known.count
            if number == known.count {
              known.append(digest)
              let text = String(decoding: request.body, as: UTF8.self)
              ids.change { $0.append(text.matches(of: /"id":"([^"]*)"/).map { String($0.1) }) }
            }
          }
          return chosen ?? ReportingClientTests.json(#"{"report_id": "\#(number)"}"#)
        }
        number = request.query.first.flatMap { Int($0.value) } ?? -1
        let valid = ids.value[number].filter { $0 != invalid }.map { "\"\($0)\"" }.joined(separator: ",")
        let findings = ids.value[number].contains(invalid ?? "") ? #"{"id": "\#(invalid ?? "")", "reason": "why"}"# : ""
        return chosen
          ?? ReportingClientTests.json(
            """
            {"report_id": \(number), "accepted_at": "x", "completed_at": \(isDone ? "\"x\"" : "null"),
             "transactions": {"valid": [\(valid)], "invalid": [\(findings)]}}
            """)
      }
    }

    func client() throws -> ReportingClient { try ReportingClientTests.client(server.url, tries: 1) }
  }

  /// A folder that is removed at the end of the test.
  private final class Folder: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("report-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: url) }  // Ignore errors, because the folder is temporary.

    var state: URL { url.appendingPathComponent("state") }
  }

  private static func file(_ count: Int, id: String = "A") throws -> TransactionFile {
    let rows = (0..<count).map { "\(id)\($0),EUR,5,1,DEU,2026-11-21T17:25:00Z" }
    let text = (["id,currency,full_amount,tax_amount,payer_country,settled_at"] + rows).joined(separator: "\n")
    return try TransactionFile(parsing: Array(text.utf8), format: .csv)
  }

  /// Returns a run whose reports contain up to 41 transactions.
  private static func run(_ file: TransactionFile, _ state: URL, _ server: URL) throws -> ReportRun {
    let first = TransactionReport(
      createdAt: Date(timeIntervalSince1970: 0), transactions: Array(file.transactions.prefix(41)))
    return try ReportRun(
      file, state: state, server: server, now: Date(timeIntervalSince1970: 1), maximumBytes: first.body.count + 41)
  }

  private func later() -> ContinuousClock.Instant { .now + .seconds(60) }

  private func failure(_ work: () async throws(ReportRunError) -> Void) async -> ReportRunError? {
    do throws(ReportRunError) {
      try await work()
      return nil
    } catch {
      return error
    }
  }

  @Test("More than 5 MB are sent in several reports, and an invalid transaction is returned with its row and reason")
  func several() async throws {
    let store = try Store(invalid: "A50")
    let folder = try Folder()
    let file = try Self.file(90)
    let run = try Self.run(file, folder.state, store.server.url)
    let progress = Changing<[ReportRun.Progress]>([])
    try await run.finish(with: store.client(), until: later()) { step in progress.change { $0.append(step) } }
    let outcomes = try await run.outcomes()
    #expect(outcomes.map(\.transactions) == [41, 41, 8])
    #expect(outcomes.map(\.reportID) == [0, 1, 2] && outcomes.map(\.valid) == [41, 40, 8])
    #expect(outcomes.flatMap(\.invalid).map(\.place) == ["row 52"])
    #expect(outcomes.flatMap(\.invalid).map(\.reason) == ["why"] && outcomes.allSatisfy { $0.duplicates == 0 })
    #expect(progress.value.count == 7)
    await run.close()
    await store.server.stop()
  }

  @Test("If the process ends at any request, the next process sends the same bytes, and nothing twice")
  func takenUpAgain() async throws {
    let folder = try Folder()
    let store = try Store()
    // The store records the third report, but answers with an error. In the second attempt it answers the first request
    // for a state with an error.
    store.answers.value = [nil, nil, ReportingClientTests.json("", 503)]
    let file = try Self.file(90)
    for attempt in 0..<3 {
      let run = try Self.run(file, folder.state, store.server.url)
      let client = try store.client()
      let deadline = later()
      let error = await failure { () async throws(ReportRunError) in try await run.finish(with: client, until: deadline)
      }
      switch attempt {
      case 0:
        #expect(error == .report(number: 3, of: 3, .unavailable(status: 503, retryAfter: nil)))
        #expect(try await run.outcomes().map(\.reportID) == [0, 1, nil])
        store.answers.value = [nil, ReportingClientTests.json("", 500)]
      case 1:
        #expect(error == .report(number: 1, of: 3, .unavailable(status: 500, retryAfter: nil)))
      default:
        #expect(error == nil)
        #expect(try await run.outcomes().map(\.valid) == [41, 41, 8])
      }
      await run.close()
    }
    #expect(store.reports.value.count == 3)
    let sent = store.server.requests.filter { $0.method == "POST" }.count
    #expect(sent == 4)
    await store.server.stop()
  }

  @Test("A finished run sends no requests and returns the same results")
  func done() async throws {
    let folder = try Folder()
    let store = try Store(invalid: "A1")
    let file = try Self.file(3)
    var said: [[ReportOutcome]] = []
    for _ in 0..<2 {
      let run = try ReportRun(file, state: folder.state, server: store.server.url)
      try await run.finish(with: store.client(), until: later())
      said.append(try await run.outcomes())
      await run.close()
    }
    #expect(said[0] == said[1] && store.server.requests.count == 2)
    #expect(said[0].flatMap(\.invalid).map(\.place) == ["row 3"])
    await store.server.stop()
  }

  @Test("At the deadline, the run reports the number of unprocessed reports; it can continue later")
  func deadline() async throws {
    let folder = try Folder()
    let slow = try Store(isDone: false)
    let run = try ReportRun(try Self.file(3), state: folder.state, server: slow.server.url)
    let client = try slow.client()
    let error = await failure { () async throws(ReportRunError) in
      try await run.finish(with: client, until: .now + .seconds(3))
    }
    #expect(error == .pending(reports: 1))
    #expect(try await run.outcomes().map(\.valid) == [nil])
    await run.close()
    await slow.server.stop()
  }

  @Test("A state file of another input, a changed input or another store is refused and stays unchanged")
  func others() async throws {
    let folder = try Folder()
    let server = URL(string: "http://127.0.0.1:1")!
    let run = try ReportRun(try Self.file(3), state: folder.state, server: server)
    await run.close()
    #expect(throws: ReportRunError.otherInput(path: folder.state.path)) {
      try ReportRun(try Self.file(4), state: folder.state, server: server)
    }
    #expect(throws: ReportRunError.otherInput(path: folder.state.path)) {
      try ReportRun(try Self.file(3, id: "B"), state: folder.state, server: server)
    }
    #expect(throws: ReportRunError.otherServer(path: folder.state.path, server: "http://127.0.0.1:1")) {
      try ReportRun(try Self.file(3), state: folder.state, server: URL(string: "http://127.0.0.1:2")!)
    }
    // A slash at the end of the address makes no difference.
    let again = try ReportRun(try Self.file(3), state: folder.state, server: URL(string: "http://127.0.0.1:1/")!)
    #expect(try await again.outcomes().map(\.transactions) == [3])
    await again.close()
  }

  @Test("A state file whose reports this version would send differently is refused, with its path")
  func otherVersion() async throws {
    let folder = try Folder()
    let store = try Store()
    let file = try Self.file(3)
    let now = Date(timeIntervalSince1970: 1)
    let run = try ReportRun(file, state: folder.state, server: store.server.url, now: now)
    await run.close()
    var bytes = try Data(contentsOf: folder.state)
    let digest = SHA256Hash(of: TransactionReport(createdAt: now, transactions: file.transactions).body).bytes
    let stored = try #require(bytes.range(of: Data(digest)))
    bytes[stored.lowerBound] ^= 1
    try bytes.write(to: folder.state)
    let again = try ReportRun(file, state: folder.state, server: store.server.url)
    let client = try store.client()
    let deadline = later()
    let error = await failure { () async throws(ReportRunError) in try await again.finish(with: client, until: deadline)
    }
    #expect(error == .otherVersion(path: folder.state.path))
    #expect(store.server.requests.isEmpty)
    await again.close()
    await store.server.stop()
  }

  @Test("Only one process at a time can use a state file")
  func inUse() async throws {
    let folder = try Folder()
    let server = URL(string: "http://127.0.0.1:1")!
    let run = try ReportRun(try Self.file(3), state: folder.state, server: server)
    let error = #expect(throws: ReportRunError.self) {
      try ReportRun(try Self.file(3), state: folder.state, server: server)
    }
    #expect(error?.description.contains("is in use by another process; wait") == true)
    await run.close()
  }

  @Test(
    "A file that is not a state file is left unchanged",
    arguments: ["id,currency\n", "", String(repeating: "SQLite format 3\0", count: 9)])
  func notAStateFile(_ text: String) throws {
    let folder = try Folder()
    try Data(text.utf8).write(to: folder.state)
    #expect(throws: ReportRunError.notAStateFile(path: folder.state.path)) {
      try ReportRun(try Self.file(3), state: folder.state, server: URL(string: "http://127.0.0.1:1")!)
    }
    #expect(try Data(contentsOf: folder.state) == Data(text.utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["state"])
    let database = folder.url.appendingPathComponent("ledger")
    let ledger = try SQLiteLedger(file: database)
    _ = ledger
    #expect(throws: ReportRunError.notAStateFile(path: database.path)) {
      try ReportRun(try Self.file(3), state: database, server: URL(string: "http://127.0.0.1:1")!)
    }
  }
}
#endif
