import CausewayDatabase
import Foundation
import OnsideCore

/// The store of local testing: sells the products of a StoreKit configuration file to any user, without money.
///
/// Accounts, the session and orders are stored in a file, `local-testing.sqlite`, and survive a restart. The first
/// login with an e-mail address, a telephone number or an identity provider creates the account. No account sees the
/// orders of another.
///
/// Local testing has no signed history and no payment methods, and does not receive events; such requests fail with
/// `OnsideServiceError.notSupportedInLocalTesting`. Subscriptions neither renew nor end. Introductory offers are shown
/// but not applied, so the charge is the product's regular price.
public actor LocalTestingService: OnsideService {
  /// The settings that the StoreKit configuration file does not contain.
  public struct Options: Hashable, Sendable {
    /// The address from which the user came to the app; nil for none.
    public var refererUrl: URL?
    /// The failures to simulate, until ``LocalTestingService/simulate(_:of:)`` changes them.
    public var failures: [SimulatedFailure.Operation: SimulatedFailure]

    /// Creates options. By default, there is no address and nothing fails.
    public init(refererUrl: URL? = nil, failures: [SimulatedFailure.Operation: SimulatedFailure] = [:]) {
      self.refererUrl = refererUrl
      self.failures = failures
    }
  }

  /// The products that the store sells.
  public nonisolated let catalog: Catalog
  /// The changes of the session in this process: the new session, or nil after a logout.
  public nonisolated let sessions: AsyncStream<OnsideSession?>

  let records: LocalRecords
  private let refererUrl: URL?
  private var failures: [SimulatedFailure.Operation: SimulatedFailure]
  private let changes: AsyncStream<OnsideSession?>.Continuation
  private var account: LocalAccount?
  var loginCodes = LoginCodes()
  /// The `id` of each country's storefront in this process.
  private var storefrontIDs: [String: String] = [:]

  /// Creates the store of local testing.
  ///
  /// - Parameter folder: the folder of the file; created if it is missing. Only one process may use it at a time.
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

  /// Closes the file, so that it can be opened again, and ends ``sessions``. Afterwards, requests that need the file
  /// fail.
  public func close() {
    records.database.close()
    changes.finish()
  }

  /// Whether purchases need no approval, so that no payment sheet is shown. This is the file's `_disableDialogs`.
  public nonisolated var disablesDialogs: Bool { settings.disablesDialogs }

  nonisolated var settings: StoreKitConfiguration.Settings { catalog.configuration.settings }

  // MARK: Failures

  /// Simulates a failure of an operation from now on, in this process; nil ends the simulation.
  public func simulate(_ failure: SimulatedFailure?, of operation: SimulatedFailure.Operation) {
    failures[operation] = failure
  }

  func failure(of operation: SimulatedFailure.Operation) -> SimulatedFailure? { failures[operation] }

  /// Performs an operation, or simulates its failure.
  func perform<Value>(
    _ operation: SimulatedFailure.Operation, _ work: () throws(OnsideServiceError) -> Value
  ) throws(OnsideServiceError) -> Value {
    switch failures[operation] {
    case nil: return try work()
    case .fails(let error)?: throw error
    case .losesAnswer?:
      // Ignore the result, even an error, because the simulated client never receives it.
      _ = try? work()
      throw .connectionError
    }
  }

  // MARK: Session

  /// Returns the session; nil if no user is logged in.
  public func session() -> OnsideSession? {
    account.map {
      OnsideSession(
        account: $0.id, storefront: storefront(of: country), name: OnsideCredential.name(ofAccountName: $0.login))
    }
  }

  /// Logs in at once, without a code, for tests and previews. Creates the account if it does not exist.
  ///
  /// - Throws: `OnsideServiceError.refused(_:)` for a text that cannot be an e-mail address or a telephone number.
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

  /// Logs the user out.
  public func logOut() {
    do {
      try records.endSession()
    } catch {
      // Logging out never fails. If the file cannot be changed, the user is logged out in this process, and the next
      // process finds the session again.
    }
    change(to: nil)
  }

  /// Changes the country of the logged-in account, for this and later sessions. Prices are then in that country's
  /// currency, and texts in its language unless the file sets one.
  ///
  /// - Parameter alpha3: the three-letter code of the country, as in `_storefront`: `NLD`.
  /// - Throws: `OnsideServiceError.notLoggedIn`, or `OnsideServiceError.refused(_:)` if there is no such country.
  public func setStorefront(_ alpha3: String) throws(OnsideServiceError) {
    guard let account else { throw .notLoggedIn }
    guard StorefrontCountry(alpha3) != nil else {
      throw .refused("There is no storefront for \(alpha3.quoted). Use a code such as NLD.")
    }
    try keeping { () throws(DatabaseError) in try records.setStorefront(alpha3, of: account.id) }
    change(to: LocalAccount(id: account.id, login: account.login, storefront: alpha3))
  }

  /// The country of the storefront: the country of the account, or the country in the file if the account has none.
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

  // MARK: Other requests

  /// Returns the products with these identifiers, with the prices and texts of the storefront.
  public func products(_ identifiers: [String]) throws(OnsideServiceError) -> OnsideProductsResponse {
    try perform(.products) { () throws(OnsideServiceError) in
      if settings.errors.contains(.loadProducts) { throw .serviceUnavailable }
      return catalog.products(identifiers, in: country)
    }
  }

  /// Returns the address from the options.
  public func attribution() throws(OnsideServiceError) -> OnsideAttributionMetadata {
    try perform(.attribution) { OnsideAttributionMetadata(refererUrl: refererUrl) }
  }

  /// Performs work on the file. Reports a failure as `OnsideServiceError.internalError(_:)`.
  func keeping<Value>(_ work: () throws(DatabaseError) -> Value) throws(OnsideServiceError) -> Value {
    do throws(DatabaseError) {
      return try work()
    } catch {
      throw .internalError("\(error)")
    }
  }
}
