import CausewayDatabase
import CausewayJOSE
import Foundation
import OnsideCore
import OnsideTesting

/// A store for development. It sells the products of a StoreKit configuration file to every user who logs in, and takes
/// no money.
///
/// The store creates its services and holds them. A service is one topic: it owns the topic's state, and its records
/// own the topic's tables. All services share one database connection and run on this actor, so they call each other
/// without suspending, and a transaction can span several topics. The errors of a method show its place in a
/// transaction: a method that throws ``SandboxProblem`` is a whole call and opens its own transaction; a method that
/// throws `DatabaseError` is a step of the caller's transaction.
///
/// When a call returns, its changes are in the store's folder, and a crash cannot leave half of them there. Simulated
/// failures, login codes and logins on the sign-in page are kept in memory only.
public actor SandboxStore {
  nonisolated let options: SandboxOptions
  /// The merchant to whom the ``SandboxOptions/apps`` belong.
  nonisolated let merchant: SandboxMerchant
  let database: Database

  package let clock: ClockService
  package let catalog: CatalogService
  package let accounts: AccountService
  package let sessions: SessionService
  package let loginCodes: LoginCodeService
  package let signIns: SignInService
  package let cards: CardService
  package let subscriptions: SubscriptionService
  package let orders: OrderService
  package let signingKeys: SigningKeyService
  package let histories: HistoryService
  package let notifications: NotificationService
  package let admission: AdmissionService
  package let reports: ReportService
  package let attribution: AttributionService
  package let events: EventService
  package let failures = FailureService()

  /// Opens the store in its folder, or creates it.
  ///
  /// - Throws: `DatabaseError` if the database cannot be used; ``SandboxError`` if another file cannot.
  public init(_ options: SandboxOptions) throws {
    self.options = options
    database = try Database(storeIn: options.folder)
    clock = try ClockService(
      ClockRecords(database: database), CustomerClockRecords(database: database), options)
    merchant = try SandboxMerchant(folder: options.folder)
    signingKeys = try SigningKeyService(
      database, folder: SigningKeyFolder(options.folder.appendingPathComponent("signing-keys")),
      firstAlgorithm: options.firstAlgorithm)

    let accountRecords = AccountRecords(database: database)
    let cardRecords = CardRecords(database: database)
    let notificationRecords = NotificationRecords(database: database)
    let orderRecords = OrderRecords(
      database: database, notifications: options.notificationURL == nil ? nil : notificationRecords)
    let prices = PriceRecords(database: database)
    let payments = PaymentService(cards: cardRecords, accounts: accountRecords)
    subscriptions = SubscriptionService(
      database: database, records: SubscriptionRecords(database: database), orders: orderRecords, payments: payments,
      prices: prices, retryOptions: options.billingRetry, clock: clock)
    catalog = CatalogService(
      catalog: options.catalog, maximumIdentifiers: options.maximumIdentifiers, database: database,
      orders: orderRecords, prices: prices, subscriptions: subscriptions, clock: clock)
    accounts = AccountService(
      database: database, records: accountRecords, subscriptions: subscriptions, clock: clock)
    sessions = SessionService(
      database: database, records: SessionRecords(database: database), accounts: accountRecords, cards: cardRecords,
      country: options.catalog.country, tokenLifetime: options.accessTokenLifetime, clock: clock)
    loginCodes = LoginCodeService(sessions: sessions, clock: clock)
    signIns = SignInService(database: database, accounts: accountRecords, sessions: sessions, clock: clock)
    cards = CardService(
      database: database, records: cardRecords, keys: CardKeyRecords(database: database),
      subscriptions: subscriptions, clock: clock)
    orders = OrderService(
      database: database, records: orderRecords, keys: OrderKeyRecords(database: database), catalog: options.catalog,
      prices: catalog, payments: payments, subscriptions: subscriptions, clock: clock)
    histories = HistoryService(
      database: database, orders: orderRecords, apps: options.apps, subscriptions: subscriptions,
      signingKeys: signingKeys, clock: clock)
    notifications = NotificationService(
      database: database, records: notificationRecords, orders: orderRecords, subscriptions: subscriptions,
      signingKeys: signingKeys, clock: clock, merchantID: merchant.credentials.merchantID)
    admission = AdmissionService(
      merchant, rate: options.merchantRate, database: database, records: UsedTokenRecords(database: database),
      clock: clock)
    reports = ReportService(
      database: database, records: ReportRecords(database: database), seconds: options.reportSeconds, clock: clock)
    attribution = AttributionService(database: database, records: AttributionRecords(database: database))
    events = EventService(database: database, records: EventRecords(database: database))
  }

  /// Closes the store, so that another store can open the folder. Later calls fail.
  public func close() {
    // An error is ignored, because the clock's earlier stored state yields the same time after the next start.
    try? clock.keep()
    database.close()
  }

  /// Runs work on the store's actor, where the services can be used.
  package func run<Value: Sendable>(
    _ work: @Sendable (isolated SandboxStore) throws -> Value
  ) rethrows -> Value {
    try work(self)
  }

  /// Checks that the store knows an app.
  /// - Throws: `app_not_registered` if it does not.
  nonisolated package func check(app: String) throws(SandboxProblem) {
    guard options.apps.contains(app) else {
      throw SandboxProblem(
        .appNotRegistered, "The store does not know this app: start the store with the app's identifier")
    }
  }

  /// Admits a request to the Merchant API, and marks its token as used. The token of a refused request is not marked. A
  /// request without a valid token does not count against the rate, so that other clients cannot use up the merchant's
  /// requests.
  ///
  /// - Parameter token: the bearer token of the field `Authorization`; nil if there is none.
  /// - Throws: `invalid_token`, with a different `reason` for each rule; `rate_limited`.
  package func admitMerchant(_ token: String?) async throws(SandboxProblem) {
    let token = try admission.check(token)
    let result = await withCheckedContinuation { completion in
      let isFirst = admission.enqueue(token, completion)
      // The task runs after the calls that already wait for this actor, so that their requests join the batch.
      if isFirst { Task { admission.admitAll() } }
    }
    try result.get()
  }

  /// Moves the clock forward, at most to ``StoreClock/end``, and sets its rate. Subscriptions that become due are
  /// renewed.
  /// - Parameter rate: the new rate; nil keeps the current one.
  package func moveClock(bySeconds seconds: Int, rate: Double?) throws(SandboxProblem) -> ClockReading {
    try subscriptions.catchUp()
    try database.run { () throws(DatabaseError) in try clock.move(by: TimeInterval(seconds), rate: rate) }
    try subscriptions.catchUp()
    return clock.reading()
  }

  /// The Merchant ID of the store's merchant, who publishes all its apps.
  public nonisolated var merchantID: String { merchant.credentials.merchantID }

  /// The Secret Key ID of the secret in the file `merchant-secret` of the folder.
  public nonisolated var secretKeyID: String { merchant.credentials.keyID }
}

extension Catalog {
  /// The default country of accounts.
  var country: StorefrontCountry { configuration.settings.storefront }
}
