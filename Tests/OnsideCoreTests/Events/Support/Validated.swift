import CausewayJSON
import Foundation
@testable import OnsideCore

/// Validates an event with a valid name and these parameters.
func validated(_ parameters: [(String, JSONValue)]) -> (event: OnsideEvent?, warnings: [String]) {
  EventValidator.validate(name: "levelFinished", parameters: parameters)
}

/// Validates an event without parameters.
func validated(name: String) -> (event: OnsideEvent?, warnings: [String]) {
  EventValidator.validate(name: name, parameters: [])
}

/// Returns an event that was not validated.
func event(_ name: String, _ parameters: [OnsideEvent.Parameter] = [], date: Date = Date()) -> OnsideEvent {
  OnsideEvent(id: UUID(), date: date, name: name, parameters: parameters)
}
