import CausewayTool
import Foundation
import OnsideCore

extension OnsideProductSource {
  /// The options that select the source of the products.
  static let specification = [
    OptionSpecification(
      "--catalog", "FILE.storekit",
      "The products that Onside sells: a StoreKit configuration file in Xcode's format. It overrides the profile's "
        + "\"catalog\" and \"store\". Without a catalog or a store, a page finds no window.onside, and --protocol onside is "
        + "an error."),
    OptionSpecification(
      "--store", "URL",
      "A store on the network that sells the products, instead of --catalog, such as http://127.0.0.1:8080 of causeway "
        + "store serve. The address must be https or on this machine. It overrides the profile's \"catalog\" and "
        + "\"store\"."),
    OptionSpecification(
      "--app", "ID", "The app for which the command uses --store: a bundle identifier that the store knows."),
  ]

  /// Reads the source of the products from the options; nil if no option names one.
  init?(_ arguments: Arguments) throws {
    // The catalog is read when the options are checked, and again by the store.
    let catalog = try arguments.one("--catalog").map {
      URL(fileURLWithPath: try InputFile.rereadable($0, as: "catalog.storekit"))
    }
    do throws(Mistake) {
      guard let source = try Self(catalog: catalog, store: arguments.one("--store"), app: arguments.one("--app")) else {
        return nil
      }
      self = source
    } catch {
      throw switch error {
      case .twoShops: UsageError("--catalog and --store cannot be combined; give only one of them")
      case .noApp: UsageError("--store needs --app ID, a bundle identifier that the store knows")
      case .noStore: UsageError("--app needs --store URL, the store that knows the app")
      case .address(let mistake): UsageError("--store, --app: \(mistake)")
      }
    }
  }
}
