import Foundation
import OnsideTesting

/// The settings of the SDK: the store, the state folder, the screens and the log.
@MainActor public struct OnsideConfiguration {
  /// The store that sells the app's products.
  public enum Store: Hashable, Sendable {
    /// Local testing without a backend. `catalog` is a StoreKit configuration file, as Xcode creates it, with the
    /// products. `options` are the settings that the file does not contain.
    case localTesting(catalog: URL, options: LocalTestingService.Options = .init())
    /// A store on the network.
    case network(StoreAddress)
  }

  /// The store that sells the app's products.
  public var store: Store
  /// The folder for data that must survive the process: unfinished transactions, events that are not sent yet, the
  /// session, and the orders of local testing. The SDK creates the folder if it is missing. Only one process may use it
  /// at a time.
  public var stateFolder: URL
  /// The receiver of tracked events. If it is nil, the store receives them, but local testing discards them.
  public var eventSink: (any OnsideEventSink)?
  /// The SDK's screens. Nil for the platform's default screens: windows on Linux, SwiftUI sheets on Apple's platforms.
  public var interface: (any OnsideInterface)?
  /// The age, in seconds, up to which `Onside.lastKnownHistory()` returns a signed history that arrived earlier, for times
  /// without a connection. If it is nil, the SDK keeps no history on the device.
  public var historyMaximumAge: TimeInterval?
  /// The receiver of the log's lines. Each line reports a problem that no error and no callback reports, and contains
  /// no secrets. The SDK calls it on any thread.
  public var log: @Sendable (String) -> Void = OnsideClient.writeToSystemLog

  /// Creates a configuration for a store, with a state folder that the app chooses.
  public init(
    store: Store, stateFolder: URL, eventSink: (any OnsideEventSink)? = nil,
    interface: (any OnsideInterface)? = nil
  ) {
    self.store = store
    self.stateFolder = stateFolder
    self.eventSink = eventSink
    self.interface = interface
  }

  /// Creates a configuration for local testing, with a configuration file and a state folder that the app chooses.
  public init(
    catalog: URL, stateFolder: URL, options: LocalTestingService.Options = LocalTestingService.Options(),
    eventSink: (any OnsideEventSink)? = nil, interface: (any OnsideInterface)? = nil
  ) {
    self.init(
      store: .localTesting(catalog: catalog, options: options), stateFolder: stateFolder, eventSink: eventSink,
      interface: interface)
  }

  /// Makes a configuration for local testing with `<name>.storekit` of the main bundle. The state folder is in the
  /// user's application support folder.
  public static func localTesting(named name: String) -> OnsideConfiguration {
    let catalog =
      Bundle.main.url(forResource: name, withExtension: "storekit")
      ?? Bundle.main.bundleURL.appendingPathComponent("\(name).storekit")
    return OnsideConfiguration(catalog: catalog, stateFolder: applicationSupport(of: .main))
  }

  /// Makes a configuration for the store whose URL is `OnsideStoreURL` in a bundle's Info.plist. The app's identifier
  /// is the bundle's `CFBundleIdentifier`. Returns nil if the Info.plist has no `OnsideStoreURL`. The state folder is
  /// in the user's application support folder.
  ///
  /// - Throws: `StoreAddress.Mistake` if the URL or the bundle identifier cannot be used.
  public static func network(of bundle: Bundle = .main) throws(StoreAddress.Mistake) -> OnsideConfiguration? {
    guard let value = bundle.object(forInfoDictionaryKey: "OnsideStoreURL") else { return nil }
    guard let text = value as? String, let url = URL(string: text) else {
      throw .notAnAddress("OnsideStoreURL", .notAURL)
    }
    let address = try StoreAddress(url, app: bundle.bundleIdentifier ?? "")
    return OnsideConfiguration(store: .network(address), stateFolder: applicationSupport(of: bundle))
  }

  private static func applicationSupport(of bundle: Bundle) -> URL {
    let support = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
    let app = bundle.bundleIdentifier ?? ProcessInfo.processInfo.processName
    return support.appendingPathComponent("Onside", isDirectory: true).appendingPathComponent(app)
  }
}
