import CausewayJSON
import Foundation
import Testing

@testable import OnsideCore

/// The record of a transaction on disk. An updated app opens the file that the previous version wrote, so no name may
/// change.
@Suite struct TransactionRecordTests {
  private static let id = UUID(uuidString: "6F1C2B1E-0A6B-4B53-9A3A-0D5B8E7C1F00")!

  /// A payment that a page requested, as the first version writes it.
  private static let text = """
    {
      "id": "6F1C2B1E-0A6B-4B53-9A3A-0D5B8E7C1F00", "account": "ada", "countryCode": "NL",
      "payment": {
        "product": {
          "productIdentifier": "coins", "localizedTitle": "Coins", "localizedDescription": "A hundred coins",
          "price": { "value": 1.99, "currencyCode": "EUR" }
        },
        "appAccountToken": "token", "asker": "https://shop.example"
      },
      "stage": { "paying": { "key": "6F1C2B1E-0A6B-4B53-9A3A-0D5B8E7C1F00" } }
    }
    """

  @Test func aRecordOfTheFirstVersionIsReadWhole() throws {
    let record = try JSONDecoder().decode(TransactionRecord.self, from: Data(Self.text.utf8))
    #expect(record.id == Self.id)
    #expect(record.account == "ada")
    #expect(record.countryCode == "NL")
    #expect(record.stage == .paying(key: Self.id))
    #expect(record.payment.product.productIdentifier == "coins")
    #expect(record.payment.appAccountToken == "token")
    // Without this origin, the sheet after a launch would show a page's payment as the app's own.
    #expect(record.payment.requestingOrigin == "https://shop.example")
  }

  @Test func aRecordIsWrittenWithTheNamesOfTheFirstVersion() throws {
    let record = try JSONDecoder().decode(TransactionRecord.self, from: Data(Self.text.utf8))
    let written = try JSONValue(parsing: Array(JSONEncoder().encode(record)))
    #expect(written == (try JSONValue(parsing: Self.text)))
  }
}
