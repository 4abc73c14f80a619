#if os(Linux)
import ProgramTestSupport
import Foundation
import XCTest

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A sandbox store and the backend of `Examples/newsstand`, which run as programs with their own ports.
@MainActor final class Newsstand {
  static let app = "com.example.newsstand"
  static let archive = "tide.archive"
  static let daily = "tide.daily"

  let folder: Folder
  let store: URL
  let backend: URL
  let secret: String
  private let storeProgram: RunningProgram
  private let backendProgram: RunningProgram

  /// Starts both programs.
  ///
  /// - Parameters:
  ///   - confirm: the orders about which the backend asks the Merchant API; the value of `--confirm`.
  ///   - secret: the merchant secret of the backend; nil for the store's own.
  ///   - options: additional options of the backend.
  ///   - environment: additional environment variables of the backend.
  init(
    confirm: String = "always", secret given: String? = nil, options: [String] = [],
    environment: [String: String] = [:]
  ) async throws {
    folder = try Folder()
    let site = Self.example.path
    (storeProgram, store) = try await RunningProgram.server([
      "store", "serve", "--catalog", site + "/shop.storekit", "--data", folder.path("store"), "--app", Self.app,
      "--port", "0",
    ])
    let names = try Self.object(Data(folder.read("store/merchant.json").utf8))
    let merchantID = try XCTUnwrap(names["merchant_id"] as? String)
    let keyID = try XCTUnwrap(names["key_id"] as? String)
    secret = try folder.read("store/merchant-secret").trimmingCharacters(in: .whitespacesAndNewlines)
    (backendProgram, backend) = try await RunningProgram.server(
      [
        "merchant", "serve", "--merchant-id", merchantID, "--key-id", keyID, "--store", store.absoluteString,
        "--app", Self.app, "--ledger", folder.path("ledger.sqlite"), "--site", site, "--confirm", confirm, "--port",
        "0",
      ] + options, environment: ["ONSIDE_MERCHANT_SECRET": given ?? secret].merging(environment) { $1 })
  }

  /// The origin of the newsstand's page, as the payment sheet shows it.
  var origin: String { "http://\(backend.host ?? ""):\(backend.port ?? 0)" }

  /// Opens the page of the newsstand in an app whose user agrees to everything.
  ///
  /// - Parameter script: the script that runs in the page, after the definitions of `newsstand.js`.
  func open(_ script: String) throws -> RunningProgram {
    let file = try folder.write("\(UUID().uuidString).js", try Self.help() + script)
    return try RunningProgram(
      [
        "open", backend.absoluteString, "--protocol", "onside", "--store", store.absoluteString, "--app", Self.app,
        "--state", folder.path("state"), "--headless", "--verbose", "--trace", folder.path("trace.jsonl"), "--run",
        file,
      ], lines: .error)
  }

  /// Opens the page of the newsstand, and returns the script's result.
  func read(_ script: String, file: StaticString = #filePath, line: UInt = #line) async throws -> [String] {
    let result = try await open(script).result()
    XCTAssertEqual(result.code, 0, result.error, file: file, line: line)
    return try Self.strings(result.output)
  }

  /// Returns the identifiers of the store's orders, newest first.
  func orders() async throws -> [String] {
    let (status, answer) = try await send("GET", store.appendingPathComponent("sandbox/orders"))
    XCTAssertEqual(status, 200)
    let orders = try XCTUnwrap(Self.object(answer)["orders"] as? [[String: Any]])
    return try orders.map { try XCTUnwrap(($0["purchase"] as? [String: Any])?["order_id"] as? String) }
  }

  /// Returns the newest code that the store's inbox has for an e-mail address.
  func code(sentTo address: String) async throws -> String {
    let (status, answer) = try await send("GET", store.appendingPathComponent("sandbox/inbox"))
    XCTAssertEqual(status, 200)
    let messages = try XCTUnwrap(Self.object(answer)["messages"] as? [[String: Any]])
    return try XCTUnwrap(messages.first { $0["to"] as? String == address }?["code"] as? String)
  }

  func refund(_ order: String) async throws {
    let (status, _) = try await send("POST", store.appendingPathComponent("sandbox/orders/\(order)/refund"), "{}")
    XCTAssertEqual(status, 200)
  }

  func send(
    _ method: String, _ url: URL, _ body: String? = nil, type: String = "application/json"
  ) async throws -> (status: Int, body: Data) {
    var request = URLRequest(url: url)
    request.httpMethod = method
    if let body {
      request.httpBody = Data(body.utf8)
      request.setValue(type, forHTTPHeaderField: "Content-Type")
    }
    let (data, answer) = try await URLSession.shared.data(for: request)
    return (try XCTUnwrap(answer as? HTTPURLResponse).statusCode, data)
  }

  /// Ends both programs, and returns their results.
  func close() async throws -> (store: ProgramResult, backend: ProgramResult) {
    let backend = try await backendProgram.end(by: SIGTERM)
    return (try await storeProgram.end(by: SIGINT), backend)
  }

  // MARK: Values

  static func object(_ data: Data) throws -> [String: Any] {
    try XCTUnwrap(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  static func strings(_ output: String) throws -> [String] {
    try XCTUnwrap(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String], output)
  }

  static let example: URL = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Examples/newsstand")

  /// Returns the definitions of `newsstand.js`, which scripts in the page use.
  static func help() throws -> String {
    try String(
      contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("newsstand.js"),
      encoding: .utf8)
  }
}
#endif
