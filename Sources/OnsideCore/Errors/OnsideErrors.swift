// The errors of the published API: section 5.1 of the protocol. Encoded, a case is `{ "loginDiscarded": {} }`, as Swift
// writes a case without values, and as a page sees it.

/// Why a login came to nothing.
public enum OnsideLoginError: Error, Hashable, Codable, Sendable, CaseIterable {
  /// The user dismissed it.
  case loginDiscarded
}

/// Why there are no products.
public enum OnsideProductsRequestError: Error, Hashable, Codable, Sendable, CaseIterable {
  /// The request was cancelled.
  case cancelled
  /// The store could not be reached.
  case connectionError
  /// The store does not know the app (HTTP 404).
  case appNotRegistered
  /// The store refused the identifiers (HTTP 422).
  case invalidProductIdentifier
  /// The store is there and does not work (HTTP 5xx).
  case serviceUnavailable
  /// Anything else, such as an answer that could not be read.
  case internalError
}

/// Why there is no signed history.
public enum OnsideSignedInAppsHistoryRequestError: Error, Hashable, Codable, Sendable, CaseIterable {
  /// Nobody is logged in; this request shows no login.
  case notLoggedIn
  /// Purchases of local testing are signed by nobody.
  case notSupportedInLocalTesting
  /// The request was cancelled.
  case cancelled
  /// The store could not be reached.
  case connectionError
  /// The store does not know the app (HTTP 404).
  case appNotRegistered
  /// The store is there and does not work (HTTP 5xx).
  case serviceUnavailable
  /// Anything else, such as an answer that could not be read.
  case internalError
}

/// Why the payment methods were not shown.
public enum OnsidePaymentMethodsManagerError: Error, Hashable, Codable, Sendable, CaseIterable {
  /// The user dismissed the login before.
  case loginDiscarded
  /// There are no payment methods in local testing.
  case notSupportedInLocalTesting
  /// The screen could not be shown.
  case presentationFailed
}

/// Why a payment was not taken into the queue.
public enum OnsidePaymentQueueAddProductError: Error, Hashable, Codable, Sendable, CaseIterable {
  /// The user dismissed the login before.
  case loginDiscarded
}

/// Why a restore did not begin.
public enum OnsidePaymentQueueRequestRestoreError: Error, Hashable, Codable, Sendable, CaseIterable {
  /// The user dismissed the login before.
  case loginDiscarded
}

/// Why a restore that began came to nothing.
public enum OnsideTransactionsRestoreError: Error, Hashable, Codable, Sendable, CaseIterable {
  /// The restore was cancelled.
  case cancelled
  /// The store could not be reached.
  case connectionError
  /// The store does not know the app (HTTP 404).
  case appNotRegistered
  /// The store is there and does not work (HTTP 5xx).
  case serviceUnavailable
  /// Anything else, such as an answer that could not be read.
  case internalError
}

/// Why nothing was paid.
public enum OnsidePaymentTransactionError: Error, Hashable, Codable, Sendable, CaseIterable {
  /// The user dismissed the payment, or the store refused it.
  case cancelled
  /// The payment could not be shown.
  case presentationFailed
}

/// Why it is not known how the user came to the app.
public enum OnsideAttributionMetadataError: Error, Hashable, Codable, Sendable, CaseIterable {
  /// The store could not be reached.
  case connectionError
  /// The store does not know the app (HTTP 404).
  case appNotRegistered
  /// The store is there and does not work (HTTP 5xx).
  case serviceUnavailable
  /// Anything else, such as an answer that could not be read.
  case internalError
}
