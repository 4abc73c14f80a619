import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Why one try has no answer.
package enum TransportError: Error, Hashable, Sendable {
  /// The server could not be reached, or the connection broke before the answer was there.
  case unreachable
  /// The answer was not there in time.
  case timedOut
  /// The answer is longer than it may be.
  case tooLarge
  /// The server sent the request elsewhere, with this status.
  case redirected(status: Int)
  /// The caller does not want the answer any more.
  case cancelled
  /// There was an answer that is not HTTP.
  case unreadable

  /// What the system says.
  init(_ error: any Error) {
    switch (error as? URLError)?.code {
    case .cancelled?: self = .cancelled
    case .timedOut?: self = .timedOut
    case .cannotDecodeRawData?, .cannotDecodeContentData?: self = .unreadable
    // Also `badServerResponse`: so Foundation on Linux calls a connection that is closed without an answer.
    default: self = .unreachable
    }
  }
}
