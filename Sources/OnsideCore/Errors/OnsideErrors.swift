// The errors of the published API: section 5.1 of the protocol. A case is encoded as `{ "loginDiscarded": {} }`, which
// is Swift's encoding of a case without values. Pages receive the same form.

/// The reason why a login failed.
public enum OnsideLoginError: Error, Hashable, Codable, Sendable, CaseIterable {
  /// The user dismissed the login.
  case loginDiscarded
}

/// The reason why a request for products failed.
public enum OnsideProductsRequestError: Error, Hashable, Codable, Sendable, CaseIterable {
  /// The request was cancelled.
  case cancelled
  /// The store could not be reached.
  case connectionError
  /// The store does not know the app (HTTP 404).
  case appNotRegistered
  /// The store refused the product identifiers (HTTP 422).
  case invalidProductIdentifier
  /// The store was reached, but reported a server error (HTTP 5xx).
  case serviceUnavailable
  /// Any other error, such as an answer that could not be read.
  case internalError
}

/// The reason why a request for the signed history failed.
public enum OnsideSignedInAppsHistoryRequestError: Error, Hashable, Codable, Sendable, CaseIterable {
  /// No user is logged in. This request does not show the login screen.
  case notLoggedIn
  /// Local testing does not sign purchases.
  case notSupportedInLocalTesting
  /// The request was cancelled.
  case cancelled
  /// The store could not be reached.
  case connectionError
  /// The store does not know the app (HTTP 404).
  case appNotRegistered
  /// The store was reached, but reported a server error (HTTP 5xx).
  case serviceUnavailable
  /// Any other error, such as an answer that could not be read.
  case internalError
}

/// The reason why the payment methods were not shown.
public enum OnsidePaymentMethodsManagerError: Error, Hashable, Codable, Sendable, CaseIterable {
  /// The user dismissed the login screen, which was shown first.
  case loginDiscarded
  /// Local testing has no payment methods.
  case notSupportedInLocalTesting
  /// The screen could not be shown.
  case presentationFailed
}

/// The reason why a payment was not added to the queue.
public enum OnsidePaymentQueueAddProductError: Error, Hashable, Codable, Sendable, CaseIterable {
  /// The user dismissed the login screen, which was shown first.
  case loginDiscarded
}

/// The reason why a restore did not start.
public enum OnsidePaymentQueueRequestRestoreError: Error, Hashable, Codable, Sendable, CaseIterable {
  /// The user dismissed the login screen, which was shown first.
  case loginDiscarded
}

/// The reason why a restore failed after it had started.
public enum OnsideTransactionsRestoreError: Error, Hashable, Codable, Sendable, CaseIterable {
  /// The restore was cancelled.
  case cancelled
  /// The store could not be reached.
  case connectionError
  /// The store does not know the app (HTTP 404).
  case appNotRegistered
  /// The store was reached, but reported a server error (HTTP 5xx).
  case serviceUnavailable
  /// Any other error, such as an answer that could not be read.
  case internalError
}

/// The reason why nothing was paid.
public enum OnsidePaymentTransactionError: Error, Hashable, Codable, Sendable, CaseIterable {
  /// The user dismissed the payment, or the store refused it.
  case cancelled
  /// The payment sheet could not be shown.
  case presentationFailed
}

/// The reason why a request for attribution metadata failed.
public enum OnsideAttributionMetadataError: Error, Hashable, Codable, Sendable, CaseIterable {
  /// The store could not be reached.
  case connectionError
  /// The store does not know the app (HTTP 404).
  case appNotRegistered
  /// The store was reached, but reported a server error (HTTP 5xx).
  case serviceUnavailable
  /// Any other error, such as an answer that could not be read.
  case internalError
}

/// The reason why nothing is known about the user's purchases without a connection.
public enum OnsideLastKnownHistoryError: Error, Hashable, Sendable {
  /// No user is logged in.
  case notLoggedIn
  /// No history has arrived for this user since the login on this device, or the app does not keep histories.
  case notKept
  /// The last history is older than the app allows.
  case tooOld
  /// The device's clock was set back, so that the age of the last history is not known.
  case clockSetBack
}
