import Causeway
import CausewayJSON
import CausewayLog
import Foundation

/// The SDK around one service: the queue, the login, and all that is asked of the store.
///
/// An app has one, behind the façade `Onside` of `OnsideKit`. Tests and tools make their own.
@MainActor public final class OnsideClient {
  /// The store.
  public let service: any OnsideService
  /// The screens.
  public let interface: any OnsideInterface
  /// How they look, where ``delegate`` says nothing else.
  public let appearance = OnsideAppearance()
  /// What the app decides about them. Held weakly.
  public weak var delegate: (any OnsideDelegate)?

  let account: Account
  let paymentQueue: PaymentQueue
  let store: TransactionStore
  package let log: @Sendable (String) -> Void
  private let tracker: Tracker?
  private var hasToldOfDrops = false
  private let attribution: Attribution

  /// Takes an event's name and parameters.
  public typealias Tracker = @MainActor (String, [(String, JSONValue)]) -> Void

  /// A client of a service.
  /// - Parameters:
  ///   - interface: shows the login and the payment sheet.
  ///   - store: where the queue keeps what is not finished.
  ///   - tracker: takes tracked events; without it they are dropped, and the first is told in the log.
  ///   - clock: what waiting between tries is measured on.
  ///   - log: told of what goes wrong and has no other way to be heard, one line each, without secrets.
  public init(
    service: any OnsideService, interface: any OnsideInterface, store: TransactionStore, tracker: Tracker? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    log: @escaping @Sendable (String) -> Void = OnsideClient.writeToSystemLog
  ) {
    self.service = service
    self.interface = interface
    self.store = store
    self.tracker = tracker
    self.log = log
    let look = ScreenLook(appearance)
    // Who dismisses payments may well want to log in.
    let patience = ScreenPatience { try await clock.sleep(for: $0) }
    let loginPatience = ScreenPatience { try await clock.sleep(for: $0) }
    account = Account(service: service, interface: interface, patience: loginPatience, log: log)
    let work = TransactionWork(
      service: service, store: store, backoff: Backoff(), sleep: { try await clock.sleep(for: $0) },
      present: { (machine, occasion) async throws(OnsidePaymentTransactionError) in
        let asker = machine.payment.asker
        guard !patience.isExhausted(by: asker) else { throw .cancelled }
        do throws(OnsidePaymentTransactionError) {
          let approval = try await interface.presentPayment(look.sheet(machine, occasion))
          patience.note(asker, isDismissed: false)
          return approval
        } catch {
          patience.note(asker, isDismissed: error == .cancelled)
          throw error
        }
      },
      paymentDidEnd: { interface.paymentDidEnd(look.sheet($0, .first), $1) },
      storeDidFail: { log("The payment queue could not be written: \($0)") })
    paymentQueue = PaymentQueue(account: account, work: work)
    attribution = Attribution(service: service, account: account, store: store, log: log)
    account.onChange = { [weak paymentQueue, weak attribution] in
      // Before the app hears of the next user.
      attribution?.sessionDidChange()
      paymentQueue?.sessionDidChange()
    }
    look.client = self
    account.screen = { look.login }
  }

  /// Writes a line to the unified log on Apple's platforms, under the subsystem `Onside`, and to the standard error
  /// elsewhere.
  public nonisolated static func writeToSystemLog(_ line: String) {
    SystemLog.write(line, of: "Onside", "SDK")
  }

  /// The queue.
  public var queue: any OnsidePaymentQueue { paymentQueue }

  /// The account whose transactions the queue shows: the logged-in one, or the last one that was.
  package var visibleAccount: String? { paymentQueue.visibleAccount }

  /// Returns when it is known who is logged in, and so whose transactions the queue has.
  public func ready() async {
    await account.known()
  }

  // MARK: Session

  /// Returns when somebody is logged in and the storefront is in place: shows the login if nobody is. Whoever asks while
  /// it is shown waits for the same login.
  /// - Parameter asker: the serialised origin of the page that asked; nil for the app.
  public func requestLogin(asker: String? = nil) async throws(OnsideLoginError) {
    _ = try await account.requireSession(asker: asker)
  }

  /// The URL scheme by which a login in the browser comes back to the app; nil for one that the store's client makes of the
  /// app's identifier. A text that can be no scheme of an app is the same as nil, with a line in the log.
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

  /// Takes a URL that the app was opened with, if it is the callback of the login that is in a browser.
  ///
  /// - Returns: false for any other URL, which has no effect: one of another scheme, one that was taken before, one with the
  ///   `state` of another login, and one that comes when the login has ended.
  public func handle(url: URL) -> Bool { account.callbacks.take(url) }

  /// Ends the login; the storefront is gone at once, and what was not paid yet is cancelled.
  public func logout() {
    account.logOut()
  }

  // MARK: Limits of pages

  /// How many payments of a page, and how many restores, may wait; a page's next one is refused.
  package static let waitingLimit = PaymentQueue.mostWaiting
  /// How many logins, or payment sheets, of a page the user may dismiss in a row; the next ones count as dismissed.
  package static let dismissalLimit = ScreenPatience.limit
  /// For how long they do.
  package static let dismissalPause = ScreenPatience.pause

