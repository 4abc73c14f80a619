import CausewayJSON
import Foundation
@testable import OnsideCore

/// What becomes of an event with the usual name.
func validated(_ parameters: [(String, JSONValue)]) -> (event: OnsideEvent?, warnings: [String]) {
  EventValidator.validate(name: "levelFinished", parameters: parameters)
}

/// What becomes of an event without parameters.
func validated(name: String) -> (event: OnsideEvent?, warnings: [String]) {
  EventValidator.validate(name: name, parameters: [])
}

/// An event that needs no validation.
func event(_ name: String, _ parameters: [OnsideEvent.Parameter] = [], date: Date = Date()) -> OnsideEvent {
  OnsideEvent(id: UUID(), date: date, name: name, parameters: parameters)
}
