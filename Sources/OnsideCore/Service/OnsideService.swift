import Foundation

/// The store behind the SDK: local testing on a file, or one over the network.
///
/// Calls may come from anywhere and at once. What a call throws says all that the SDK needs in order to go on.
public protocol OnsideService: OnsideEventSink {
  // MARK: Session

  /// Who is logged in, from the launch before as well; nil for nobody.
  func session() async -> OnsideSession?

  /// Each later session, or nil after a logout: also changes that the SDK did not ask for, such as another country. To be
  /// read by one reader, the SDK.
  var sessions: AsyncStream<OnsideSession?> { get }

  /// Begins a login: sends a code to an address or a number, or asks for the sign-in page of a provider. Asked again for
  /// the same place, it sends another code, which alone can be used then.
  ///
  /// - Throws: ``OnsideServiceError/refused(_:)`` for what can be no address or number, and
  ///   ``OnsideServiceError/loginCode(_:)`` after too many codes.
  func beginLogin(_ credential: OnsideCredential) async throws(OnsideServiceError) -> OnsideLoginStep

  /// The same, for an app that names the scheme by which a browser comes back to it. Left out: as without one.
  ///
  /// - Parameter callbackScheme: a scheme of the app's own; nil for one that the service chooses.
  func beginLogin(
    _ credential: OnsideCredential, callbackScheme: String?
  ) async throws(OnsideServiceError) -> OnsideLoginStep

  /// Ends a login; the session is in place when this returns.
  ///
  /// - Throws: ``OnsideServiceError/loginCode(_:)`` for digits that are wrong or cannot be used any more;
  ///   ``OnsideServiceError/cancelled`` for a callback that says that the user cancelled;
  ///   ``OnsideServiceError/refused(_:)`` for one that is of another login or comes too late.
  func logIn(_ proof: OnsideLoginProof) async throws(OnsideServiceError) -> OnsideSession

  /// Logs out; never fails.
  func logOut() async

  // MARK: Products

  /// The products of some identifiers. Unknown and malformed ones come back; each counts once; the order is kept.
  func products(_ identifiers: [String]) async throws(OnsideServiceError) -> OnsideProductsResponse

  // MARK: Orders

  /// Pays an order, once for each idempotency key: an order that is sent again gets the same answer.
  ///
  /// ``OnsideServiceError/refused(_:)``, ``OnsideServiceError/declined(_:)`` and ``OnsideServiceError/priceChanged(_:)`` say
  /// that nothing was paid under the key, and that nothing ever will be: the key is void, also for a call that arrives late.
  /// After any other error send it again, or ask ``settle(_:account:)``.
  func pay(_ order: OnsideOrderRequest) async throws(OnsideServiceError) -> OnsideOrder

  /// What became of the order under an idempotency key; nil if nothing was paid. What has not been paid by then never
  /// will be: the service refuses the key from now on.
  ///
  /// - Parameter account: whose payment it is: ``OnsideServiceError/notLoggedIn`` if somebody else is logged in by then,
  ///   of whose payments the key is none.
  func settle(_ idempotencyKey: UUID, account: String) async throws(OnsideServiceError) -> OnsideOrder?

  /// The purchases of who is logged in that can be restored: non-consumables and subscriptions.
  func purchases() async throws(OnsideServiceError) -> [OnsideOrder]

  /// Why this service has no signed history for anybody; nil if it has one. Known without asking, so that a request for
  /// it can fail before it is made. Left out: nil.
  var historyRefusal: OnsideServiceError? { get }

  /// The signed history of who is logged in.
  func signedHistory() async throws(OnsideServiceError) -> OnsideSignedInAppsHistory

  // MARK: The rest

  /// How the user came to the app.
  func attribution() async throws(OnsideServiceError) -> OnsideAttributionMetadata

  // MARK: Payment methods
  // Each is for one account, ``OnsideSession/account``: ``OnsideServiceError/notLoggedIn`` if another one is logged in by
  // then. A screen may outlive the login for which it was shown.

  /// The payment methods of an account.
  func paymentMethods(of account: String) async throws(OnsideServiceError) -> [OnsidePaymentMethod]

  /// Adds a card to an account, and makes it the default one; once for each idempotency key. The same card under the same
  /// key gives the payment method that there is, so that a card whose answer was lost can be sent again.
  ///
  /// - Throws: ``OnsideServiceError/refused(_:)`` for a card that the store does not take. The next try needs a new key.
  func addPaymentMethod(
    _ card: OnsideCard, idempotencyKey: UUID, account: String
  ) async throws(OnsideServiceError) -> OnsidePaymentMethod

  /// Makes one of them the default one.
  ///
  /// - Throws: ``OnsideServiceError/refused(_:)`` if it was removed.
  func usePaymentMethod(_ id: OnsidePaymentMethod.ID, account: String) async throws(OnsideServiceError)

  /// Removes one of them; of no effect if it was removed already.
  func removePaymentMethod(_ id: OnsidePaymentMethod.ID, account: String) async throws(OnsideServiceError)
}

extension OnsideService {
  /// Nil: there is a signed history.
  public var historyRefusal: OnsideServiceError? { nil }

  /// As without a scheme.
  public func beginLogin(
    _ credential: OnsideCredential, callbackScheme: String?
  ) async throws(OnsideServiceError) -> OnsideLoginStep {
    try await beginLogin(credential)
  }
}
