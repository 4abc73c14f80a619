#if os(Linux)
import CausewayHTTP
import Foundation
import ProgramTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A sandbox store that runs as a program, and to which a publisher sends reports.
final class ReportStore: Sendable {
  let folder: Folder
  let url: URL
  private let program: RunningProgram

  init() async throws {
    folder = try Folder()
    (program, url) = try await Self.start(folder, port: Int(#require(LoopbackPort.free())))
  }

  private init(folder: Folder, program: RunningProgram, url: URL) {
    self.folder = folder
    self.program = program
    self.url = url
  }

  private static func start(_ folder: Folder, port: Int) async throws -> (RunningProgram, URL) {
    let catalog = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Examples/onside/shop.storekit")
    return try await RunningProgram.server([
      "store", "serve", "--catalog", catalog.path, "--data", folder.path("store"), "--port", "\(port)",
    ])
  }

  /// The API key that the store has generated.
  var key: String {
    get throws { try folder.read("store/merchant-api-key").trimmingCharacters(in: .whitespacesAndNewlines) }
  }

  var environment: [String: String] { get throws { ["ONSIDE_API_KEY": try key] } }

  /// Returns the arguments of a command that reports a file, with the state file `state`.
  func words(_ file: String, _ more: String...) -> [String] {
    ["merchant", "report", file, "--state", folder.path("state"), "--store", url.absoluteString] + more
  }

  /// Writes a CSV file with the header and these rows, and returns its path.
  func csv(_ rows: [String], _ name: String = "november.csv") throws -> String {
    try folder.write(
      name, (["id,currency,full_amount,tax_amount,payer_country,settled_at"] + rows).joined(separator: "\n"))
  }

  static func row(_ id: String, _ currency: String = "EUR") -> String {
    "\(id),\(currency),1234,197,DEU,2026-11-01T18:05:00Z"
  }

  /// Makes requests to the store fail, as the JSON text `failures` describes. `openapi.yaml` defines its format.
  func fail(_ failures: String) async throws {
    var request = URLRequest(url: url.appendingPathComponent("sandbox/failures"))
    request.httpMethod = "PUT"
    request.httpBody = Data("{\"failures\": [\(failures)]}".utf8)
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    let (data, answer) = try await URLSession.shared.data(for: request)
    try #require((answer as? HTTPURLResponse)?.statusCode == 204, "\(String(decoding: data, as: UTF8.self))")
  }

  /// Returns the states of all reports that the store has, in order.
  func reports() async throws -> [[String: Any]] {
    var states: [[String: Any]] = []
    while true {
      var request = URLRequest(
        url: URL(string: "merchant-api/v1/reports/transactions?report_id=\(states.count + 1)", relativeTo: url)!)
      request.setValue("Bearer \(try key)", forHTTPHeaderField: "Authorization")
      let (data, answer) = try await URLSession.shared.data(for: request)
      if (answer as? HTTPURLResponse)?.statusCode == 404 { return states }
      states.append(try SoldOrder.object(data))
    }
  }

  /// Returns the ids of the valid transactions of all reports.
  func validIDs() async throws -> [String] {
    try await reports().flatMap { ($0["transactions"] as? [String: Any])?["valid"] as? [String] ?? [] }
  }

  /// Kills the store with SIGKILL, so that it cannot clean up.
  func kill() async throws { _ = try await program.end(by: SIGKILL) }

  /// Starts the same store again, at the same address.
  func restarted() async throws -> ReportStore {
    let (program, url) = try await Self.start(folder, port: self.url.port ?? 0)
    return ReportStore(folder: folder, program: program, url: url)
  }

  func end() async throws { _ = try await program.end(by: SIGTERM) }
}
#endif
