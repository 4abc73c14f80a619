import CausewayJSON
import Foundation
import OnsideMerchant
import Testing

@testable import OnsideSandbox

/// The store's side of the Transactions Reporting API, over HTTP.
@Suite("The reporting API of the store", .serialized, .timeLimit(.minutes(10))) struct ReportTests {
  private static let path = "/merchant-api/v1/reports/transactions"

  private func client(_ server: TestServer) throws -> TestClient {
    var client = server.client(app: nil)
    let key = server.test.url.appendingPathComponent("merchant-api-key")
    client.token = try String(contentsOf: key, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
    return client
  }

  private func transaction(_ id: String, _ changes: KeyValuePairs<String, JSONValue> = [:]) -> JSONValue {
    var object: JSONObject = [
      "id": .string(id), "currency": "EUR", "full_amount": 1234, "tax_amount": 197, "payer_country": "DEU",
      "settled_at": "2026-01-31T11:00:00Z",
    ]
    for (name, value) in changes { object[name] = value.isNull ? JSONValue?.none : value }
    return .object(object)
  }

  private func body(_ transactions: JSONValue..., createdAt: String = "2026-01-31T11:30:00Z") -> JSONValue {
    ["created_at": .string(createdAt), "transactions": .array(transactions)]
  }

  private func submit(_ body: JSONValue, _ client: TestClient) async throws -> Int {
    let answer = try await client.post(Self.path, body)
    #expect(answer.status == 200, "\(answer.text)")
    return try #require(answer.json["report_id"]?.numberValue.flatMap(Int.init(exactly:)))
  }

  private func state(_ report: Int, _ client: TestClient) async throws -> JSONValue {
    let answer = try await client.get("\(Self.path)?report_id=\(report)")
    #expect(answer.status == 200, "\(answer.text)")
    return answer.json
  }

  private func ids(_ value: JSONValue?) -> [String] { value?.arrayValue?.compactMap(\.stringValue) ?? [] }

  private func reasons(_ state: JSONValue) -> [String] {
    state["transactions"]?["invalid"]?.arrayValue?.compactMap { $0["reason"]?.stringValue } ?? []
  }

  @Test("A report gets an id from 0 on, and is processed after the answer: accepted, then in process, then completed")
  func processing() async throws {
    try await TestServer.serve { server async throws in
      let client = try client(server)
      let report = try await submit(body(transaction("A"), transaction("B", ["currency": "QQQ"])), client)
      #expect(report >= 0)
      var state = try await state(report, client)
      #expect(
        state["accepted_at"]?.stringValue?.hasPrefix("2026-01-31T12:00:00") == true
          && state["report_id"] == .number(Double(report)))
      #expect(state["processing_at"]?.isNull == true && state["completed_at"]?.isNull == true)
      #expect(state["transactions"] == ["valid": [], "invalid": []])
      server.test.time.pass(0.6)
      state = try await self.state(report, client)
      #expect(state["processing_at"]?.stringValue != nil && state["completed_at"]?.isNull == true)
      server.test.time.pass(0.6)
      state = try await self.state(report, client)
      #expect(state["completed_at"]?.stringValue != nil)
      #expect(ids(state["transactions"]?["valid"]) == ["A"])
      #expect(
        state["transactions"]?["invalid"] == [["id": "B", "reason": "currency: QQQ is not in ISO 4217"]])
    }
  }

  @Test("The same report in any spelling gets the same report_id and is not processed again")
  func same() async throws {
    try await TestServer.serve { server async throws in
      let client = try client(server)
      let report = try await submit(body(transaction("A")), client)
      server.test.time.pass(2)
      let first = try await state(report, client)
      for _ in 0..<3 { #expect(try await submit(body(transaction("A")), client) == report) }
      let text = """
        { "transactions": [{"settled_at": "2026-01-31T11:00:00Z", "id": "A", "tax_amount": 1.97e2, "currency": "EUR",
          "full_amount": 1234, "payer_country": "DEU", "more": 1}], "created_at": "2026-01-31T11:30:00Z" }
        """
      let again = try await client.send("POST", Self.path, Data(text.utf8))
      #expect(again.json["report_id"] == .number(Double(report)))
      server.test.time.pass(2)
      #expect(try await state(report, client) == first)
      #expect(try await submit(body(transaction("A"), createdAt: "2026-01-31T11:31:00Z"), client) != report)
    }
  }

  @Test(
    "Transactions that repeat a valid one of this or an earlier report are ignored")
  func duplicates() async throws {
    try await TestServer.serve { server async throws in
      let client = try client(server)
      let first = try await submit(
        body(transaction("A"), transaction("A", ["full_amount": 5000]), transaction("B", ["full_amount": 0])), client)
      let second = try await submit(body(transaction("A"), transaction("B"), transaction("C")), client)
      server.test.time.pass(2)
      let one = try await state(first, client)
      #expect(ids(one["transactions"]?["valid"]) == ["A"] && reasons(one) == ["full_amount: less than 1"])
      let two = try await state(second, client)
      #expect(ids(two["transactions"]?["valid"]) == ["B", "C"] && reasons(two).isEmpty)
    }
  }

  @Test("Processing finds mistakes that the schema cannot find")
  func findings() async throws {
    let cases: [(KeyValuePairs<String, JSONValue>, String?)] = [
      (["full_amount": 0], "full_amount: less than 1"),
      (["full_amount": -3, "tax_amount": -4], "full_amount: less than 1"),
      (["tax_amount": -1], "tax_amount: less than 0"), (["tax_amount": 1235], "tax_amount: more than full_amount"),
      (["currency": "EUX"], "currency: EUX is not in ISO 4217"),
      (["payer_country": "GER"], "payer_country: GER is not in ISO 3166-1 alpha-3"),
      (["settled_at": "2026-01-31T12:00:10Z"], "settled_at: in the future"), (["id": ""], "id: empty"),
      (["settled_at": "2026-01-31T13:00:00+02:00"], nil), (["currency": "JPY", "payer_country": "ATA"], nil),
    ]
    try await TestServer.serve { server async throws in
      let client = try client(server)
      for (number, (changes, reason)) in cases.enumerated() {
        let report = try await submit(body(transaction("A\(number)", changes)), client)
        server.test.time.pass(2)
        #expect(reasons(try await state(report, client)) == [reason].compactMap(\.self), "\(changes)")
        // The time is set back, so that the store has the same time in every case.
        server.test.time.pass(-2)
      }
    }
  }

  @Test("A transaction that violates the schema is refused with 400, and the error names its position")
  func malformed() async throws {
    let cases: [(KeyValuePairs<String, JSONValue>, String)] = [
      (["id": .null], "id: missing"), (["id": 7], "id: not a string"),
      (["currency": "eur"], "currency: not three capital letters"),
      (["payer_country": "DE"], "payer_country: not three capital letters"),
      (["full_amount": 12.34], "full_amount: not a whole number"),
      (["full_amount": "1234"], "full_amount: not a whole number"), (["tax_amount": .null], "tax_amount: missing"),
      (["settled_at": "2026-01-31"], "settled_at: not a time in the format of RFC 3339"),
    ]
    try await TestServer.serve { server async throws in
      let client = try client(server)
      for (changes, title) in cases {
        let answer = try await client.post(Self.path, body(transaction("A"), transaction("B", changes)))
        #expect(answer.status == 400 && answer.code == "bad_request", "\(changes)")
        #expect(answer.title.hasPrefix("transactions[1].\(title)"), "\(answer.text)")
      }
      #expect(try await client.get("\(Self.path)?report_id=1").status == 404)
    }
  }

  @Test("A body without created_at or without transactions is refused with 400")
  func incomplete() async throws {
    try await TestServer.serve { server async throws in
      let client = try client(server)
      for body: JSONValue in [
        [:], ["created_at": "2026-01-31T11:30:00Z"], ["transactions": []], ["created_at": "now", "transactions": []],
        ["created_at": "2026-01-31T11:30:00Z", "transactions": ["id": "A"]],
      ] {
        #expect(try await client.post(Self.path, body).status == 400, "\(body.json)")
      }
    }
  }

  @Test("401 for a missing or wrong key, before any other check; a merchant's token is not a key")
  func unauthorized() async throws {
    try await TestServer.serve { server async throws in
      let key = try client(server).token ?? ""
      let token = try MerchantToken.make(server.store.merchant.credentials, at: server.test.time.now)
      for wrong in [nil, "wrong", key + "x", String(key.dropLast()), token] {
        var client = server.client(app: nil)
        client.token = wrong
        let answers = [
          try await client.send("POST", Self.path, Data("{".utf8)), try await client.get("\(Self.path)?report_id=x"),
        ]
        for answer in answers {
          #expect(answer.status == 401 && answer.code == "invalid_token")
          #expect(answer.fields["www-authenticate"] == "Bearer" && !answer.text.contains(key))
        }
      }
    }
  }

  @Test("404 for an unknown report, 400 for an invalid report_id")
  func unknown() async throws {
    try await TestServer.serve { server async throws in
      let client = try client(server)
      for id in ["0", "1", "9223372036854775807"] {
        let answer = try await client.get("\(Self.path)?report_id=\(id)")
        #expect(answer.status == 404 && answer.code == "unknown_report")
      }
      for query in [
        "", "?report_id=", "?report_id=-1", "?report_id=x", "?report_id=9223372036854775808",
        "?report_id=1&report_id=1",
      ] {
        #expect(try await client.get(Self.path + query).status == 400, "\(query)")
      }
    }
  }

  @Test("Too many requests get 429 with Retry-After")
  func rateLimited() async throws {
    try await TestServer.serve { options in
      options.merchantRate = RequestRate(perSecond: 1, burst: 2)
    } _: { server async throws in
      let client = try client(server)
      for status in [200, 200, 429] {
        let answer = try await client.post(Self.path, body(transaction("A")))
        #expect(answer.status == status && (answer.fields["retry-after"] != nil) == (status == 429))
      }
    }
  }

  @Test("Reports, their results and the key are stored on disk; an old folder gets a key")
  func durable() async throws {
    let test = try TestStore()
    var server = try TestServer(test)
    let key = try client(server).token
    let report = try await submit(body(transaction("A")), client(server))
    await server.server.stop()
    test.time.pass(2)
    server = try TestServer(test)
    #expect(try client(server).token == key)
    #expect(ids(try await state(report, client(server))["transactions"]?["valid"]) == ["A"])
    #expect(try await submit(body(transaction("A")), client(server)) == report)
    await server.server.stop()
    try FileManager.default.removeItem(at: test.url.appendingPathComponent("merchant-api-key"))
    server = try TestServer(test)
    #expect(try client(server).token != key)
    #expect(ids(try await state(report, client(server))["transactions"]?["valid"]) == ["A"])
    await server.server.stop()
  }

  @Test("The log has no transaction, no report and no key")
  func log() async throws {
    try await TestServer.serve { server async throws in
      let client = try client(server)
      let report = try await submit(body(transaction("SECRET-ID")), client)
      _ = try await state(report, client)
      for line in server.log.lines {
        #expect(line.contains("/merchant-api/v1/reports/transactions 200 "))
        #expect(!line.contains("SECRET-ID") && !line.contains("report_id") && !line.contains(client.token ?? ""))
      }
      #expect(server.log.lines.count == 2)
    }
  }

  @Test("The client of OnsideMerchant works with this store")
  func together() async throws {
    try await TestServer.serve { server async throws in
      let key = try #require(ReportingKey(try client(server).token ?? ""))
      let client = try ReportingClient(server: server.url, key: key)
      let report = TransactionReport(
        createdAt: server.test.time.now,
        transactions: [
          try ReportedTransaction(
            id: "A", currency: "EUR", fullAmount: 5, taxAmount: 1, payerCountry: "DEU",
            settledAt: "2026-01-31T11:00:00Z")
        ])
      let id = try await client.submit(report)
      #expect(try await client.submit(report) == id)
      server.test.time.pass(2)
      #expect(try await client.state(of: id).valid == ["A"])
    }
  }
}

