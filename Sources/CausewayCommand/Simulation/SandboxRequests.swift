#if os(Linux)
import CausewayJSON
import CausewayTransport
import Foundation
import OnsideCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Requests to the interface with which a sandbox store is controlled.
@MainActor enum SandboxRequests {
  private static let transport = Transport()

  /// Sends a request, and returns the answer; null if the answer is empty.
  ///
  /// - Throws: an error if the store cannot be reached or refuses the request.
  static func send(
    _ method: String, _ address: StoreAddress, _ path: [String], _ body: JSONValue? = nil
  ) async throws -> JSONValue {
    var request = URLRequest(url: address.url(["sandbox"] + path))
    request.httpMethod = method
    request.setValue("close", forHTTPHeaderField: "Connection")
    if let body {
      request.httpBody = Data(body.jsonBytes)
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    }
    let answer = try await transport.send(request, timeout: .seconds(20), maximumBytes: 1 << 20)
    guard answer.status < 300 else {
      throw PageError("the store answered with status \(answer.status)\(Self.detail(answer.body))")
    }
    return answer.body.isEmpty ? .null : try JSONValue(parsing: answer.body)
  }

  /// Returns the reason in a refusal, after a colon; empty if it has none.
  private static func detail(_ body: Data) -> String {
    // Another program at the store's address may answer with anything.
    guard let problem = try? JSONValue(parsing: body) else { return "" }
    return (problem["detail"] ?? problem["title"])?.stringValue.map { ": \($0)" } ?? ""
  }
}
#endif
