import CausewayTransport
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The transport to a store. Sends each request once.
struct StoreTransport: Sendable {
  /// The maximum size of an answer, in bytes: more than the longest answer of a store, the signed history.
  static let maximumBytes = 8 << 20

  private let transport: Transport

  /// - Parameter clock: measures timeouts.
  init(clock: any Clock<Duration>) {
    transport = Transport(clock: clock)
  }

  /// Sends a request, and returns the store's answer, with any status.
  ///
  /// - Parameter limit: the timeout.
  func send(_ request: URLRequest, limit: Duration) async throws(TransportError) -> StoreAnswer {
    let answer = try await transport.send(request, timeout: limit, maximumBytes: Self.maximumBytes)
    return StoreAnswer(status: answer.status, body: answer.body)
  }
}

extension OnsideServiceError {
  init(_ error: TransportError) {
    switch error {
    case .unreachable, .timedOut: self = .connectionError
    case .cancelled: self = .cancelled
    case .tooLarge: self = .internalError("the store's answer is too large")
    case .redirected: self = .internalError("the store redirected the request, and redirects are not followed")
    case .unreadable: self = .internalError("the store's answer cannot be read")
    }
  }
}
