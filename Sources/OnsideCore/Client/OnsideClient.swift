import CausewayJSON
import CausewayLog
import Foundation

/// The SDK for one service: the payment queue, the login, and all requests to the store.
///
/// An app has one client, behind the façade `Onside` of `OnsideKit`. Tests and tools create their own.
@MainActor public final class OnsideClient {
  /// The store that the client uses.
  public let service: any OnsideService
  /// The screens that the client shows.
  public let interface: any OnsideInterface
  private let look: ScreenLook

  let account: Account
  let paymentQueue: PaymentQueue
  let store: TransactionStore
  package let log: @Sendable (String) -> Void
  private let tracker: Tracker?
  private var hasLoggedDrops = false
  private let attribution: Attribution
  private let lastHistory: LastHistory
  let screens: PaymentScreens

  /// A function that receives a tracked event's name and parameters.
  public typealias Tracker = @MainActor (String, [(String, JSONValue)]) -> Void

  /// Creates a client.
  /// - Parameters:
  ///   - interface: shows the login, the payment sheet and the payment methods.
  ///   - store: stores the queue's unfinished transactions.
  ///   - tracker: receives tracked events; if it is nil, they are dropped, and the first one is logged.
  ///   - historyMaximumAge: the age, in seconds, up to which ``lastKnownHistory()`` returns a signed history; nil to keep
  ///     none.
  ///   - clock: measures the delays between attempts.
  ///   - log: called for errors that no method reports, with one line each that contains no secrets.
  public convenience init(
    service: any OnsideService, interface: any OnsideInterface, store: TransactionStore, tracker: Tracker? = nil,
    historyMaximumAge: TimeInterval? = nil, clock: any Clock<Duration> = ContinuousClock(),
    log: @escaping @Sendable (String) -> Void = OnsideClient.writeToSystemLog
  ) {
    self.init(
      service: service, interface: interface, look: ScreenLook(), store: store, tracker: tracker,
      historyMaximumAge: historyMaximumAge, clock: clock, log: log)
  }

  /// Creates a client whose ``ScreenLook`` the interface can read too.
  /// - Parameter now: returns the time of the device's clock.
  package init(
    service: any OnsideService, interface: any OnsideInterface, look: ScreenLook, store: TransactionStore,
    tracker: Tracker?, historyMaximumAge: TimeInterval? = nil, clock: any Clock<Duration> = ContinuousClock(),
    now: @escaping @Sendable () -> Date = { Date() }, log: @escaping @Sendable (String) -> Void
  ) {
    self.service = service
    self.interface = interface
    self.look = look
    self.store = store
    self.tracker = tracker
    self.log = log
    // Create two limits, because a user who dismisses payments may still want to log in.
    account = Account(
      service: service, interface: interface, look: look, dismissals: DismissalLimit(clock: clock), log: log)
    screens = PaymentScreens(
      service: service, interface: interface, look: look, dismissals: DismissalLimit(clock: clock))
    // Create the attribution before the queue, so that the attribution observes the account first: the attribution must
    // be up to date when the queue reports the next user's transactions to the app.
    attribution = Attribution(service: service, account: account, store: store, log: log)
    lastHistory = LastHistory(account: account, store: store, maximumAge: historyMaximumAge, now: now, log: log)
    paymentQueue = PaymentQueue(
      account: account,
      dependencies: QueueDependencies(service: service, store: store, screens: screens, clock: clock, log: log))
    for damage in store.damagedTransactions {
      log("\(store.file.path) contains damage: \(damage). It stays in the file; all other transactions are delivered.")
    }
  }

  /// Writes a line to the unified log on Apple's platforms, under the subsystem `Onside`, and to standard error
  /// elsewhere.
  public nonisolated static func writeToSystemLog(_ line: String) {
    SystemLog.write(line, of: "Onside", "SDK")
  }

  /// The appearance of screens for which ``delegate`` returns no theme.
  public var appearance: OnsideAppearance { look.appearance }

  /// The app's decisions about the screens. Held weakly.
  public var delegate: (any OnsideDelegate)? {
    get { look.delegate }
    set { look.delegate = newValue }
  }

  /// The queue to which the app adds payments.
  public var queue: any OnsidePaymentQueue { paymentQueue }

  /// The account whose transactions the queue shows: the logged-in account, or the one that was logged in last.
  package var visibleAccount: String? { paymentQueue.visibleAccount }

  /// Waits until it is known whether a user is logged in, and so which transactions the queue shows.
  public func ready() async {
    await account.waitUntilKnown()
  }

  // MARK: Session

  /// Waits until a user is logged in and the storefront is known. Shows the login screen if no user is logged in. Calls
  /// that arrive while the screen is shown wait for the same login.
  /// - Parameter requestingOrigin: the serialized origin of the page that made the request; nil for the app.
  public func requestLogin(requestingOrigin: String? = nil) async throws(OnsideLoginError) {
    _ = try await account.requireSession(requestingOrigin: requestingOrigin)
  }

  /// The URL scheme by which a login in the browser returns to the app; if it is nil, the service chooses one. A text
  /// that cannot be an app's scheme counts as nil, and the mistake is logged.
  public var callbackScheme: String? {
    get { account.callbackScheme }
    set {
      let scheme = newValue.flatMap(CallbackScheme.init)
      if newValue != nil, scheme == nil {
        log(
          "The callback scheme is not a URL scheme of an app, such as com.example.shop. A login in the browser uses the "
            + "app's identifier instead.")
      }
      account.callbackScheme = scheme?.text
    }
  }

