import Foundation
import OnsideCore

/// What Onside sells.
enum OnsideGoods: Hashable {
  /// What is in a StoreKit configuration file: local testing.
  case catalog(URL)
  /// What a store over the network sells.
  case network(StoreAddress)

  /// Whether nobody but this machine sells it.
  var isLocal: Bool { if case .catalog = self { true } else { false } }

  /// Why names together name nothing that can be sold.
  enum Mistake: Error {
    /// A catalogue and a store.
    case twoShops
    /// A store without the app as which it is asked.
    case noApp
    /// An app without its store.
    case noStore
    /// There can be no store or no app of that name.
    case address(StoreAddress.Mistake)
  }

  /// What these name together; nil for nothing.
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

  /// What a profile names; nil for nothing.
  init?(_ reader: inout ProfileReader) throws {
    let catalog = try reader.file("catalog")
    let store = try reader.string("store")
    let app = try reader.string("app")
    do throws(Mistake) {
      guard let goods = try Self(catalog: catalog, store: store, app: app) else { return nil }
      self = goods
    } catch {
      let problem =
        switch error {
        case .twoShops: "\"catalog\" and \"store\" are two shops"
        case .noApp: "\"app\" is missing beside \"store\""
        case .noStore: "\"store\" is missing beside \"app\""
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
