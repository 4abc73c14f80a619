import OnsideCore

/// What pages see as `window.onside`: every name of it, in one place. The page script is given its tables from here.
package enum OnsideContract {
  /// The name in traces and between the page's half and the app.
  package static let dialect = "onside"
  /// The property of `window`.
  package static let global = "onside"
  /// The one version, the argument of `initializeOnside`.
  package static let version = "v1"

  /// What a page can call.
  package enum Method: String, CaseIterable, Sendable {
    case initializeOnside, setAppearance, setShouldForceLocalLoginMethods, setDefaultCountryCodeAssumption, trackEvent
    case logout, requestLogin, presentPaymentMethodsManager, getCurrentStorefront, loadProducts, purchase
    case restoreCompletedTransactions, getTransactions, finishTransaction, getAttributionMetadata
    case getSignedInAppsHistory
  }

  /// What a page can be called by: properties to which it assigns functions.
  package enum Callback: String, CaseIterable, Sendable {
    case onTransactionsUpdated, onTransactionsRemoved, onStorefrontChanged, onRestoreCompletedTransactionsFinished
    case onRestoreCompletedTransactionsFailedWithError, shouldContinueTransaction
  }

  /// The types of errors by their names, each with its cases in order.
  package static let errors: [(name: String, cases: [String])] =
    [
      OnsideLoginError.self, OnsideProductsRequestError.self, OnsideSignedInAppsHistoryRequestError.self,
      OnsidePaymentMethodsManagerError.self, OnsidePaymentQueueRequestRestoreError.self,
      OnsideTransactionsRestoreError.self, OnsidePaymentTransactionError.self, OnsideAttributionMetadataError.self,
      JSPurchaseError.self, JSFinishTransactionError.self,
    ].map { (type: any JSError.Type) in (type.name, type.caseNames) }
}

extension OnsideContract.Method {
  /// Whether it gives a promise. The others return at once, never throw, and say nothing of what came of them.
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

  /// Whether it may wait for a person. What that person does is done, whatever the page was told meanwhile: so no time
  /// limit ends it.
  package var waitsForAPerson: Bool {
    switch self {
    case .requestLogin, .presentPaymentMethodsManager, .purchase, .restoreCompletedTransactions: true
    default: false
    }
  }

  /// The TypeScript type of its one argument; nil if it has none.
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

  /// The TypeScript type of what it returns.
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

  /// The type of what it rejects with, beside the errors of the bridge; nil if nothing.
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
  /// The TypeScript type of its one argument; nil if it has none.
  package var argument: String? {
    switch self {
    case .onTransactionsUpdated, .onTransactionsRemoved: "JSPaymentTransaction[]"
    case .onStorefrontChanged: "JSStorefront | null"
    case .onRestoreCompletedTransactionsFinished: nil
    case .onRestoreCompletedTransactionsFailedWithError: OnsideTransactionsRestoreError.name
    case .shouldContinueTransaction: "OnsideProposal"
    }
  }

  /// The TypeScript type of what the app makes of its result; nil if nothing.
  package var result: String? {
    self == .shouldContinueTransaction ? "boolean | Promise<boolean>" : nil
  }
}
