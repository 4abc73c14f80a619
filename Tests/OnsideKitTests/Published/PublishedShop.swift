import Foundation
import OnsideKit
import OnsideTesting

/// A shop on local testing for ``Store``. The shop exists until `close()`.
@MainActor final class PublishedShop {
  let interface = ScriptedInterface()
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("onside-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let catalog = folder.appendingPathComponent("Example.storekit")
    try Self.file.write(to: catalog, atomically: true, encoding: .utf8)
    try Onside.initialize(
      OnsideConfiguration(
        catalog: catalog, stateFolder: folder.appendingPathComponent("state"), interface: interface))
  }

  func close() {
    Onside.install(nil)
    Onside.delegate = nil
    Onside.callbackScheme = nil
    try? FileManager.default.removeItem(at: folder)  // Ignore errors, because the folder is temporary.
  }

  static let file = """
    { "identifier": "TEST", "version": { "major": 4, "minor": 0 }, "settings": { "_storefront": "DEU" },
      "nonRenewingSubscriptions": [],
      "products": [
        { "displayPrice": "4.99", "familyShareable": false, "internalID": "1", "localizations": [],
          "productID": "coins", "referenceName": "Coins", "type": "Consumable" } ],
      "subscriptionGroups": [
        { "id": "3", "localizations": [], "name": "Reader", "subscriptions": [
          { "displayPrice": "2.99", "familyShareable": false, "groupNumber": 1, "internalID": "4", "localizations": [],
            "productID": "monthly", "recurringSubscriptionPeriod": "P1M", "referenceName": "Monthly",
            "subscriptionGroupID": "3", "type": "RecurringSubscription", "adHocOffers": [], "codeOffers": [],
            "introductoryOffer": { "internalID": "5", "numberOfPeriods": 1, "paymentMode": "free",
              "subscriptionPeriod": "P1W" } } ] } ] }
    """
}