@Suite("The page of reports", .timeLimit(.minutes(10))) struct ReportsPageTests {
  private func report(_ id: String, currency: String = "EUR", createdAt: String = "2026-01-31T11:30:00Z")
    -> SandboxReport
  {
    SandboxReport(
      createdAt: createdAt,
      transactions: [
        SandboxTransaction(
          id: id, currency: currency, fullAmount: 5, taxAmount: 1, payerCountry: "DEU",
          settledAt: "2026-01-31T11:00:00Z")
      ])
  }

  @Test("The page shows each report's valid, ignored and invalid transactions, with the reasons")
  func page() async throws {
    var test = try TestStore()
    test.options.reportSeconds = 0
    let store = try test.open()
    #expect(try await text(store).contains("There are no reports yet"))
    _ = try await store.run { try $0.reports.submit(report("A")) }
    _ = try await store.run { try $0.reports.submit(report("A", createdAt: "2026-01-31T11:31:00Z")) }
    _ = try await store.run { try $0.reports.submit(report("<b>\u{202e}x", currency: "QQQ")) }
    let text = try await text(store)
    #expect(text.contains("id=\"report-1\"") && text.contains("id=\"report-3\""))
    #expect(text.contains("1 that were already counted") && text.contains("1 not valid"))
    #expect(text.contains("currency: QQQ is not in ISO 4217"))
    #expect(text.contains("&lt;b&gt;⟨U+202E⟩x") && !text.contains("<b>\u{202e}"))
    await store.close()
    withExtendedLifetime(test) {}
  }

  @Test("A page has 50 reports, and a link to the older ones")
  func paging() async throws {
    let test = try TestStore()
    let store = try test.open()
    for number in 0..<51 { _ = try await store.run { try $0.reports.submit(report("A\(number)")) } }
    let newest = try await text(store)
    #expect(newest.contains("/reports?before=2") && !newest.contains("id=\"report-1\""))
    let older = try await text(store, "/reports?before=2")
    #expect(older.contains("id=\"report-1\"") && !older.contains("id=\"report-2\"") && older.contains("Newest"))
    await store.close()
    withExtendedLifetime(test) {}
  }

  private func text(_ store: SandboxStore, _ address: String = "/reports") async throws -> String {
    let response = await PageStore.router(store).answer(PageStore.request("GET", address))
    #expect(response.status == 200)
    return String(decoding: response.body, as: UTF8.self)
  }
}
