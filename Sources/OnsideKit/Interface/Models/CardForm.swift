import Foundation
import OnsideCore

/// The form for a new card: the user's input, and the mistakes that are shown next to the fields.
package struct CardForm: Hashable {
  package private(set) var input = CardInput()
  /// The error texts by field; empty until the user has tried to add the card.
  package private(set) var mistakes: [CardInput.Field: String] = [:]
  private var hasTried = false

  /// The text of a field, in the groups that are printed on cards.
  package subscript(field: CardInput.Field) -> String {
    switch field {
    case .number: input.number
    case .expiry: input.expiry
    case .securityCode: input.securityCode
    }
  }

  /// The first field with a mistake.
  package var firstMistake: CardInput.Field? { CardInput.Field.allCases.first { mistakes[$0] != nil } }

  /// Sets the text of a field.
  /// - Parameter today: the current date, with which the expiry date is compared.
  package mutating func type(_ text: String, in field: CardInput.Field, on today: Date) {
    switch field {
    case .number: input.number = CardInput.grouped(text)
    case .expiry: input.expiry = CardInput.formattedExpiry(text)
    case .securityCode: input.securityCode = text
    }
    if hasTried { mistakes = input.mistakes(on: today) }
  }

  /// Returns the card that the user wants to add; nil if the input has ``mistakes``.
  package mutating func submit(on today: Date) -> OnsideCard? {
    hasTried = true
    mistakes = input.mistakes(on: today)
    return input.card(on: today)
  }
}
