import Causeway
import CausewayJSON

// The same for code with `await`. The published API has completions and delegates only. What a published call without its
// completion could be taken for has another name: in code with `await` the compiler would want that.

extension Onside {
  /// Shows the login, unless somebody is logged in; returns when the storefront is in place.
  public static func logIn() async throws(OnsideLoginError) {
    try await required.requestLogin()
  }

  /// Shows the payment methods, after a login if nobody is logged in; returns when the screen is closed.
  public static func managePaymentMethods() async throws(OnsidePaymentMethodsManagerError) {
    try await required.presentPaymentMethodsManager()
  }

  /// How the user came to the app.
  public static func attributionMetadata() async throws(OnsideAttributionMetadataError) -> OnsideAttributionMetadata {
    try await required.attributionMetadata()
  }

  /// The products of some identifiers, in their order; each counts once.
  public static func products(
    _ identifiers: [String]
  ) async throws(OnsideProductsRequestError) -> OnsideProductsResponse {
    try await required.products(identifiers)
  }

  /// The signed purchases of who is logged in; shows no login.
  public static func signedInAppsHistory() async throws(OnsideSignedInAppsHistoryRequestError)
    -> OnsideSignedInAppsHistory
  {
    try await required.signedInAppsHistory()
  }

  /// Tracks an event, as a page does by `trackEvent`: the published name of this is not known.
  /// - Parameter parameters: in the order in which they count; JSON values, as a page gives them.
  public static func track(_ name: String, _ parameters: [(String, JSONValue)] = []) {
    required.track(name, parameters)
  }

  /// Tracks an event that Onside names, such as `.purchaseCompleted`.
  public static func track(_ event: OnsidePredefinedEvent, _ parameters: [(String, JSONValue)] = []) {
    required.track(event, parameters)
  }
}
