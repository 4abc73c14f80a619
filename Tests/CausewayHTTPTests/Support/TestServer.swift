import CausewayHTTP
import Foundation

/// Runs a server during a call of `body`.
func withServer<Result>(
  _ change: (inout HTTPServer.Options) -> Void = { _ in },
  handler: @escaping HTTPServer.Handler = { .text(200, $0.path.joined(separator: "|")) },
  _ body: (URL) async throws -> Result
) async throws -> Result {
  var options = HTTPServer.Options()
  change(&options)
  let server = HTTPServer(options, handler: handler)
  let address = try server.start()
  do {
    let result = try await body(address)
    await server.stop()
    return result
  } catch {
    await server.stop()
    throw error
  }
}

/// The statuses that a server reports.
final class Statuses: @unchecked Sendable {  // the lock protects the statuses
  private let lock = NSLock()
  private var statuses: [Int] = []

  var all: [Int] { lock.withLock { statuses } }

  func append(_ status: Int) { lock.withLock { statuses.append(status) } }
}
