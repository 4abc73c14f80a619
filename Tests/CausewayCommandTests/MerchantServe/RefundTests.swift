#if os(Linux)
import CausewayHTTP
import CausewayJOSE
import CausewayJSON
import Foundation
import PostgreSQLTestSupport
import ProgramTestSupport
import Testing

@testable import OnsideMerchant
@testable import OnsideMerchantPostgreSQL

/// Refunds that no app presents, with the program `causeway-merchant`, over real sockets.
@Suite("Refunds that nobody presents", .timeLimit(.minutes(5))) struct RefundTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private static let order = PublishersStore.order.uuidString.lowercased()
  private static let date = Date(timeIntervalSince1970: 1_800_000_000)

  private static func refunded() throws -> String {
    try PublishersStore.history([
      "fetched_at": .string(RFC3339.text(date + 20)), "revocation_date": .string(RFC3339.text(date + 10)),
    ])
  }

  /// Makes a ledger in which ada got the order ten hours ago.
  private func makeLedger(_ kind: LedgerCommandTests.Kind) async throws -> (location: String, member: JSONValue) {
    let signed = try await HistoryVerifier(keys: PublishersStore.keys).verify(PublishersStore.history())
    let past = Date(timeIntervalSinceNow: -36_000)
    switch kind {
    case .sqlite:
      let location = folder.path("sold.sqlite")
      let ledger = try SQLiteLedger(file: URL(fileURLWithPath: location), clock: { past })
      #expect(try await ledger.record(signed, for: "ada").map(\.outcome) == [.granted])
      await ledger.close()
      return (location, ["file": .string(location)])
    case .postgreSQL:
      let string = try PostgreSQLTestServer.shared.get().makeDatabase()
      let ledger = try await PostgreSQLLedger(connection: string, clock: { past })
      #expect(try await ledger.record(signed, for: "ada").map(\.outcome) == [.granted])
      await ledger.close()
      let parts = Dictionary(
        uniqueKeysWithValues: string.split(separator: " ").map { part in
          let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
          return (pair[0], pair[1])
        })
      let location = "postgresql:///\(parts["dbname"] ?? "")?host=\(parts["host"] ?? "")&user=\(parts["user"] ?? "")"
      return (location, ["postgresql": .string(location)])
    }
  }

  /// The publisher's own server, which receives events.
  private final class Shop: Sendable {
    let url: URL
    let events: AsyncStream<HTTPRequest>
    private let server: HTTPServer

    init() throws {
      let (events, continuation) = AsyncStream.makeStream(of: HTTPRequest.self)
      server = HTTPServer { request in
        continuation.yield(request)
        return HTTPResponse(204)
      }
      self.events = events
      url = try server.start().appendingPathComponent("order-events")
    }

    func stop() async { await server.stop() }
  }

  @Test(
    "The sweep finds a refund, and the publisher's server gets the event", arguments: LedgerCommandTests.Kind.allCases)
  func sweep(_ kind: LedgerCommandTests.Kind) async throws {
    let shop = try Shop()
    let refunded = PublishersStore.answer(try Self.refunded())
    let merchant = try await ServedMerchant([
      "ledger": try await makeLedger(kind).member, "sweep": ["requests_per_second": 50],
      "events": ["url": .string(shop.url.absoluteString), "secrets": [["secret": ["credential": "old"]]]],
    ]) { request in request.path.last == Self.order ? refunded : nil }
    var request: HTTPRequest?
    for await event in shop.events {
      request = event
      break
    }
    let event = try #require(request)
    let body = try JSONValue(parsing: event.body)
    #expect(body["type"]?.stringValue == "order.revoked" && body["customer"]?.stringValue == "ada")
    #expect(body["order"]?["order_id"]?.stringValue == Self.order)
    let signed = "\(event[field: "webhook-id"] ?? "").\(event[field: "webhook-timestamp"] ?? "")."
    let key = SigningKey.hs256(secret: Array((ServedMerchant.secrets["old"] ?? "").utf8))
    let signature = Data(try key.signature(of: Array(signed.utf8) + Array(event.body))).base64EncodedString()
    #expect(event[field: "webhook-signature"] == "v1,\(signature)")
    let authorization = "Authorization: Bearer \(ServedMerchant.secrets["new"] ?? "")"
    #expect(
      try await merchant.send("GET /customers/ada/entitlements", [authorization]).body == "{\"entitlements\":[]}")
    try await merchant.becomes("done with the event") {
      let delivered = "causeway_merchant_event_deliveries_total{outcome=\"delivered\"}"
      guard try await merchant.metric(delivered) == 1 else { return false }
      return try await merchant.metric("causeway_merchant_events_waiting") == 0
    }
    #expect(try await merchant.metric("causeway_merchant_sweep_checks_total{outcome=\"checked\"}") == 1)
    #expect(try await merchant.metric("causeway_merchant_sweep_lag_seconds") == 0)
    let log = try await merchant.end().log
    #expect(log.contains { $0["event"]?.stringValue == "sweep_changed" && $0["order"]?.stringValue == Self.order })
    #expect(!log.contains { JSONValue.object($0).json.contains(#/\bada\b/#) })
    await shop.stop()
  }

  @Test("The store's notification takes effect; others are refused") func notification() async throws {
    let merchant = try await ServedMerchant(["notifications": true])
    #expect(try await merchant.validate().body.contains("granted"))
    func send(_ jws: String, type: String = "application/jose") async throws -> Reply {
      try await merchant.send("POST /notifications", ["Content-Type: \(type)"], jws)
    }
    func notification(merchant: String, at date: Date = Date()) async throws -> String {
      let history = try await HistoryVerifier(keys: PublishersStore.keys).verify(Self.refunded()).history
      return try StoreNotification(id: UUID(), merchantID: merchant, createdAt: date, history: history)
        .signed(by: PublishersStore.key)
    }
    let refusals = [
      (try Self.refunded(), "not_a_notification"), (try await notification(merchant: "another"), "other_merchant"),
      (try await notification(merchant: "m", at: Date(timeIntervalSinceNow: -400)), "outside_window"),
      ("a.b", "wrong_number_of_parts"),
    ]
    for (jws, code) in refusals {
      let reply = try await send(jws)
      #expect(reply.status == 422 && reply.code == code, "\(reply.body)")
    }
    let jws = try await notification(merchant: "m")
    #expect(try await send(jws, type: "application/json").code == "unsupported_media_type")
    #expect(try await send(String(repeating: "a", count: 5 << 20)).code == "too_large")
    #expect(try await merchant.send("GET /notifications").status == 405)
    for _ in 0..<2 {
      let reply = try await send(jws)
      #expect(reply.status == 204 && reply.body.isEmpty, "\(reply.body)")
    }
    #expect(try await merchant.metric("causeway_merchant_notifications_total{outcome=\"ok\"}") == 2)
    let authorization = "Authorization: Bearer \(ServedMerchant.secrets["new"] ?? "")"
    #expect(
      try await merchant.send("GET /customers/ada/entitlements", [authorization]).body == "{\"entitlements\":[]}")
    _ = try await merchant.end()
  }

  @Test("Without the option, the server has no address for notifications") func withoutNotifications() async throws {
    let merchant = try await ServedMerchant()
    let reply = try await merchant.send("POST /notifications", ["Content-Type: application/jose"], "a.b.c")
    #expect(reply.status == 404)
    _ = try await merchant.end()
  }

  // MARK: The command

  private func sweep(_ ledger: String, _ store: PublishersStore, _ words: String...) async throws -> ProgramResult {
    try await run(
      "causeway-merchant",
      ["sweep"] + store.merchant + ["--app", "com.example.shop", "--ledger", ledger] + words, display: nil,
      environment: PublishersStore.environment)
  }

  @Test(
    "The command asks about the orders that are due, and with --all about each",
    arguments: LedgerCommandTests.Kind.allCases)
  func command(_ kind: LedgerCommandTests.Kind) async throws {
    let store = try PublishersStore(history: PublishersStore.answer(try PublishersStore.history()))
    let ledger = try await makeLedger(kind).location
    for (words, count) in [([], 1), ([], 0), (["--all"], 1)] {
      let result = try await run(
        "causeway-merchant",
        ["sweep"] + store.merchant + ["--app", "com.example.shop", "--ledger", ledger, "--rate", "100"] + words,
        display: nil, environment: PublishersStore.environment)
      #expect(
        result.code == 0 && result.output == "Orders asked about: \(count); failed checks: 0; revoked: 0\n",
        "\(result.output) \(result.error)")
    }
    await store.stop()
    let refunding = try PublishersStore(history: PublishersStore.answer(try Self.refunded()))
    let result = try await sweep(ledger, refunding, "--all")
    #expect(
      result.output.hasSuffix("revoked: 1\n") && result.error.contains("\(Self.order) revoked"), "\(result.error)")
    await refunding.stop()
  }

  @Test("If the store does not answer, the command fails and the orders stay due") func outage() async throws {
    let ledger = try await makeLedger(.sqlite).location
    let refusing = try PublishersStore(history: HTTPResponse(401))
    let result = try await sweep(ledger, refusing)
    #expect(result.code == 1 && result.error.contains("refused the token"), "\(result.error)")
    await refusing.stop()
    let store = try PublishersStore(history: PublishersStore.answer(try PublishersStore.history()))
    #expect(try await sweep(ledger, store).output.hasPrefix("Orders asked about: 1;"))
    await store.stop()
  }

  @Test("A command that a signal ends gives back the order that it has taken") func ended()
    async throws
  {
    let ledger = try await makeLedger(.sqlite).location
    let (asked, asking) = AsyncStream.makeStream(of: Void.self)
    let (released, releasing) = AsyncStream.makeStream(of: Void.self)
    let hanging = HTTPServer { request in
      if request.path.last == "jwks.json" {
        return HTTPResponse(200, "application/json", Data(PublishersStore.keys.json.jsonBytes))
      }
      asking.yield()
      for await _ in released {}
      return HTTPResponse(503)
    }
    let process = Process()
    process.executableURL = BuiltPrograms.named("causeway-merchant")
    let store = try PublishersStore(
      history: PublishersStore.answer(try PublishersStore.history()))
    process.arguments =
      [
        "sweep", "--merchant-id", "m", "--key-id", "k", "--store",
        try hanging.start().absoluteString,
      ]
      + ["--app", "com.example.shop", "--ledger", ledger]
    process.environment = ProcessInfo.processInfo.environment.merging(PublishersStore.environment) { _, new in new }
    async let code = process.runToEnd()
    for await _ in asked { break }
    kill(process.processIdentifier, SIGTERM)
    #expect(try await code == SIGTERM)
    releasing.finish()
    await hanging.stop()
    #expect(try await sweep(ledger, store).output.hasPrefix("Orders asked about: 1;"))
    await store.stop()
  }

  @Test(
    "The refund that the command finds is an event if the ledger records events, until that is ended",
    arguments: LedgerCommandTests.Kind.allCases)
  func eventOfCommand(_ kind: LedgerCommandTests.Kind) async throws {
    let ledger = try await makeLedger(kind).location
    func events(_ words: String...) async throws -> ProgramResult {
      try await run(
        "causeway-merchant", ["ledger", "events", "--ledger", ledger] + words, display: nil)
    }
    #expect(try await events().output == "The ledger records no events.\n")
    #expect(try await events("--repeat").code == 1)
    let merchant = try await ServedMerchant([
      "ledger": kind == .sqlite ? ["file": .string(ledger)] : ["postgresql": .string(ledger)],
      "events": [
        "url": "http://127.0.0.1:1/nobody", "secrets": [["secret": ["credential": "old"]]],
      ],
    ])
    // The command also works while a server has the file open.
    #expect(try await events().output == "The ledger records events.\n")
    _ = try await merchant.end()
    let store = try PublishersStore(history: PublishersStore.answer(try Self.refunded()))
    #expect(try await sweep(ledger, store, "--all").output.hasSuffix("revoked: 1\n"))
    await store.stop()
    let waiting = try await self.waiting(kind, ledger)
    #expect(waiting.map(\.state) == [.revoked])
    #expect(try await events("--repeat").output == "Events: 1\n")
    #expect(try await events("--off").output == "The ledger records no events from now on.\n")
    #expect(try await self.waiting(kind, ledger).isEmpty)
  }

  /// Takes the events that wait in a ledger.
  private func waiting(_ kind: LedgerCommandTests.Kind, _ location: String) async throws
    -> [OrderEvent]
  {
    let ledger: any OwnedLedger =
      switch kind {
      case .sqlite: try SQLiteLedger(file: URL(fileURLWithPath: location))
      case .postgreSQL: try await PostgreSQLLedger(connection: location)
      }
    let events = try await ledger.takeDueEvents(of: [ExactText("com.example.shop")], limit: 9)
      .events
    await ledger.close()
    return events
  }

  @Test("The command needs a ledger, which it does not create") func ledgerIsNeeded() async throws {
    let store = try PublishersStore(history: HTTPResponse(404))
    let missing = try await sweep(folder.path("nothing.sqlite"), store)
    #expect(missing.code == 2 && missing.error.contains("does not exist"), "\(missing.error)")
    let without = try await run(
      "causeway-merchant", ["sweep"] + store.merchant + ["--app", "com.example.shop"], display: nil,
      environment: PublishersStore.environment)
    #expect(without.code == 2 && without.error.contains("--ledger"), "\(without.error)")
    await store.stop()
  }
}
#endif
