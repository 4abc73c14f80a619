#if os(Linux)
import CausewayHTTP
import CausewayJOSE
import CausewayJSON
import Foundation
import LedgerTestSupport
import OnsideMerchant
import Testing

/// The delivery of events over HTTP, from a ledger in SQLite.
@Suite("Delivery of events") struct EventDeliveryTests {
  private static let secrets = ["the-secret-of-the-events-0123456789", "the-next-secret-of-events-0123456789"].map {
    Array($0.utf8)
  }

  private let now = Changing(InAppPurchase.epoch + 10)
  private let backend: TestBackend
  private let requests = Changing<[HTTPRequest]>([])
  /// The statuses of the next answers. Later answers have the status 204.
  private let statuses = Changing<[Int]>([])
  /// Whether the receiver waits for ``release`` before it answers.
  private let hangs = Changing(false)
  private let release = Signal()
  /// The signal that the receiver has got a request.
  private let arrived = Signal()
  private let receiver: HTTPServer
  private let url: URL

  init() throws {
    backend = try TestBackend(recordsEvents: true, clock: { [now] in now.value })
    receiver = HTTPServer { [requests, statuses, hangs, release, arrived] request in
      requests.change { $0.append(request) }
      await arrived.give()
      if hangs.value { await release.wait() }
      var status = 204
      statuses.change { if !$0.isEmpty { status = $0.removeFirst() } }
      return HTTPResponse(status)
    }
    url = try receiver.start().appendingPathComponent("order-events")
  }

  private func delivery(
    _ observer: @escaping @Sendable (EventDelivery.Step) -> Void = { _ in }
  ) throws -> EventDelivery {
    try EventDelivery(
      anyOutbox: backend.ledger, bundleIDs: [TestBackend.bundleID], receiver: url, secrets: Self.secrets,
      idlePause: .milliseconds(5), reportInterval: .milliseconds(5), observer: observer)
  }

  private func grant(_ count: Int = 1) async throws {
    let orders = (0..<count).map { InAppPurchase(order: HistoryForms.order($0)) }
    _ = try await backend.ledger.record(SignedHistory(orders), for: "anna")
  }

  @Test("An event arrives once, with the order's state and a signature with each secret")
  func signed() async throws {
    try await grant()
    #expect(try await delivery().pass() == 1)
    #expect(try await delivery().pass() == 0)
    let request = try #require(requests.value.first)
    #expect(requests.value.count == 1 && request.method == "POST" && request.path == ["order-events"])
    #expect(request.mediaType == "application/json")
    let body = try JSONValue(parsing: request.body)
    #expect(body["type"]?.stringValue == "order.valid" && body["customer"]?.stringValue == "anna")
    #expect(body["order"]?["product_id"]?.stringValue == "lifetime" && body["order"]?["revoked_at"] == .null)
    let id = try #require(request[field: "webhook-id"])
    #expect(body["id"]?.stringValue == id && UUID(uuidString: id) != nil)
    let timestamp = try #require(request[field: "webhook-timestamp"])
    #expect(abs(Date().timeIntervalSince1970 - (Double(timestamp) ?? 0)) < 60)
    let signed = Array("\(id).\(timestamp).".utf8) + Array(request.body)
    let signatures = try Self.secrets.map { secret in
      "v1," + Data(try SigningKey.hs256(secret: secret).signature(of: signed)).base64EncodedString()
    }
    #expect(request[field: "webhook-signature"] == signatures.joined(separator: " "))
    await receiver.stop()
  }

