import Foundation

extension OnsideClient {
  /// A client as a configuration says.
  ///
  /// - Throws: ``CatalogError``, or `DatabaseError` for a file of the state folder.
  public convenience init(_ configuration: OnsideConfiguration) throws {
    let folder = configuration.stateFolder
    let owner = ScreenOwner()
    var interface = configuration.interface ?? makeDefaultInterface { owner.client?.delegate }
    let service: any OnsideService
    var sink = configuration.eventSink
    switch configuration.store {
    case .localTesting(let catalog, let options):
      let local = try LocalTestingService(catalog: try Catalog(contentsOf: catalog), folder: folder, options: options)
      if local.disablesDialogs { interface = UnattendedPayments(interface) }
      service = local
    case .network(let address):
      service = NetworkService(address, folder: folder, log: configuration.log)
      sink = sink ?? service
    }
    let store = try TransactionStore(file: folder.appendingPathComponent("queue.sqlite"))
    let events = sink.map { sink in
      EventQueue(file: folder.appendingPathComponent("events.sqlite"), sink: sink, log: configuration.log)
    }
    self.init(
      service: service, interface: interface, store: store, tracker: events?.tracker, log: configuration.log)
    owner.client = self
  }
}

/// Whose delegate is asked about screens: they are made before the client is.
@MainActor private final class ScreenOwner {
  weak var client: OnsideClient?
}
