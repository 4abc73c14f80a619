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

  /// Takes what the façade has to say, one line each, without secrets.
  package static var log: @Sendable (String) -> Void = OnsideClient.writeToSystemLog

  /// The client behind it. An app that has not called ``initialize(storeKitConfigurationName:)`` gets what that would have
  /// made, because nothing of the published SDK stops a program.
  static var required: OnsideClient {
    if let installed { return installed }
    log("Onside was used before Onside.initialize(), which is now called for the app. Call it first.")
    return begin(storeKitConfigurationName: nil, in: .main)
  }

  // MARK: Set-up

  /// Prepares the SDK: to be called once, as early as possible. It never stops the program.
  ///
  /// With a name, `<name>.storekit` of the main bundle is the shop, for local testing without a backend. Without one it is
  /// the store that the main bundle's Info.plist names by `OnsideStoreURL`.
  ///
  /// If there is no such key, the app has no store: nothing is shown, and every request fails, with `appNotRegistered`
  /// where its error has that case and with `loginDiscarded` otherwise. If the key, the `.storekit` file or a state file is
  /// wrong, requests fail in the same way, the last two with `internalError`. The log says once what is wrong, and
  /// ``initializationError`` keeps it; ``initialize(_:)`` throws it instead. A state file that is damaged is kept beside and
  /// a new one begun, which both say too.
  public static func initialize(storeKitConfigurationName: String? = nil) {
    initialize(storeKitConfigurationName: storeKitConfigurationName, in: .main)
  }

  /// The same for the Info.plist of another bundle.
  package static func initialize(storeKitConfigurationName: String? = nil, in bundle: Bundle) {
    if let installed {
      return installed.log("\(OnsideInUse()). The call has no effect.")
    }
    begin(storeKitConfigurationName: storeKitConfigurationName, in: bundle)
  }

  @discardableResult
  private static func begin(storeKitConfigurationName: String?, in bundle: Bundle) -> OnsideClient {
    initializationError = nil
    let client = makeClient(storeKitConfigurationName: storeKitConfigurationName, in: bundle)
    install(client)
    return client
  }

  private static func makeClient(storeKitConfigurationName: String?, in bundle: Bundle) -> OnsideClient {
    var configuration: OnsideConfiguration
    do {
      if let storeKitConfigurationName {
        configuration = .localTesting(named: storeKitConfigurationName)
      } else if let network = try OnsideConfiguration.network(of: bundle) {
        configuration = network
      } else {
        throw OnsideStoreMissing()
      }
    } catch {
      return clientWithoutStore(because: error, failingWith: .appNotRegistered)
    }
    configuration.log = log
    while true {
      do {
        return try OnsideClient(configuration)
      } catch DatabaseError.damaged(let path, let reason, let movedTo?) {
        // Each file is moved aside once, so this ends.
        let error = DatabaseError.damaged(path: path, reason: reason, movedTo: movedTo)
        initializationError = error
        log("\(error)")
      } catch {
        return clientWithoutStore(because: error, failingWith: .internalError("Onside could not begin"))
      }
    }
  }

  private static func clientWithoutStore(
    because reason: any Error, failingWith error: OnsideServiceError
  ) -> OnsideClient {
    initializationError = reason
    let failure = error == .appNotRegistered ? "appNotRegistered" : "internalError"
    // The mistakes of a file are one line each.
    let lines = "\(reason)".split(separator: "\n")
    for line in lines.dropLast() { log(String(line)) }
    log("\(lines.last ?? ""). Until this is mended, requests fail with \(failure), and no screen is shown.")
    return OnsideClient(failingWith: error, log: log)
  }

  /// Prepares the SDK, or says why it cannot be: to be called once, as early as possible.
  ///
  /// - Throws: `CatalogError` for mistakes in the configuration file, `DatabaseError` for a state file that cannot be used.
  ///   A damaged one is kept beside, and a second call begins a new one. ``OnsideInUse`` if Onside was used or initialized
  ///   before; it goes on as it was, also without a store.
  public static func initialize(_ configuration: OnsideConfiguration) throws {
    guard installed == nil else { throw OnsideInUse() }
    install(try OnsideClient(configuration))
  }

  /// What was wrong when ``initialize(storeKitConfigurationName:)`` was called, such as ``OnsideStoreMissing``; nil if
  /// nothing was. After a `DatabaseError.damaged` with a `movedTo` the SDK has begun with new state; after anything else it
  /// has no store.
  public private(set) static var initializationError: (any Error)?

  /// Puts a client behind it, in the place of one that was there.
  package static func install(_ client: OnsideClient?) {
    installed = client
    client?.delegate = appDelegate
    client?.callbackScheme = callbackScheme
  }

  /// The URL scheme by which a login in the browser comes back to the app, such as `com.example.shop`: one of its
  /// `CFBundleURLTypes`. Nil for the app's bundle identifier.
  public static var callbackScheme: String? {
    didSet { installed?.callbackScheme = callbackScheme }
  }

  /// What the app decides about screens. Held weakly. Not to be set by an app that uses ``OnsideJS``.
  public static var delegate: (any OnsideDelegate)? {
    get { appDelegate }
    set {
      appDelegate = newValue
      installed?.delegate = newValue
    }
  }

  /// Takes a URL that the app was opened with, if it is the callback of the login that is in a browser; that login goes on.
  ///
  /// - Returns: false for any other URL, which has no effect: one that is not the SDK's, one that was taken before, one of
  ///   another login (with another `state`), and one that comes when the login has ended.
  public static func handle(url: URL) -> Bool { installed?.handle(url: url) ?? false }

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

/// Onside was used before it was to be initialized, or initialized before. What it began with stays.
public struct OnsideInUse: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, and what to do.
  public var description: String {
    "Onside.initialize was called after Onside was in use: call it once, and before anything else of Onside"
  }

  init() {}
}

/// The app names no store: its Info.plist has no `OnsideStoreURL`, and this is no local testing.
public struct OnsideStoreMissing: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is missing, and what to do.
  public var description: String {
    "the app's Info.plist names no store by OnsideStoreURL; add it, or give Onside.initialize a storeKitConfigurationName"
  }

  init() {}
}