  // MARK: Queue

  /// Whether the queue takes another payment of a page: so many may wait for their user, no more.
  package func takesPayment(of asker: String) -> Bool {
    paymentQueue.waitingPayments(of: asker) < PaymentQueue.mostWaiting
  }

  /// Whether the queue takes another restore of a page: so many may wait, no more.
  package func takesRestore(of asker: String) -> Bool {
    paymentQueue.waitingRestores(of: asker) < PaymentQueue.mostWaiting
  }

  /// Restores for a page, as ``OnsidePaymentQueue/restoreCompletedTransactions(completion:)`` does for the app.
  public func restoreCompletedTransactions(asker: String?) async throws(OnsidePaymentQueueRequestRestoreError) {
    try await withCheckedContinuation { continuation in
      paymentQueue.restoreCompletedTransactions(asker: asker) { continuation.resume(returning: $0) }
    }.get()
  }

  // MARK: Store

  /// The products of some identifiers, in their order; each counts once.
  public func products(_ identifiers: [String]) async throws(OnsideProductsRequestError) -> OnsideProductsResponse {
    guard !identifiers.isEmpty else { return OnsideProductsResponse(products: [], invalidProductIdentifiers: []) }
    do {
      return try await service.products(identifiers)
    } catch {
      throw OnsideProductsRequestError(error)
    }
  }

  /// Why there will be no signed history, as far as that is known by now; nil if there may be one.
  var historyError: OnsideSignedInAppsHistoryRequestError? {
    if let refusal = service.historyRefusal { return OnsideSignedInAppsHistoryRequestError(refusal) }
    return account.isKnown && account.session == nil ? .notLoggedIn : nil
  }

  /// The signed history of who is logged in; shows no login.
  public func signedInAppsHistory() async throws(OnsideSignedInAppsHistoryRequestError) -> OnsideSignedInAppsHistory {
    await account.known()
    if let historyError { throw historyError }
    let asked = account.session?.account
    do throws(OnsideServiceError) {
      let history = try await service.signedHistory()
      guard await service.session()?.account == asked, account.session?.account == asked else { throw .notLoggedIn }
      return history
    } catch {
      throw OnsideSignedInAppsHistoryRequestError(error)
    }
  }

  /// How the user came to the app: asked for once for each user, and kept on the device. An empty answer is not kept.
  public func attributionMetadata() async throws(OnsideAttributionMetadataError) -> OnsideAttributionMetadata {
    try await attribution.value()
  }

  /// Shows the payment methods, after a login if nobody is logged in; returns when the screen is closed.
  /// - Parameter asker: the serialised origin of the page that asked; nil for the app.
  public func presentPaymentMethodsManager(
    asker: String? = nil
  ) async throws(OnsidePaymentMethodsManagerError) {
    let user: String
    do throws(OnsideLoginError) {
      user = try await account.requireSession(asker: asker).account
    } catch {
      throw .loginDiscarded
    }
    do throws(OnsideServiceError) {
      _ = try await service.paymentMethods(of: user)
    } catch {
      // Of the others, the screen tells.
      if error == .notSupportedInLocalTesting { throw .notSupportedInLocalTesting }
    }
    try await interface.presentPaymentMethods(paymentMethodsScreen(for: .paymentMethods, asker: asker, account: user))
  }

  /// The payment methods of an account, for a screen of their own or within a payment sheet.
  func paymentMethodsScreen(
    for screen: OnsideScreen, asker: String?, account: String
  ) -> OnsidePaymentMethodsScreen {
    let service = service
    return OnsidePaymentMethodsScreen(
      theme: theme(for: screen), asker: asker,
      load: { () async throws(OnsideServiceError) in try await service.paymentMethods(of: account) },
      add: { (card, key) async throws(OnsideServiceError) in
        try await service.addPaymentMethod(card, idempotencyKey: key, account: account)
      },
      use: { (id) async throws(OnsideServiceError) in try await service.usePaymentMethod(id, account: account) },
      remove: { (id) async throws(OnsideServiceError) in
        try await service.removePaymentMethod(id, account: account)
      })
  }

  // MARK: Events

  /// Tracks an event: what is not valid is dropped or cut as the protocol says (3.3), with a line in the log.
  /// - Parameter parameters: in the order in which they count.
  public func track(_ name: String, _ parameters: [(String, JSONValue)] = []) {
    if let tracker { return tracker(name, parameters) }
    if !hasToldOfDrops { log("Tracked events are dropped: nobody takes them.") }
    hasToldOfDrops = true
  }

  /// Tracks an event that Onside names.
  public func track(_ event: OnsidePredefinedEvent, _ parameters: [(String, JSONValue)] = []) {
    track(event.rawValue, parameters)
  }

  // MARK: Screens

  /// How a screen looks.
  func theme(for screen: OnsideScreen) -> OnsideUIThemeMode {
    delegate?.onside(uiThemeOverrideForScreen: screen) ?? appearance.themeMode
  }
}
