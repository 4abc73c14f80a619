#if os(Linux)
import CausewayHTTP
import CausewayJOSE
import CausewayJSON
import Foundation
import ProgramTestSupport
import Testing

@testable import OnsideMerchant

/// The program `causeway-merchant serve` with a configuration file, and a store in the test's process.
final class ServedMerchant: Sendable {
  static let secrets = ["old": "the-old-secret-of-a-client-0123456789", "new": "the-new-secret-of-a-client-0123456789"]
  static let merchantSecret = "a-merchant-secret-of-a-test-0123456789"

  let folder: Folder
  let url: URL
  let program: RunningProgram
  private let store: HTTPServer

  /// - Parameters:
  ///   - members: members of the configuration in JSON, which replace the usual ones.
  ///   - withClients: whether clients need a secret.
  ///   - hasKeys: whether the store's keys can be loaded.
  ///   - environment: further variables of the program.
  ///   - answer: the store's answer to a request for a history; nil for the history of `PublishersStore`.
  init(
    _ members: [String: JSONValue] = [:], withClients: Bool = true, hasKeys: Bool = true,
    environment: [String: String] = [:],
    answer: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse? = { _ in nil }
  ) async throws {
    folder = try Folder()
    let history = PublishersStore.answer(try PublishersStore.history())
    store = HTTPServer { request in
      if request.path.last == "jwks.json" { return .json(PublishersStore.keys.json) }
      do {
        if let answer = try await answer(request) { return answer }
      } catch {
        return .text(500, "\(error)")
      }
      // The check of the server asks for a random order.
      return request.path.last == PublishersStore.order.uuidString.lowercased() ? history : .text(404, "")
    }
    let address = try store.start()
    _ = try folder.write("merchant-secret", Self.merchantSecret)
    for (name, secret) in Self.secrets { _ = try folder.write(name, secret + "\n") }
    var configuration: [String: JSONValue] = [
      "listen": ["port": 0],
      "merchant": ["id": "m", "keys": [["id": "k", "secret": ["credential": "merchant-secret"]]]],
      // The timeout is long, because other tests run at the same time.
      "store": ["url": .string(address.absoluteString), "timeout_seconds": 300], "apps": ["com.example.shop"],
      "ledger": ["file": .string(folder.path("ledger.sqlite"))],
      "log": ["format": "json", "level": "debug"],
    ]
    if withClients {
      configuration["clients"] = .array(
        ["old", "new"].map { ["name": .string($0), "secret": ["credential": .string($0)]] })
    }
    for (name, value) in members { configuration[name] = value }
    var object = JSONObject()
    for (name, value) in configuration { object[name] = value }
    let file = try folder.write("config.json", JSONValue.object(object).json)
    (program, url) = try await RunningProgram.server(
      ["serve", "--config", file],
      environment: environment.merging(["CREDENTIALS_DIRECTORY": folder.root]) { _, new in new },
      program: "causeway-merchant")
    // On a busy machine, the store in this process may answer the first request for its keys too late.
    if hasKeys {
      try await becomes("ready") { try await send("GET /readyz?exclude=store").status == 200 }
    }
  }

  /// Asks the server until a condition holds. A program cannot tell this process about a change, so it is asked again and
  /// again.
  func becomes(_ state: String, _ condition: () async throws -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(programTimeout)
    while try await !condition() {
      try #require(ContinuousClock.now < end, "the server does not become \(state)")
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  /// Sends a request with exactly these fields, and returns the answer.
  func send(_ line: String, _ fields: [String] = [], _ body: String = "") async throws -> Reply {
    let lines = ["\(line) HTTP/1.1", "Host: 127.0.0.1"] + fields
    return try Reply(await RawRequest.answer(of: url, lines, body))
  }

  /// Validates the history of ``PublishersStore``.
  func validate(
    order: UUID? = nil, secret: String? = secrets["new"], fields: [String] = [], path: String = "/validate"
  ) async throws -> Reply {
    let body: JSONValue = [
      "customer": "ada", "history": .string(try PublishersStore.history()),
      "order_id": order.map { .string($0.uuidString.lowercased()) } ?? .null,
    ]
    let authorization = secret.map { ["Authorization: Bearer \($0)"] } ?? []
    return try await send("POST \(path)", authorization + ["Content-Type: application/json"] + fields, body.json)
  }

  /// Returns the value of a metric, such as `causeway_merchant_requests_in_flight`; nil if it is absent.
  func metric(_ series: String) async throws -> Double? {
    let text = try await send("GET /metrics").body
    return text.split(separator: "\n").first { $0.hasPrefix(series + " ") }
      .flatMap { Double($0.dropFirst(series.count + 1)) }
  }

  /// Ends the program, and returns the lines of its log.
  func end() async throws -> (code: Int32, log: [JSONObject]) {
    let result = try await program.end(by: SIGTERM)
    await store.stop()
    return (result.code, try Self.log(result))
  }

  static func log(_ result: ProgramResult) throws -> [JSONObject] {
    try result.error.split(separator: "\n").map { line in
      try #require(try JSONValue(parsing: String(line)).objectValue, "\(line)")
    }
  }

  func stopStore() async { await store.stop() }
}

/// The error of a connection that was closed without an answer.
struct NoAnswer: Error {}

/// An answer of the program.
struct Reply {
  let status: Int
  let fields: [String: String]
  let body: String

  init(_ text: String) throws {
    let parts = text.components(separatedBy: "\r\n\r\n")
    let lines = parts[0].components(separatedBy: "\r\n")
    guard let status = Int(lines[0].split(separator: " ").dropFirst().first ?? "") else { throw NoAnswer() }
    self.status = status
    fields = Dictionary(
      lines.dropFirst().compactMap { line in
        line.range(of: ": ").map { (line[..<$0.lowerBound].lowercased(), String(line[$0.upperBound...])) }
      }
    ) { first, _ in first }
    body = parts.dropFirst().joined(separator: "\r\n\r\n")
  }

  /// The body's member `code`.
  var code: String? { (try? JSONValue(parsing: body))?.objectValue?["code"]?.stringValue }
}
#endif
