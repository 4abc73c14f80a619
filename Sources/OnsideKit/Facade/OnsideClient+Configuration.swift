import Foundation
import OnsideTesting

extension OnsideClient {
  /// Creates a client from a configuration.
  ///
  /// - Throws: `CatalogError` for the configuration file, or `DatabaseError` for a file of the state folder.
  public convenience init(_ configuration: OnsideConfiguration) throws {
    let folder = configuration.stateFolder
    let look = ScreenLook()
    var interface = configuration.interface ?? makeDefaultInterface { look.delegate }
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
      service: service, interface: interface, look: look, store: store, tracker: events?.tracker,
      historyMaximumAge: configuration.historyMaximumAge, log: configuration.log)
  }
}
