import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Why one try has no answer.
enum StoreTransportError: Error, Hashable, Sendable {
  /// The store could not be reached, or the connection broke before the answer was there.
  case unreachable
  /// The answer was not there in time.
  case timedOut
  /// The answer is longer than any that a store gives.
  case tooLarge
  /// The store sent the request elsewhere, where its tokens have no business.
  case redirected
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

extension OnsideServiceError {
  init(_ error: StoreTransportError) {
    switch error {
    case .unreachable, .timedOut: self = .connectionError
    case .cancelled: self = .cancelled
    case .tooLarge: self = .internalError("the store's answer is too large")
    case .redirected: self = .internalError("the store sent the request elsewhere")
    case .unreadable: self = .internalError("the store's answer cannot be read")
    }
  }
}
