import OnsideCore

/// All names that pages see in `window.onside`, in one place. The page script gets its tables from here.
package enum OnsideContract {
  /// The dialect's name, in traces and in messages between the page script and the app.
  package static let dialect = "onside"
  /// The property of `window`.
  package static let global = "onside"
  /// The only version of the protocol: the argument of `initializeOnside`.
  package static let version = "v1"

  /// The methods that a page can call.
  package enum Method: String, CaseIterable, Sendable {
    case initializeOnside, setAppearance, setShouldForceLocalLoginMethods, setDefaultCountryCodeAssumption, trackEvent
    case logout, requestLogin, presentPaymentMethodsManager, getCurrentStorefront, loadProducts, purchase
    case restoreCompletedTransactions, getTransactions, finishTransaction, getAttributionMetadata
    case getSignedInAppsHistory
  }

  /// The callbacks of a page: properties to which the page assigns functions.
  package enum Callback: String, CaseIterable, Sendable {
    case onTransactionsUpdated, onTransactionsRemoved, onStorefrontChanged, onRestoreCompletedTransactionsFinished
    case onRestoreCompletedTransactionsFailedWithError, shouldContinueTransaction
  }

  /// The names of the error types, each with its cases in the order of their declaration.
  package static let errors: [(name: String, cases: [String])] =
    [
      OnsideLoginError.self, OnsideProductsRequestError.self, OnsideSignedInAppsHistoryRequestError.self,
      OnsidePaymentMethodsManagerError.self, OnsidePaymentQueueRequestRestoreError.self,
      OnsideTransactionsRestoreError.self, OnsidePaymentTransactionError.self, OnsideAttributionMetadataError.self,
      JSPurchaseError.self, JSFinishTransactionError.self,
    ].map { (type: any JSError.Type) in (type.name, type.caseNames) }
}

extension OnsideContract.Method {
  /// Whether the method returns a promise. The other methods return at once, never throw, and do not report their
  /// outcome.
  package var isPromise: Bool {
    switch self {
    case .setAppearance, .setShouldForceLocalLoginMethods, .setDefaultCountryCodeAssumption, .trackEvent, .logout:
      false
    case .initializeOnside, .requestLogin, .presentPaymentMethodsManager, .getCurrentStorefront, .loadProducts,
      .purchase, .restoreCompletedTransactions, .getTransactions, .finishTransaction, .getAttributionMetadata,
      .getSignedInAppsHistory:
      true
    }
  }

  /// Whether the method may wait for the user. Such a method has no timeout, because the user's action would still take
  /// effect after the page has received the failure.
  package var waitsForUser: Bool {
    switch self {
    case .requestLogin, .presentPaymentMethodsManager, .purchase, .restoreCompletedTransactions: true
    default: false
    }
  }

  /// The TypeScript type of the only argument; nil if there is none.
  package var argument: String? {
    switch self {
    case .initializeOnside: "\"\(OnsideContract.version)\""
    case .setAppearance: #""light" | "dark" | "system""#
    case .setShouldForceLocalLoginMethods: "boolean"
    case .setDefaultCountryCodeAssumption, .finishTransaction: "string"
    case .trackEvent: "{ name: OnsideEventName; parameters?: Record<string, JSEventParameterValue> }"
    case .loadProducts: "{ productIdentifiers: string[] }"
    case .purchase: "{ productIdentifier: string; appAccountToken?: string }"
    case .logout, .requestLogin, .presentPaymentMethodsManager, .getCurrentStorefront, .restoreCompletedTransactions,
      .getTransactions, .getAttributionMetadata, .getSignedInAppsHistory:
      nil
    }
  }

  /// The TypeScript type of the return value.
  package var result: String {
    guard isPromise else { return "void" }
    return switch self {
    case .getCurrentStorefront: "Promise<JSStorefront | null>"
    case .loadProducts: "Promise<JSProductsResponse>"
    case .getTransactions: "Promise<JSPaymentTransaction[]>"
    case .getAttributionMetadata: "Promise<JSAttributionMetadata>"
    case .getSignedInAppsHistory: "Promise<JSSignedInAppsHistory>"
    default: "Promise<void>"
    }
  }

  /// The type of the errors with which the promise rejects, besides the errors of the bridge; nil if there are none.
  package var error: String? {
    let type: (any JSError.Type)? =
      switch self {
      case .requestLogin: OnsideLoginError.self
      case .presentPaymentMethodsManager: OnsidePaymentMethodsManagerError.self
      case .loadProducts: OnsideProductsRequestError.self
      case .purchase: JSPurchaseError.self
      case .restoreCompletedTransactions: OnsidePaymentQueueRequestRestoreError.self
      case .finishTransaction: JSFinishTransactionError.self
      case .getAttributionMetadata: OnsideAttributionMetadataError.self
      case .getSignedInAppsHistory: OnsideSignedInAppsHistoryRequestError.self
      default: nil
      }
    return type?.name
  }
}

extension OnsideContract.Callback {
  /// The TypeScript type of the only argument; nil if there is none.
  package var argument: String? {
    switch self {
    case .onTransactionsUpdated, .onTransactionsRemoved: "JSPaymentTransaction[]"
    case .onStorefrontChanged: "JSStorefront | null"
    case .onRestoreCompletedTransactionsFinished: nil
    case .onRestoreCompletedTransactionsFailedWithError: OnsideTransactionsRestoreError.name
    case .shouldContinueTransaction: "OnsideProposal"
    }
  }

  /// The TypeScript type of the result that the app reads; nil if the app ignores the result.
  package var result: String? {
    self == .shouldContinueTransaction ? "boolean | Promise<boolean>" : nil
  }
}
