// The error of the published API for each error of a service. An error without a counterpart in the published API
// becomes an internal error.

extension OnsideProductsRequestError {
  init(_ error: OnsideServiceError) {
    switch error {
    case .connectionError: self = .connectionError
    case .appNotRegistered: self = .appNotRegistered
    case .invalidProductIdentifier: self = .invalidProductIdentifier
    case .serviceUnavailable: self = .serviceUnavailable
    case .cancelled: self = .cancelled
    case .notLoggedIn, .notSupportedInLocalTesting, .refused, .declined, .loginCode, .priceChanged, .internalError:
      self = .internalError
    }
  }
}

extension OnsideSignedInAppsHistoryRequestError {
  init(_ error: OnsideServiceError) {
    switch error {
    case .connectionError: self = .connectionError
    case .appNotRegistered: self = .appNotRegistered
    case .serviceUnavailable: self = .serviceUnavailable
    case .notLoggedIn: self = .notLoggedIn
    case .notSupportedInLocalTesting: self = .notSupportedInLocalTesting
    case .cancelled: self = .cancelled
    case .invalidProductIdentifier, .refused, .declined, .loginCode, .priceChanged, .internalError:
      self = .internalError
    }
  }
}

extension OnsideTransactionsRestoreError {
  init(_ error: OnsideServiceError) {
    switch error {
    case .connectionError: self = .connectionError
    case .appNotRegistered: self = .appNotRegistered
    case .serviceUnavailable: self = .serviceUnavailable
    // A logout during a restore counts as its cancellation by the user.
    case .cancelled, .notLoggedIn: self = .cancelled
    case .invalidProductIdentifier, .notSupportedInLocalTesting, .refused, .declined, .loginCode, .priceChanged,
      .internalError:
      self = .internalError
    }
  }
}

extension OnsideAttributionMetadataError {
  init(_ error: OnsideServiceError) {
    switch error {
    case .connectionError: self = .connectionError
    case .appNotRegistered: self = .appNotRegistered
    case .serviceUnavailable: self = .serviceUnavailable
    case .notLoggedIn, .notSupportedInLocalTesting, .cancelled, .invalidProductIdentifier, .refused, .declined,
      .loginCode,
      .priceChanged,
      .internalError:
      self = .internalError
    }
  }
}
