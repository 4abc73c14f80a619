import Foundation

/// What the SDK is to work with.
@MainActor public struct OnsideConfiguration {
  /// The StoreKit configuration file, as Xcode makes it, that is the shop.
  public var catalog: URL
  /// The folder for what must outlast the process: unfinished transactions, events that wait, the shop's orders. Made if
  /// it is missing. One process may use it at a time.
  public var stateFolder: URL
  /// What local testing is to do beyond what the file says.
  public var options: LocalTestingService.Options
  /// Where tracked events go; nil drops them.
  public var eventSink: (any OnsideEventSink)?
  /// The screens; nil for the platform's own windows.
  public var interface: (any OnsideInterface)?

  /// Local testing with a file and a folder of one's own.
  public init(
    catalog: URL, stateFolder: URL, options: LocalTestingService.Options = LocalTestingService.Options(),
    eventSink: (any OnsideEventSink)? = nil, interface: (any OnsideInterface)? = nil
  ) {
    self.catalog = catalog
    self.stateFolder = stateFolder
    self.options = options
    self.eventSink = eventSink
    self.interface = interface
  }

  /// Local testing with `<name>.storekit` of the main bundle; the state is in the user's application support folder.
  public static func localTesting(named name: String) -> OnsideConfiguration {
    let catalog =
      Bundle.main.url(forResource: name, withExtension: "storekit")
      ?? Bundle.main.bundleURL.appendingPathComponent("\(name).storekit")
    let support = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
    let app = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
    return OnsideConfiguration(
      catalog: catalog,
      stateFolder: support.appendingPathComponent("Onside", isDirectory: true).appendingPathComponent(app))
  }
}

extension OnsideClient {
  /// A client as a configuration says.
  ///
  /// - Throws: ``CatalogError``, or `DatabaseError` for a file of the state folder.
  public convenience init(_ configuration: OnsideConfiguration) throws {
    let folder = configuration.stateFolder
    let service = try LocalTestingService(
      catalog: try Catalog(contentsOf: configuration.catalog), folder: folder, options: configuration.options)
    let store = try TransactionStore(file: folder.appendingPathComponent("queue.sqlite"))
    let owner = ScreenOwner()
    let interface = configuration.interface ?? makeDefaultInterface { owner.client?.delegate }
    let events = configuration.eventSink.map { sink in
      EventQueue(file: folder.appendingPathComponent("events.sqlite"), sink: sink, log: OnsideClient.logToStandardError)
    }
    self.init(
      service: service, interface: service.disablesDialogs ? UnattendedPayments(interface) : interface, store: store,
      tracker: events?.tracker)
    owner.client = self
  }
}

/// Whose delegate is asked about screens: they are made before the client is.
@MainActor private final class ScreenOwner {
  weak var client: OnsideClient?
}
