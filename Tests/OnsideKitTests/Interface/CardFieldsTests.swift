#if os(Linux)
import CWebKitGTK
import CausewayGTK
import GTKTestSupport
import WebTestSupport
import XCTest

@testable import OnsideKit

/// The form of the text in the fields of a new card.
final class CardFieldsTests: MethodsWindowTestCase {
  @MainActor func testTheSameDigitsWithOneMoreBlankAreFormattedAgain() async throws {
    try await show(MethodsStore()) { window in
      try await rows(["visa", "paypal"], in: window)
      OnScreen.press(window.panel.add)
      try await eventually("the fields of a card are there") { window.panel.cardFields != nil }
      let fields = try XCTUnwrap(window.panel.cardFields)
      let number = fields.number
      number.text = "4242424242424242"
      try await eventually("the number is in its groups") { number.text == "4242 4242 4242 4242" }
      for position in [0, 2, 4, 5, 19] {
        var end = gint(position)
        gtk_editable_insert_text(number.entry.opaque, " ", 1, &end)
        XCTAssertEqual(number.text.count, 20, "the text is not changed during the signal")
        try await eventually("the groups are right after a blank at \(position)") {
          number.text == "4242 4242 4242 4242"
        }
      }
      OnScreen.press(fields.back)
      try await eventually("the list is shown again") { window.panel.cardFields == nil }
    }
  }
}
#endif
