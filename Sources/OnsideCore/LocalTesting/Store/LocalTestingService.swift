import CausewayDatabase
import Foundation

/// The store of local testing: sells what is in a StoreKit configuration file, to whoever logs in, for no money.
///
/// Accounts, who is logged in and orders are kept in a file, `local-testing.sqlite`, and survive a restart. Accounts are
/// made when somebody first logs in to them, with any e-mail address, telephone number or identity provider; no account
/// sees orders of another.
///
/// There is no signed history, there are no payment methods, and nobody receives events:
/// ``OnsideServiceError/notSupportedInLocalTesting``. Subscriptions neither renew nor end, and introductory offers are
/// shown but not applied: what is charged is the product's price.
public actor LocalTestingService: OnsideService {
  /// What the file does not say.
  public struct Options: Hashable, Sendable {
    /// How the user is to have come to the app; nil for nowhere in particular.
    public var refererUrl: URL?
    /// What goes wrong, until ``LocalTestingService/simulate(_:of:)`` says otherwise.
    public var failures: [SimulatedFailure.Operation: SimulatedFailure]

    /// Options.
    public init(refererUrl: URL? = nil, failures: [SimulatedFailure.Operation: SimulatedFailure] = [:]) {
      self.refererUrl = refererUrl
      self.failures = failures
    }
  }

  /// What is sold.
  public nonisolated let catalog: Catalog
  /// Every later session, by this process.
  public nonisolated let sessions: AsyncStream<OnsideSession?>

  let records: LocalRecords
  private let refererUrl: URL?
  private var failures: [SimulatedFailure.Operation: SimulatedFailure]
  private let changes: AsyncStream<OnsideSession?>.Continuation
  private var account: LocalAccount?
  var loginCodes = LoginCodes()
  /// The `id` of each country's storefront in this process.
  private var storefrontIDs: [String: String] = [:]

  /// - Parameter folder: where the file is; it is made if it is missing. One process may use it at a time.
  /// - Throws: `DatabaseError` if the file cannot be used.
  public init(catalog: Catalog, folder: URL, options: Options = Options()) throws(DatabaseError) {
    self.catalog = catalog
    records = try LocalRecords(folder: folder)
    account = try records.sessionAccount()
    refererUrl = options.refererUrl
    failures = options.failures
    (sessions, changes) = AsyncStream.makeStream()
  }

  deinit { changes.finish() }

  /// Lets the file go, for whoever opens it next, and ends ``sessions``. After it, nothing that needs the file is done.
  public func close() {
    records.database.close()
    changes.finish()
  }

  /// Whether purchases need no approval, so that no payment sheet is shown: `_disableDialogs` of the file.
  public nonisolated var disablesDialogs: Bool { settings.disablesDialogs }

  nonisolated var settings: StoreKitConfiguration.Settings { catalog.configuration.settings }

  // MARK: Failures

  /// Lets something go wrong from now on in this process; nil: not any more.
  public func simulate(_ failure: SimulatedFailure?, of operation: SimulatedFailure.Operation) {
    failures[operation] = failure
  }

  func failure(of operation: SimulatedFailure.Operation) -> SimulatedFailure? { failures[operation] }

  /// Does some work, unless a failure of it is simulated.
  func perform<Value>(
    _ operation: SimulatedFailure.Operation, _ work: () throws(OnsideServiceError) -> Value
  ) throws(OnsideServiceError) -> Value {
    switch failures[operation] {
    case nil: return try work()
    case .fails(let error)?: throw error
    case .losesAnswer?:
      // Whatever the answer is, an error as well.
      _ = try? work()
      throw .connectionError
    }
  }

  // MARK: Session

  /// Who is logged in.
  public func session() -> OnsideSession? {
    account.map {
      OnsideSession(
        account: $0.id, storefront: storefront(of: country), name: OnsideCredential.name(ofAccountName: $0.login))
    }
  }

  /// Logs in at once, without a code: for tests and previews. The account is made if there is none.
  ///
  /// - Throws: ``OnsideServiceError/refused(_:)`` for what can be no e-mail address or telephone number.
  public func logIn(_ credential: OnsideCredential) throws(OnsideServiceError) -> OnsideSession {
    try perform(.logIn) { () throws(OnsideServiceError) in try beginSession(credential) }
  }

  func beginSession(_ credential: OnsideCredential) throws(OnsideServiceError) -> OnsideSession {
    guard let login = credential.accountName else { throw .noAddress }
    let account = try keeping { () throws(DatabaseError) in try records.beginSession(login: login) }
    change(to: account)
    let name = OnsideCredential.name(ofAccountName: account.login)
    return OnsideSession(account: account.id, storefront: storefront(of: country), name: name)
  }

  /// Logs out.
  public func logOut() {
    do {
      try records.endSession()
    } catch {
      // Logging out never fails: nobody is logged in until the process ends, whatever the file says.
    }
    change(to: nil)
  }

  /// Moves who is logged in to another country, for this and later sessions of the account. Prices are then in its
  /// currency, and texts in its language unless the file sets one.
  ///
  /// - Parameter alpha3: its code of three letters, as in `_storefront`: `NLD`.
  /// - Throws: ``OnsideServiceError/notLoggedIn``, or ``OnsideServiceError/refused(_:)`` if there is no such country.
  public func setStorefront(_ alpha3: String) throws(OnsideServiceError) {
    guard let account else { throw .notLoggedIn }
    guard StorefrontCountry(alpha3) != nil else { throw .refused("there is no shop in \(alpha3.quoted)") }
    try keeping { () throws(DatabaseError) in try records.setStorefront(alpha3, of: account.id) }
    change(to: LocalAccount(id: account.id, login: account.login, storefront: alpha3))
  }

  /// The country of the shop: of the account, else of the file.
  var country: StorefrontCountry {
    account?.storefront.flatMap(StorefrontCountry.init) ?? settings.storefront
  }

  private func change(to account: LocalAccount?) {
    let before = session()
    self.account = account
    let after = session()
    if after != before { changes.yield(after) }
  }

  private func storefront(of country: StorefrontCountry) -> OnsideStorefront {
    let id = storefrontIDs[country.countryCode] ?? UUID().uuidString
    storefrontIDs[country.countryCode] = id
    return OnsideStorefront(id: id, countryCode: country.countryCode)
  }

  // MARK: The rest

  /// The products of some identifiers.
  public func products(_ identifiers: [String]) throws(OnsideServiceError) -> OnsideProductsResponse {
    try perform(.products) { () throws(OnsideServiceError) in
      if settings.errors.contains(.loadProducts) { throw .serviceUnavailable }
      return catalog.products(identifiers, in: country)
    }
  }

  /// What the options say.
  public func attribution() throws(OnsideServiceError) -> OnsideAttributionMetadata {
    try perform(.attribution) { OnsideAttributionMetadata(refererUrl: refererUrl) }
  }

  /// Does something in the file.
  func keeping<Value>(_ work: () throws(DatabaseError) -> Value) throws(OnsideServiceError) -> Value {
    do throws(DatabaseError) {
      return try work()
    } catch {
      throw .internalError("\(error)")
    }
  }
}
