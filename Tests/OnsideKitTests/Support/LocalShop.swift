import Foundation
import OnsideKit
import OnsideTesting

extension OnsideClient {
  /// Returns a client on real local testing, in a folder that the test removes.
  static func onLocalTesting(in folder: URL, _ interface: ScriptedInterface) throws -> OnsideClient {
    let file = """
      { "identifier": "TEST", "version": { "major": 4, "minor": 0 }, "settings": { "_storefront": "DEU" },
        "nonRenewingSubscriptions": [], "subscriptionGroups": [],
        "products": [
          { "displayPrice": "19.99", "familyShareable": false, "internalID": "2", "localizations": [],
            "productID": "lifetime", "referenceName": "Lifetime", "type": "NonConsumable" } ] }
      """
    let catalog = Catalog(try StoreKitConfiguration(parsing: Data(file.utf8), file: "shop.storekit"))
    return OnsideClient(
      service: try LocalTestingService(catalog: catalog, folder: folder), interface: interface,
      store: try TransactionStore(file: folder.appendingPathComponent("queue")))
  }
}
