import CausewayContract
import CausewayJSON
import CausewayTesting
import Testing

@testable import Causeway

@MainActor @Suite("Typed errors for pages") struct PageErrorTests {
  private struct Unlisted: PageFacingError {
    let code = "UNLISTED"
    let pageMessage = "Not in the declaration."
  }

  @Test func theCodeOfAnErrorIsMadeFromItsTypeName() async {
    let shop = Shop { _, _ in throw NotSignedIn() }
    #expect(
      await shop.call("share", ["text": "x"])
        == .rejected(["code": "NOT_SIGNED_IN", "message": "Sign in first."]))
    #expect(shop.lines.all == [])
  }

  @Test func anErrorHasItsDetailsBesideCodeAndMessage() async {
    let shop = Shop { _, _ in throw CardDeclined(details: .init(attemptsLeft: 2)) }
    #expect(
      await shop.call("share", ["text": "x"])
        == .rejected([
          "code": "CARD_DECLINED", "message": "The card was declined.", "details": ["attemptsLeft": 2],
        ]))
  }

  @Test func anUndeclaredErrorIsLogged() async {
    let shop = Shop { _, _ in throw Unlisted() }
    #expect(code(await shop.call("share", ["text": "x"])) == "UNLISTED")
    #expect(
      shop.lines.all == [
        "causeway \"share\" threw Unlisted, which its declaration does not list, so the page has no class for it. "
          + "Add Unlisted.self to `errors:`."
      ])
  }

  private struct Detailed: PageFacingError {
    let code = "DETAILED"
    let pageMessage = "With details."
    let pageDetails: JSONValue? = [1, 2]
  }

  @Test func anyErrorForPagesMayHaveDetails() async {
    let shop = Shop { _, _ in throw Detailed() }
    #expect(
      await shop.call("share", ["text": "x"])
        == .rejected(["code": "DETAILED", "message": "With details.", "details": [1, 2]]))
  }

  @Test func theContractDescribesTheErrors() {
    let errors = ShopContract().contract.errors
    #expect(errors.map(\.name) == ["NotSignedIn", "CardDeclined"])
    #expect(errors.map(\.code) == ["NOT_SIGNED_IN", "CARD_DECLINED"])
    #expect(errors.map { $0.details == nil } == [true, false])
    #expect(errors.last?.documentation == "The bank declined the card.")
  }

  private struct URLTooLong: PageError { let pageMessage = "" }
  private struct Card3Declined: PageError { let pageMessage = "" }
  private struct lowercase: PageError { let pageMessage = "" }

  @Test func codesSeparateTheWordsOfATypeName() {
    #expect(URLTooLong.errorCode == "URL_TOO_LONG")
    #expect(Card3Declined.errorCode == "CARD3_DECLINED")
    #expect(lowercase.errorCode == "LOWERCASE")
  }
}
