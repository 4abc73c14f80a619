import CausewayDatabase
import Foundation

/// The SDK of an app: everything in it is on the main actor, and so is every completion.
///
/// ```swift
/// Onside.initialize(storeKitConfigurationName: "Shop")  // Shop.storekit of the bundle: local testing
/// Onside.defaultPaymentQueue().add(observer: shop)
/// ```
@MainActor public enum Onside {
  private static var installed: OnsideClient?
  private weak static var appDelegate: (any OnsideDelegate)?

  /// The client behind it; nil until ``initialize(storeKitConfigurationName:)``.
  package static var client: OnsideClient? { installed }

  /// The client behind it.
  static var required: OnsideClient {
    guard let installed else { preconditionFailure("Call Onside.initialize before anything else of Onside") }
    return installed
  }

  // MARK: Set-up

  /// Prepares the SDK: to be called once, as early as possible.
  ///
  /// With a name, `<name>.storekit` of the main bundle is the shop, for local testing without a backend. Without one it is
  /// the store that the main bundle's Info.plist names by `OnsideStoreURL`. A state file that is damaged is kept beside and
  /// a new one begun, which ``initializationError`` and the log say. What else is wrong, such as no store or mistakes in the
  /// configuration, ends the app with all of it in words; ``initialize(_:)`` throws instead.
  public static func initialize(storeKitConfigurationName: String? = nil) {
    let configuration = bundledConfiguration(storeKitConfigurationName)
    while installed == nil {
      do {
        try initialize(configuration)
      } catch DatabaseError.damaged(let path, let reason, let movedTo?) {
        // Each file is moved aside once.
        let error = DatabaseError.damaged(path: path, reason: reason, movedTo: movedTo)
        initializationError = error
        OnsideClient.logToStandardError("\(error)")
      } catch {
        preconditionFailure("Onside cannot begin: \(error)")
      }
    }
  }

  /// What the main bundle has, or the end of the app.
  private static func bundledConfiguration(_ name: String?) -> OnsideConfiguration {
    if let name { return .localTesting(named: name) }
    do {
      if let configuration = try OnsideConfiguration.network() { return configuration }
    } catch {
      preconditionFailure("Onside cannot begin: \(error)")
    }
    preconditionFailure(
      "Onside needs a store: OnsideStoreURL in the app's Info.plist, or a storeKitConfigurationName for local testing")
  }

  /// Prepares the SDK, or says why it cannot be: to be called once, as early as possible.
  ///
  /// - Throws: `CatalogError` for mistakes in the configuration file, `DatabaseError` for a state file that cannot be used.
  ///   A damaged one is kept beside, and a second call begins a new one.
  public static func initialize(_ configuration: OnsideConfiguration) throws {
    install(try OnsideClient(configuration))
  }

  /// Why state of the launch before could not be used and was begun anew; nil if nothing was wrong with it.
  public private(set) static var initializationError: (any Error)?

  /// Puts a client behind it, in the place of one that was there.
  package static func install(_ client: OnsideClient?) {
    installed = client
    client?.delegate = appDelegate
  }

  /// The URL scheme by which a login elsewhere comes back to the app, one of its `CFBundleURLTypes`; nil for none.
  public static var callbackScheme: String?

  /// What the app decides about screens. Held weakly. Not to be set by an app that uses ``OnsideJS``.
  public static var delegate: (any OnsideDelegate)? {
    get { appDelegate }
    set {
      appDelegate = newValue
      installed?.delegate = newValue
    }
  }

  /// Takes a URL that the app was opened with; false if it is not for the SDK.
  public static func handle(url: URL) -> Bool {
    guard let callbackScheme, let scheme = url.scheme else { return false }
    return scheme.lowercased() == callbackScheme.lowercased()
  }

  /// How the SDK's screens look.
  public static func appearance() -> OnsideAppearance { required.appearance }

  // MARK: Store

  /// The one queue of the process.
  public static func defaultPaymentQueue() -> any OnsidePaymentQueue { required.queue }

  /// A request for products, to be kept and started.
  public static func makeProductsRequest(productIdentifiers: Set<String>) -> any OnsideProductsRequest {
    required.makeProductsRequest(productIdentifiers: productIdentifiers)
  }

  /// A request for the signed purchases of who is logged in, to be kept and started.
  public static func makeSignedInAppsHistoryRequest()
    -> Result<any OnsideSignedInAppsHistoryRequest, OnsideSignedInAppsHistoryRequestError>
  {
    required.makeSignedInAppsHistoryRequest()
  }

  /// Ends the login.
  public static func logout() {
    required.logout()
  }
}