  /// Takes a URL that opened the app, if it is the callback of the login that is open in a browser.
  ///
  /// - Returns: false for any other URL, which has no effect: a URL with another scheme, a URL that was taken before, a
  ///   URL with the `state` of another login, and a URL that arrives after the login has ended.
  public func handle(url: URL) -> Bool { account.callbacks.take(url) }

  /// Logs the user out. The storefront becomes nil at once, and payments that were not yet sent are cancelled.
  public func logout() {
    account.logOut()
    lastHistory.forget()
  }

  // MARK: Limits of pages

  /// The maximum number of waiting payments, and of waiting restores, for each page. Further payments and restores are
  /// refused.
  package static let waitingLimit = PaymentQueue.mostWaiting
  /// The number of dismissals in a row, of a page's login screens or of its payment sheets, after which the page's next
  /// ones are not shown and count as dismissed.
  package static let dismissalLimit = DismissalLimit.limit
  /// The time during which the page's next screens are not shown and count as dismissed.
  package static let dismissalPause = DismissalLimit.pause

  // MARK: Queue

  /// Returns whether the queue accepts another payment of a page. The number of waiting payments is limited.
  package func acceptsPayment(from requestingOrigin: String) -> Bool {
    paymentQueue.waitingPayments(of: requestingOrigin) < PaymentQueue.mostWaiting
  }

  /// Returns whether the queue accepts another restore of a page. The number of waiting restores is limited.
  package func acceptsRestore(from requestingOrigin: String) -> Bool {
    paymentQueue.waitingRestores(of: requestingOrigin) < PaymentQueue.mostWaiting
  }

  /// Requests a restore for a page, as ``OnsidePaymentQueue/restoreCompletedTransactions(completion:)`` does for the
  /// app.
  public func restoreCompletedTransactions(requestingOrigin: String?)
    async throws(OnsidePaymentQueueRequestRestoreError)
  {
    try await paymentQueue.requestRestore(requestingOrigin: requestingOrigin)
  }

  // MARK: Store

  /// Returns the products with these identifiers, in the order of the identifiers. Ignores duplicates.
  public func products(_ identifiers: [String]) async throws(OnsideProductsRequestError) -> OnsideProductsResponse {
    guard !identifiers.isEmpty else { return OnsideProductsResponse(products: [], invalidProductIdentifiers: []) }
    do {
      return try await service.products(identifiers)
    } catch {
      throw OnsideProductsRequestError(error)
    }
  }

  /// The reason why a request for the signed history would fail, if it is known already; otherwise nil.
  var historyError: OnsideSignedInAppsHistoryRequestError? {
    if let refusal = service.historyRefusal { return OnsideSignedInAppsHistoryRequestError(refusal) }
    return account.isKnown && account.session == nil ? .notLoggedIn : nil
  }

  /// Returns the signed history of the logged-in user. Does not show the login screen.
  public func signedInAppsHistory() async throws(OnsideSignedInAppsHistoryRequestError) -> OnsideSignedInAppsHistory {
    await account.waitUntilKnown()
    if let historyError { throw historyError }
    let user = account.session?.account
    do throws(OnsideServiceError) {
      let history = try await service.signedHistory()
      guard await service.session()?.account == user, account.session?.account == user else { throw .notLoggedIn }
      if let user { await lastHistory.keep(history, of: user) }
      return history
    } catch {
      throw OnsideSignedInAppsHistoryRequestError(error)
    }
  }

  /// Returns the signed history that arrived last for the logged-in user, without a connection. The app chooses with
  /// `historyMaximumAge` whether histories are kept, and up to which age.
  public func lastKnownHistory() async throws(OnsideLastKnownHistoryError) -> OnsideLastKnownHistory {
    try await lastHistory.value()
  }

  /// Returns how the user came to the app. The answer is requested once for each user, and stored on the device. An
  /// empty answer is not stored.
  public func attributionMetadata() async throws(OnsideAttributionMetadataError) -> OnsideAttributionMetadata {
    try await attribution.value()
  }

  /// Shows the payment methods, after a login if no user is logged in, and waits until the screen is closed.
  /// - Parameter requestingOrigin: the serialized origin of the page that made the request; nil for the app.
  public func presentPaymentMethodsManager(
    requestingOrigin: String? = nil
  ) async throws(OnsidePaymentMethodsManagerError) {
    let user: String
    do throws(OnsideLoginError) {
      user = try await account.requireSession(requestingOrigin: requestingOrigin).account
    } catch {
      throw .loginDiscarded
    }
    do throws(OnsideServiceError) {
      _ = try await service.paymentMethods(of: user)
    } catch {
      // The screen itself reports all other errors.
      if error == .notSupportedInLocalTesting { throw .notSupportedInLocalTesting }
    }
    try await interface.presentPaymentMethods(
      screens.paymentMethods(for: .paymentMethods, requestingOrigin: requestingOrigin, account: user))
  }

  // MARK: Events

  /// Tracks an event. Invalid parts are dropped or cut as section 3.3 of Onside's protocol requires, and each change is
  /// logged.
  /// - Parameter parameters: in order of importance, because only the first ones are kept if there are too many.
  public func track(_ name: String, _ parameters: [(String, JSONValue)] = []) {
    if let tracker { return tracker(name, parameters) }
    if !hasLoggedDrops { log("Tracked events are dropped, because no receiver for them is configured.") }
    hasLoggedDrops = true
  }

  /// Tracks one of the events that Onside names.
  public func track(_ event: OnsidePredefinedEvent, _ parameters: [(String, JSONValue)] = []) {
    track(event.rawValue, parameters)
  }
}
