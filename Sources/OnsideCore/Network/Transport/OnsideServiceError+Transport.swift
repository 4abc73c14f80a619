import CausewayTransport

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