  @Test("The signature is that of the example in the Standard Webhooks specification")
  func example() throws {
    let secret = try #require(Data(base64Encoded: "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
    let fields = try EventSignature.fields(
      id: "msg_p5jXN8AQM9LWM0D4loKWxJek", at: Date(timeIntervalSince1970: 1_614_265_330.9),
      body: Array(#"{"test": 2432232314}"#.utf8), secrets: [.hs256(secret: Array(secret))])
    #expect(fields["webhook-timestamp"] == "1614265330")
    #expect(fields["webhook-signature"] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
  }

  @Test("After a failure the same event is sent again, after 5 seconds and then after 10")
  func retries() async throws {
    statuses.value = [500, 302]
    try await grant()
    let pauses = Changing<[Duration]>([])
    let delivery = try delivery { step in
      if case .postponed(_, _, let pause, isOutage: false) = step { pauses.change { $0.append(pause) } }
    }
    for pause in [0.0, 6, 11, 100] {
      now.change { $0 += pause }
      _ = try await delivery.pass()
    }
    #expect(pauses.value.count == 2)
    #expect((.milliseconds(2_500)...(.seconds(5))).contains(pauses.value[0]), "\(pauses.value)")
    #expect((.seconds(5)...(.seconds(10))).contains(pauses.value[1]), "\(pauses.value)")
    #expect(requests.value.count == 3)
    #expect(Set(requests.value.map { $0[field: "webhook-id"] }).count == 1)
    await receiver.stop()
  }

  @Test("A receiver that cannot be reached stops neither the ledger nor the events of later changes")
  func dead() async throws {
    await receiver.stop()
    try await grant()
    #expect(try await delivery().pass() == 1)
    let refund = InAppPurchase(order: HistoryForms.order(0), fetched: 3, revoked: 2)
    #expect(try await backend.ledger.record(fromStore: SignedHistory([refund])).map(\.outcome) == [.revoked])
    // The later change is due at once, and replaces the first event. So at most one event waits for each order.
    #expect(try await backend.ledger.backlog(atMost: 10).count == 1)
    #expect(try await backend.ledger.takeDueEvents(limit: 9).map(\.state) == [.revoked])
  }

  @Test("In an outage of the receiver, few events are sent, and the others arrive when it is over")
  func outage() async throws {
    try await grant(100)
    statuses.value = Array(repeating: 503, count: 40)
    await #expect(throws: EventDelivery.Obstacle.receiver(.status(503))) { try await delivery().pass() }
    #expect(requests.value.count == 8)
    let (steps, continuation) = AsyncStream.makeStream(of: EventDelivery.Step.self)
    let run = Task { [delivery = try delivery { continuation.yield($0) }] in await delivery.run() }
    var (delivered, pauses) = (Set<UUID>(), 0)
    for await step in steps {
      switch step {
      case .paused:
        pauses += 1
        statuses.value = []
      case .delivered(let event): delivered.insert(event.id)
      // These failures are the outage, whose pause reports their reason once.
      case .postponed(_, _, _, let isOutage): #expect(isOutage)
      case .damaged, .waiting: break
      }
      // The 16 events that were sent in the outage do not arrive: they have pauses of their own, and the clock stands
      // still.
      if delivered.count == 84 { break }
    }
    run.cancel()
    await run.value
    #expect(pauses == 1 && requests.value.count == 100)
    await receiver.stop()
  }

  @Test("The number of waiting events is reported while the receiver does not answer")
  func reported() async throws {
    try await grant(3)
    hangs.value = true
    let (steps, continuation) = AsyncStream.makeStream(of: EventDelivery.Step.self)
    let run = Task { [delivery = try delivery { continuation.yield($0) }] in await delivery.run() }
    var counts: Set<Int> = []
    for await step in steps {
      guard case .waiting(let count, _) = step else { continue }
      counts.insert(count)
      if count == 3, requests.value.count == 3 { try await grant(5) }
      if count == 5 { break }
    }
    #expect(counts.isSuperset(of: [3, 5]))
    run.cancel()
    await release.give()
    await run.value
    await receiver.stop()
  }

  @Test("An event whose delivery was cancelled is due at once")
  func cancelled() async throws {
    try await grant(1)
    hangs.value = true
    let run = Task { [delivery = try delivery()] in _ = try? await delivery.pass() }
    await arrived.wait()
    run.cancel()
    await run.value
    let events = try await backend.ledger.takeDueEvents(limit: 9)
    #expect(events.count == 1 && events.first?.attempts == 0)
    await release.give()
    await receiver.stop()
  }

  @Test("The status counts, not the body: an answer whose body is too large or never ends is a delivery")
  func largeAnswers() async throws {
    try await grant(1)
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"
    let body = String(repeating: "x", count: 70_000)
    for answer in [
      head + "Content-Length: 70000\r\n\r\n" + body,
      head + "Transfer-Encoding: chunked\r\n\r\n11170\r\n" + body + "\r\n0\r\n\r\n",
      head + "Content-Length: 100\r\n\r\nhalf",
    ] {
      let server = try CountingServer(answer: answer, closes: true)
      let delivery = try EventDelivery(
        outbox: backend.ledger, bundleIDs: [TestBackend.bundleID], receiver: server.url, secrets: Self.secrets)
      #expect(try await delivery.pass() == 1)
      #expect(try await backend.ledger.backlog(atMost: 9).count == 0, "\(answer.prefix(90))")
      _ = try await backend.ledger.repeatEvents()
    }
  }

  @Test("Many events arrive, each once") func many() async throws {
    try await grant(50)
    #expect(try await delivery().pass() == 50)
    #expect(Set(requests.value.map { $0[field: "webhook-id"] }).count == 50)
    #expect(try await backend.ledger.backlog(atMost: 100).count == 0)
    await receiver.stop()
  }

  @Test("A receiver without encryption on another machine, and a short secret, are refused")
  func refused() throws {
    let remote = try #require(URL(string: "http://shop.example/order-events"))
    #expect(throws: EventDelivery.Failure.insecureReceiver) {
      try EventDelivery(
        outbox: backend.ledger, bundleIDs: [TestBackend.bundleID], receiver: remote, secrets: Self.secrets)
    }
    for secrets in [[], [Self.secrets[0], Array("short".utf8)]] {
      #expect(throws: EventDelivery.Failure.shortSecret) {
        try EventDelivery(
          outbox: backend.ledger, bundleIDs: [TestBackend.bundleID], receiver: url, secrets: secrets)
      }
    }
  }
}
#endif
