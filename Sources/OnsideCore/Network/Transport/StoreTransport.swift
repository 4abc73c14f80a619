import CausewayTransport
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends one request to a store once.
struct StoreTransport: Sendable {
  /// More than any answer of a store: a signed history is the longest.
  static let maximumBytes = 8 << 20

  private let transport: Transport

  /// - Parameter clock: what timeouts are measured on.
  init(clock: any Clock<Duration>) {
    transport = Transport(clock: clock)
  }

  /// Sends a request, and returns whatever the store answers.
  ///
  /// - Parameter limit: how long that may take.
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
    case .redirected: self = .internalError("the store sent the request elsewhere")
    case .unreadable: self = .internalError("the store's answer cannot be read")
    }
  }
}
