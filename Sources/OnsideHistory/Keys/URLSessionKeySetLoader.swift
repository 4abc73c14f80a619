import CausewayTransport
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A loader that fetches key sets over `URLSession`, which needs no library other than the system's. It is for apps.
package struct URLSessionKeySetLoader: KeySetLoader {
  private let transport = Transport()

  package init() {}

  package func document(
    at location: URL, timeout: Duration, maximumBytes: Int
  ) async throws(KeyFetchError) -> KeySetDocument {
    do throws(TransportError) {
      let answer = try await transport.send(
        URLRequest(url: location), timeout: timeout, maximumBytes: maximumBytes)
      return KeySetDocument(
        status: answer.status, body: answer.body, cacheControl: answer.field("Cache-Control"), age: answer.field("Age"))
    } catch {
      throw KeyFetchError(error, maximumBytes: maximumBytes)
    }
  }
}

extension KeyFetchError {
  fileprivate init(_ error: TransportError, maximumBytes: Int) {
    switch error {
    case .timedOut: self = .timedOut
    case .tooLarge: self = .tooLarge(maximumBytes: maximumBytes)
    case .redirected(let status): self = .status(status)
    case .unreachable:
      self = .unreachable(
        reason: "no connection could be made, or the connection was lost; check the network and try again")
    case .unreadable: self = .unreachable(reason: "the answer is not HTTP; check the key set's URL")
    case .cancelled: self = .unreachable(reason: "the request was cancelled")
    }
  }
}
