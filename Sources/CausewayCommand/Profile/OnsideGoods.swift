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

  /// The options that name it.
  static let specification = [
    OptionSpecification(
      "--catalog", "FILE.storekit",
      "What Onside sells: a StoreKit configuration file of Xcode's. It wins over the profile's. Without it, --store and "
        + "the profile's, a page finds no window.onside."),
    OptionSpecification(
      "--store", "URL",
      "Instead of --catalog, a store over the network that sells, such as http://127.0.0.1:8080 of causeway store serve."
    ),
    OptionSpecification("--app", "ID", "As which app --store is asked, by its bundle identifier."),
  ]

  /// What the options name; nil for nothing.
  init?(_ arguments: Arguments) throws {
    switch (arguments.one("--catalog"), arguments.one("--store"), arguments.one("--app")) {
    case (let path?, nil, nil): self = .catalog(URL(fileURLWithPath: path))
    case (nil, let store?, let app?):
      do {
        self = .network(try Self.address(store, app: app))
      } catch {
        throw UsageError("--store \(store) --app \(app): \(error)")
      }
    case (nil, nil, nil): return nil
    case (_?, _?, _): throw UsageError("--catalog and --store are two shops: name one of them")
    case (_, _?, nil): throw UsageError("--store needs --app ID, a bundle identifier that the store knows")
    case (_, nil, _?): throw UsageError("--app is the app of a --store: without that it means nothing")
    }
  }

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

  private static func address(_ text: String, app: String) throws(StoreAddress.Mistake) -> StoreAddress {
    guard let url = URL(string: text) else { throw .notAnAddress("this", .notAURL) }
    return try StoreAddress(url, app: app)
  }
}
