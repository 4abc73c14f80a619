#if os(Linux)
import ProgramTestSupport
import CausewayJOSE
import CausewayJSON
import Foundation
import OnsideMerchant
import Testing

/// The report of a history, which contains texts of a store and of an app. These texts must not control the reader's
/// terminal.
@Suite("The report of a history") struct HistoryReportTests {
  /// A text that clears the screen in two ways, reverses the direction of the line, and ends the line.
  private static let hostile = "p\u{1b}[2J\u{9b}2J\u{202e}\u{7f}\n\u{2028}q"

  @Test func textsOfTheStoreCannotMoveTheCursor() async throws {
    let report = try await verify()
    #expect(report.contains("p⟨U+001B⟩[2J⟨U+009B⟩2J⟨U+202E⟩⟨U+007F⟩"), "\(report)")
    #expect(!report.unicodeScalars.contains { $0 != "\n" && Self.isInvisible($0) })
    #expect(report.split(separator: "\n").filter { $0.contains("U+202E") }.count == 3, "the key, the product, the user")
  }

  @Test func jsonOfTheStoreCannotMoveTheCursorAndKeepsItsValues() async throws {
    let report = try await verify("--json")
    #expect(!report.dropLast().unicodeScalars.contains(where: Self.isInvisible))
    let purchase = try JSONValue(parsing: Array(report.utf8))["transactions"]?.arrayValue?.first
    #expect(purchase?["product_id"]?.stringValue == Self.hostile)
    #expect(purchase?["app_account_token"]?.stringValue == Self.hostile)
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    [.control, .format, .lineSeparator].contains(scalar.properties.generalCategory)
  }

  /// Returns the command's output for a history that contains ``hostile``.
  private func verify(_ options: String...) async throws -> String {
    let folder = try Folder()
    let key = try SigningKey.generate(.es256, keyID: Self.hostile)
    let (order, date) = (UUID(), Date(timeIntervalSince1970: 1_800_000_000))
    let purchase = InAppPurchase(
      orderID: order, originalOrderID: order, productID: Self.hostile, productType: .consumable, price: 499,
      currency: "EUR", purchaseDate: date, originalPurchaseDate: date, fetchedAt: date, appAccountToken: Self.hostile,
      bundleID: "com.example.shop", userCountry: "DE")
    let jws = try key.sign(TransactionHistory(transactions: [purchase]).json.jsonBytes, type: "JWT")
    let history = try folder.write("history.jws", jws)
    let keys = try folder.write("keys.json", JSONWebKeySet([try #require(key.publicKey())]).json.json)
    let result = try await causeway(["merchant", "verify", history, "--jwks", keys] + options)
    #expect(result.code == 0, "\(result.error)")
    return result.output
  }
}
#endif
