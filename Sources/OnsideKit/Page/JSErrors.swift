import CausewayJSON
import OnsideCore

/// An error that the protocol defines. The page gets a plain object, `{ "<case>": {} }`.
protocol JSError: Error, CaseIterable {}

extension JSError {
  /// The type's name in the protocol.
  static var name: String { "\(Self.self)" }
  /// The names of the cases, in the order of their declaration.
  static var caseNames: [String] { allCases.map { "\($0)" } }
  /// The object that the page gets. It has the form in which `Codable` writes a case without values.
  var json: JSONValue { ["\(self)": [:]] }
}

/// The reason why a purchase did not begin.
enum JSPurchaseError: JSError {
  /// No page of this web view has loaded the product.
  case unknownProduct
  /// The user dismissed the login.
  case loginDiscarded
}

/// The reason why a transaction was not finished.
enum JSFinishTransactionError: JSError {
  /// The queue has no transaction with this id.
  case unknownTransaction
}

extension OnsideLoginError: JSError {}
extension OnsideProductsRequestError: JSError {}
extension OnsideSignedInAppsHistoryRequestError: JSError {}
extension OnsidePaymentMethodsManagerError: JSError {}
extension OnsidePaymentQueueRequestRestoreError: JSError {}
extension OnsideTransactionsRestoreError: JSError {}
extension OnsidePaymentTransactionError: JSError {}
extension OnsideAttributionMetadataError: JSError {}
