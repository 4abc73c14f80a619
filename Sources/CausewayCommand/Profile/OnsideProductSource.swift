import Foundation
import OnsideCore

/// The source of the products that Onside sells.
enum OnsideProductSource: Hashable {
  /// The products of a StoreKit configuration file, sold by local testing.
  case catalog(URL)
  /// The products of a store on the network.
  case network(StoreAddress)

  /// Whether the products are sold by local testing on this machine.
  var isLocal: Bool { if case .catalog = self { true } else { false } }

  /// The reasons why a combination of catalog, store and app is invalid.
  enum Mistake: Error {
    /// Both a catalog and a store were given.
    case twoShops
    /// A store was given without an app. Requests to a store need the app's identifier.
    case noApp
    /// An app was given without a store.
    case noStore
    /// The store's URL or the app's identifier is not valid.
    case address(StoreAddress.Mistake)
  }

  /// Combines a catalog, a store and an app; nil if none of them is given.
  init?(catalog: URL?, store: String?, app: String?) throws(Mistake) {
    switch (catalog, store, app) {
    case (let file?, nil, nil): self = .catalog(file)
    case (nil, let store?, let app?): self = .network(try Self.address(store, app: app))
    case (nil, nil, nil): return nil
    case (_?, _?, _): throw .twoShops
    case (_, _?, nil): throw .noApp
    case (_, nil, _?): throw .noStore
    }
  }

  /// Reads the source of the products from a profile; nil if the profile has none.
  init?(_ reader: inout ProfileReader) throws {
    let catalog = try reader.file("catalog")
    let store = try reader.string("store")
    let app = try reader.string("app")
    do throws(Mistake) {
      guard let source = try Self(catalog: catalog, store: store, app: app) else { return nil }
      self = source
    } catch {
      let problem =
        switch error {
        case .twoShops: "\"catalog\" and \"store\" cannot be combined; give only one of them"
        case .noApp: "\"app\" is missing; name an app that the \"store\" knows"
        case .noStore: "\"store\" is missing; name the store that knows the \"app\""
        case .address(let mistake): "\(mistake)"
        }
      throw ProfileMistake(place: reader.place, problem: problem)
    }
  }

  private static func address(_ text: String, app: String) throws(Mistake) -> StoreAddress {
    do throws(StoreAddress.Mistake) {
      guard let url = URL(string: text) else { throw .notAnAddress("this", .notAURL) }
      return try StoreAddress(url, app: app)
    } catch {
      throw .address(error)
    }
  }
}
