import Foundation

/// What the SDK is to work with.
@MainActor public struct OnsideConfiguration {
  /// Where is bought.
  public enum Store: Hashable, Sendable {
    /// Local testing: the StoreKit configuration file, as Xcode makes it, that is the shop, and what is to happen beyond
    /// what the file says.
    case localTesting(catalog: URL, options: LocalTestingService.Options = .init())
    /// A store over the network.
    case network(StoreAddress)
  }

  /// Where is bought.
  public var store: Store
  /// The folder for what must outlast the process: unfinished transactions, events that wait, the session, local testing's
  /// orders. Made if it is missing. One process may use it at a time.
  public var stateFolder: URL
  /// Where tracked events go; nil for the store, which takes none in local testing.
  public var eventSink: (any OnsideEventSink)?
  /// The screens; nil for the platform's own windows.
  public var interface: (any OnsideInterface)?
  /// What takes the lines of the log: each says, without secrets, what went wrong and has no other way to be heard. It is
  /// called on any thread.
  public var log: @Sendable (String) -> Void = OnsideClient.writeToSystemLog

  /// A store, and a folder of one's own.
  public init(
    store: Store, stateFolder: URL, eventSink: (any OnsideEventSink)? = nil,
    interface: (any OnsideInterface)? = nil
  ) {
    self.store = store
    self.stateFolder = stateFolder
    self.eventSink = eventSink
    self.interface = interface
  }

  /// Local testing with a file and a folder of one's own.
  public init(
    catalog: URL, stateFolder: URL, options: LocalTestingService.Options = LocalTestingService.Options(),
    eventSink: (any OnsideEventSink)? = nil, interface: (any OnsideInterface)? = nil
  ) {
    self.init(
      store: .localTesting(catalog: catalog, options: options), stateFolder: stateFolder, eventSink: eventSink,
      interface: interface)
  }

  /// Local testing with `<name>.storekit` of the main bundle; the state is in the user's application support folder.
  public static func localTesting(named name: String) -> OnsideConfiguration {
    let catalog =
      Bundle.main.url(forResource: name, withExtension: "storekit")
      ?? Bundle.main.bundleURL.appendingPathComponent("\(name).storekit")
    return OnsideConfiguration(catalog: catalog, stateFolder: applicationSupport(of: .main))
  }

  /// The store that a bundle names in its Info.plist by `OnsideStoreURL`, for the app of its `CFBundleIdentifier`; nil if
  /// it names none. The state is in the user's application support folder.
  ///
  /// - Throws: what is wrong with either.
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
