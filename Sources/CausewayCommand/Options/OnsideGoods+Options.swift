import Foundation
import OnsideCore

extension OnsideGoods {
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
}
