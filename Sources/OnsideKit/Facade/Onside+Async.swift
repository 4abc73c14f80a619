import CausewayJSON

// The async forms of the published API, which has only completions and delegates. Some async forms have different names
// from the published methods. Otherwise, in async code, the compiler would treat a published call without its
// completion as a call to the async form, and require `await`.

extension Onside {
  /// Shows the login, unless a user is logged in already. Returns when the storefront is known.
  public static func logIn() async throws(OnsideLoginError) {
    try await required.requestLogin()
  }

  /// Shows the payment methods, after a login if no user is logged in. Returns when the screen is closed.
  public static func managePaymentMethods() async throws(OnsidePaymentMethodsManagerError) {
    try await required.presentPaymentMethodsManager()
  }

  /// Returns how the user came to the app.
  public static func attributionMetadata() async throws(OnsideAttributionMetadataError) -> OnsideAttributionMetadata {
    try await required.attributionMetadata()
  }

  /// Loads the products with these identifiers, in this order. A repeated identifier counts once.
  public static func products(
    _ identifiers: [String]
  ) async throws(OnsideProductsRequestError) -> OnsideProductsResponse {
    try await required.products(identifiers)
  }

  /// Loads the signed purchases of the logged-in user. Never shows a login.
  public static func signedInAppsHistory() async throws(OnsideSignedInAppsHistoryRequestError)
    -> OnsideSignedInAppsHistory
  {
    try await required.signedInAppsHistory()
  }

  /// Returns the signed history that arrived last for the logged-in user, without a connection. The published API has no
  /// such method. ``OnsideConfiguration/historyMaximumAge`` says whether histories are kept, and up to which age.
  public static func lastKnownHistory() async throws(OnsideLastKnownHistoryError) -> OnsideLastKnownHistory {
    try await required.lastKnownHistory()
  }

  /// Tracks an event, as a page does with `trackEvent`. The name of this method in the published API is not known.
  /// - Parameter parameters: the names and JSON values of the parameters. If there are too many, the first ones are
  ///   kept. If several have the same name, the first of them is kept.
  public static func track(_ name: String, _ parameters: [(String, JSONValue)] = []) {
    required.track(name, parameters)
  }

  /// Tracks an event with one of Onside's predefined names, such as `.purchaseCompleted`.
  public static func track(_ event: OnsidePredefinedEvent, _ parameters: [(String, JSONValue)] = []) {
    required.track(event, parameters)
  }
}
