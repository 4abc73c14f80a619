import CausewayDatabase
import Foundation

/// The entry point of the SDK. All members are on the main actor, and completions are called there too.
///
/// ```swift
/// Onside.initialize(storeKitConfigurationName: "Shop")  // Shop.storekit of the bundle: local testing
/// Onside.defaultPaymentQueue().add(observer: shop)
/// ```
@MainActor public enum Onside {
  private static var installed: OnsideClient?
  private weak static var appDelegate: (any OnsideDelegate)?

  /// The client that this façade forwards to; nil before ``initialize(storeKitConfigurationName:)``.
  package static var client: OnsideClient? { installed }

  /// The receiver of this façade's log lines, which contain no secrets.
  package static var log: @Sendable (String) -> Void = OnsideClient.writeToSystemLog

  /// The client that this façade forwards to. If the app has not called ``initialize(storeKitConfigurationName:)``,
  /// this property does what that call would have done, because the published SDK never stops a program.
  static var required: OnsideClient {
    if let installed { return installed }
    log(
      "Onside was used before Onside.initialize(). The SDK now calls that method itself. The app must call it before "
        + "any other method of Onside."
    )
    return begin(storeKitConfigurationName: nil, in: .main)
  }

  // MARK: Set-up

  /// Prepares the SDK. Call it once, as early as possible. It never stops the program.
  ///
  /// With a name, the SDK sells the products of `<name>.storekit` in the main bundle: local testing without a backend.
  /// Without a name, the SDK uses the store whose URL is `OnsideStoreURL` in the main bundle's Info.plist.
  ///
  /// If there is no such key, the app has no store. Then the SDK shows no screens, and every request fails: with
  /// `appNotRegistered` if its error type has that case, and with `loginDiscarded` otherwise. If the key's value, the
  /// `.storekit` file or a state file is wrong, requests fail in the same way, but a wrong file causes `internalError`
  /// instead of `appNotRegistered`. The log reports the problem once, and ``initializationError`` keeps the error;
  /// ``initialize(_:)`` throws it instead. A damaged state file is moved aside and a new one is created; the log and
  /// ``initializationError`` report this too. A damaged transaction in an otherwise sound file is only logged: it stays
  /// in the file, and the others are delivered.
  public static func initialize(storeKitConfigurationName: String? = nil) {
    initialize(storeKitConfigurationName: storeKitConfigurationName, in: .main)
  }

  /// Prepares the SDK, with the Info.plist of another bundle.
  package static func initialize(storeKitConfigurationName: String? = nil, in bundle: Bundle) {
    if let installed {
      return installed.log("\(OnsideInUse()). This call was ignored.")
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
        // Each damaged file is moved aside once, so this loop ends.
        let error = DatabaseError.damaged(path: path, reason: reason, movedTo: movedTo)
        initializationError = error
        log("\(error)")
      } catch {
        return clientWithoutStore(because: error, failingWith: .internalError("Onside could not start"))
      }
    }
  }

  private static func clientWithoutStore(
    because reason: any Error, failingWith error: OnsideServiceError
  ) -> OnsideClient {
    initializationError = reason
    let failure = error == .appNotRegistered ? "appNotRegistered" : "internalError"
    // An error about a file has one line for each mistake. Log each line separately, because an entry of the log is one
    // line.
    let lines = "\(reason)".split(separator: "\n")
    for line in lines.dropLast() { log(String(line)) }
    log("\(lines.last ?? ""). Until this is fixed, requests fail with \(failure), and no screen is shown.")
    return OnsideClient(failingWith: error, log: log)
  }

  /// Prepares the SDK, or throws the reason why it cannot be prepared. Call it once, as early as possible.
  ///
  /// - Throws: `CatalogError` for mistakes in the configuration file, and `DatabaseError` for a state file that cannot
  ///   be used. A damaged state file is moved aside, and a second call makes a new one. Throws ``OnsideInUse`` if the
  ///   SDK was used or initialized before; then the SDK continues unchanged, even if it has no store.
  public static func initialize(_ configuration: OnsideConfiguration) throws {
    guard installed == nil else { throw OnsideInUse() }
    install(try OnsideClient(configuration))
  }

  /// The error of ``initialize(storeKitConfigurationName:)``, such as ``OnsideStoreMissing``; nil if there was none.
  /// After a `DatabaseError.damaged` with a `movedTo`, the SDK has started with new state. After any other error it has
  /// no store.
  public private(set) static var initializationError: (any Error)?

  /// Makes this façade forward to `client`, which replaces the previous client.
  package static func install(_ client: OnsideClient?) {
    installed = client
    client?.delegate = appDelegate
    client?.callbackScheme = callbackScheme
  }

  /// The URL scheme by which a login in the browser returns to the app, such as `com.example.shop`. It must be one of
  /// the app's `CFBundleURLTypes`. If it is nil (default), the scheme is derived from the app's bundle identifier.
  public static var callbackScheme: String? {
    didSet { installed?.callbackScheme = callbackScheme }
  }

  /// The app's decisions about screens. Held weakly. An app that uses ``OnsideJS`` must not set this property, because
  /// ``OnsideJS`` sets its own delegate.
  public static var delegate: (any OnsideDelegate)? {
    get { appDelegate }
    set {
      appDelegate = newValue
      installed?.delegate = newValue
    }
  }

  /// Continues the login that is open in a browser, if `url` is the callback of that login. Call this method with each
  /// URL that opens the app.
  ///
  /// - Returns: false for any other URL, which has no effect: a URL that is not the SDK's, a URL that was handled
  ///   before, a URL of another login (with another `state`), and a URL that arrives after the end of the login.
  public static func handle(url: URL) -> Bool { installed?.handle(url: url) ?? false }

  /// Returns the settings for the look of the SDK's screens.
  public static func appearance() -> OnsideAppearance { required.appearance }

  // MARK: Store

  /// Returns the only payment queue of the process.
  public static func defaultPaymentQueue() -> any OnsidePaymentQueue { required.queue }

  /// Makes a request for products. The caller keeps the request and starts it.
  public static func makeProductsRequest(productIdentifiers: Set<String>) -> any OnsideProductsRequest {
    required.makeProductsRequest(productIdentifiers: productIdentifiers)
  }

  /// Makes a request for the signed purchases of the logged-in user. The caller keeps the request and starts it.
  public static func makeSignedInAppsHistoryRequest()
    -> Result<any OnsideSignedInAppsHistoryRequest, OnsideSignedInAppsHistoryRequestError>
  {
    required.makeSignedInAppsHistoryRequest()
  }

  /// Logs the user out.
  public static func logout() {
    required.logout()
  }
}

/// The error of an initialization that comes too late, because the SDK was used or initialized before. The SDK keeps
/// its first configuration.
public struct OnsideInUse: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem, and what to do about it.
  public var description: String {
    "Onside.initialize was called when Onside was already in use: call it once, before any other method of Onside"
  }

  init() {}
}

/// The error of an app without a store: its Info.plist has no `OnsideStoreURL`, and the app has not asked for local
/// testing.
public struct OnsideStoreMissing: Error, Hashable, Sendable, CustomStringConvertible {
  /// The missing setting, and what to do about it.
  public var description: String {
    "the app's Info.plist has no OnsideStoreURL; add it, or pass a storeKitConfigurationName to Onside.initialize"
  }

  init() {}
}
