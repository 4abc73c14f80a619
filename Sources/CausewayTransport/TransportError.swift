import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The reason why a request got no answer.
package enum TransportError: Error, Hashable, Sendable {
  /// The server could not be reached, or the connection broke before the answer was complete.
  case unreachable
  /// The answer was not complete before the timeout.
  case timedOut
  /// The answer is longer than the caller allows.
  case tooLarge
  /// The server redirected the request, with this status.
  case redirected(status: Int)
  /// The caller's task was cancelled.
  case cancelled
  /// The answer is not HTTP.
  case unreadable

  /// Creates the error for an error of `URLSession`.
  init(_ error: any Error) {
    switch (error as? URLError)?.code {
    case .cancelled?: self = .cancelled
    case .timedOut?: self = .timedOut
    case .cannotDecodeRawData?, .cannotDecodeContentData?: self = .unreadable
    // This includes `badServerResponse`, which Foundation on Linux reports if a connection closes without an answer.
    default: self = .unreachable
    }
  }
}
