import Foundation

/// The store behind the SDK: local testing with a configuration file, or a store on the network.
///
/// The SDK may call these methods from any thread, and several at once. After an error, the SDK decides from the error
/// alone how to continue.
public protocol OnsideService: OnsideEventSink {
  // MARK: Session

  /// Returns the session, including one from an earlier launch; nil if no user is logged in.
  func session() async -> OnsideSession?

  /// The changes of the session: the new session, or nil after a logout. They include changes that the SDK did not
  /// request, such as another country. The SDK is the only reader.
  var sessions: AsyncStream<OnsideSession?> { get }

  /// Begins a login: sends a code to an address or a number, or requests the sign-in page of a provider. A second call
  /// for the same address or number sends another code, and the earlier code can no longer be used.
  ///
  /// - Throws: ``OnsideServiceError/refused(_:)`` for a text that cannot be an address or a number, and
  ///   ``OnsideServiceError/loginCode(_:)`` after too many codes.
  func beginLogin(_ credential: OnsideCredential) async throws(OnsideServiceError) -> OnsideLoginStep

  /// Begins a login, with the URL scheme by which a browser returns to the app. The default implementation ignores the
  /// scheme.
  ///
  /// - Parameter callbackScheme: a scheme that belongs to the app; if it is nil, the service chooses one.
  func beginLogin(
    _ credential: OnsideCredential, callbackScheme: String?
  ) async throws(OnsideServiceError) -> OnsideLoginStep

  /// Completes a login. When this method returns, ``session()`` returns the new session.
  ///
  /// - Throws: ``OnsideServiceError/loginCode(_:)`` for digits that are wrong or no longer valid;
  ///   ``OnsideServiceError/cancelled`` for a callback that reports that the user cancelled;
  ///   ``OnsideServiceError/refused(_:)`` for a callback that belongs to another login or comes too late.
  func logIn(_ proof: OnsideLoginProof) async throws(OnsideServiceError) -> OnsideSession

  /// Logs the user out. Never fails.
  func logOut() async

  // MARK: Products

  /// Returns the products with these identifiers, in the order of the identifiers, and the identifiers that are unknown
  /// or malformed. Ignores duplicates.
  func products(_ identifiers: [String]) async throws(OnsideServiceError) -> OnsideProductsResponse

  // MARK: Orders

  /// Pays an order, once for each idempotency key: the same order sent again gets the same answer.
  ///
  /// The errors ``OnsideServiceError/refused(_:)``, ``OnsideServiceError/declined(_:)`` and
  /// ``OnsideServiceError/priceChanged(_:)`` mean that nothing was paid under the key and nothing ever will be. The key
  /// is void, even for a call that arrives late. After any other error, send the order again or call
  /// ``settle(_:account:)``.
  func pay(_ order: OnsideOrderRequest) async throws(OnsideServiceError) -> OnsideOrder

  /// Returns the order that was paid under an idempotency key. If none was paid, returns nil, and the service refuses
  /// the key from now on, so that an order that arrives later is not paid either.
  ///
  /// - Parameter account: the paying account. If another account is logged in, the method throws
  ///   ``OnsideServiceError/notLoggedIn``, because the key belongs to no payment of that account.
  func settle(_ idempotencyKey: UUID, account: String) async throws(OnsideServiceError) -> OnsideOrder?

  /// Returns the purchases of the logged-in user that can be restored: non-consumables and subscriptions.
  func purchases() async throws(OnsideServiceError) -> [OnsideOrder]

  /// The error of every request for a signed history, if this service provides none; otherwise nil. The SDK reads this
  /// property before it sends such a request. The default implementation returns nil.
  var historyRefusal: OnsideServiceError? { get }

  /// Returns the signed history of the logged-in user.
  func signedHistory() async throws(OnsideServiceError) -> OnsideSignedInAppsHistory

  // MARK: Attribution

  /// Returns how the user came to the app.
  func attribution() async throws(OnsideServiceError) -> OnsideAttributionMetadata

  // MARK: Payment methods
  // Each method takes an account, ``OnsideSession/account``, because a screen may still be open after its user has
  // logged out. A method throws ``OnsideServiceError/notLoggedIn`` if that account is not the logged-in one.

  /// Returns the payment methods of an account.
  func paymentMethods(of account: String) async throws(OnsideServiceError) -> [OnsidePaymentMethod]

  /// Adds a card to an account as the default payment method, once for each idempotency key. The same card under the
  /// same key returns the existing payment method, so that a card whose answer was lost can be sent again.
  ///
  /// - Throws: ``OnsideServiceError/refused(_:)`` for a card that the store does not accept. The next attempt needs a
  ///   new key.
  func addPaymentMethod(
    _ card: OnsideCard, idempotencyKey: UUID, account: String
  ) async throws(OnsideServiceError) -> OnsidePaymentMethod

  /// Makes a payment method the default one.
  ///
  /// - Throws: ``OnsideServiceError/refused(_:)`` if the payment method was removed.
  func usePaymentMethod(_ id: OnsidePaymentMethod.ID, account: String) async throws(OnsideServiceError)

  /// Removes a payment method. Has no effect if it was removed already.
  func removePaymentMethod(_ id: OnsidePaymentMethod.ID, account: String) async throws(OnsideServiceError)
}

extension OnsideService {
  /// Nil, because by default a service provides a signed history.
  public var historyRefusal: OnsideServiceError? { nil }

  /// Calls `beginLogin(_:)` and ignores the scheme.
  public func beginLogin(
    _ credential: OnsideCredential, callbackScheme: String?
  ) async throws(OnsideServiceError) -> OnsideLoginStep {
    try await beginLogin(credential)
  }
}
