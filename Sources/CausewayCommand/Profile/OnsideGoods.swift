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

  /// What a profile names; nil for nothing.
  init?(_ reader: inout ProfileReader) throws {
    let catalog = try reader.file("catalog")
    let store = try reader.string("store")
    let app = try reader.string("app")
    switch (catalog, store, app) {
    case (let file?, nil, nil): self = .catalog(file)
    case (nil, let store?, let app?):
      do {
        self = .network(try Self.address(store, app: app))
      } catch {
        throw ProfileMistake(place: reader.place, problem: "\(error)")
      }
    case (nil, nil, nil): return nil
    case (_?, _?, _): throw ProfileMistake(place: reader.place, problem: "\"catalog\" and \"store\" are two shops")
    case (_, _?, nil): throw ProfileMistake(place: reader.place, problem: "\"app\" is missing beside \"store\"")
    case (_, nil, _?): throw ProfileMistake(place: reader.place, problem: "\"store\" is missing beside \"app\"")
    }
  }

  /// The store of a text.
  static func address(_ text: String, app: String) throws(StoreAddress.Mistake) -> StoreAddress {
    guard let url = URL(string: text) else { throw .notAnAddress("this", .notAURL) }
    return try StoreAddress(url, app: app)
  }
}
