import CausewayJSON
import CausewayText
import Foundation

/// The check that turns the arguments of a page's `trackEvent` into an event within the limits of ``EventLimits``.
///
/// An event with an invalid name is dropped. An invalid parameter is dropped from its event, and a text that is too
/// long is cut. Each of these changes causes a warning. Warnings contain the names of events and parameters, escaped
/// for printing, but never a value.
package struct EventValidator {
  private var warnings: [String] = []
  private var furtherWarnings = 0
  private let event: String

  /// Returns the event (nil if it is dropped) and the warnings: at most `EventLimits.warnings`, and then one with the
  /// number of the others.
  ///
  /// - Parameter parameters: in the order of the page's object. If there are too many, the first ones are kept.
  package static func validate(
    name: String, parameters: [(String, JSONValue)], id: UUID = UUID(), date: Date = Date()
  ) -> (event: OnsideEvent?, warnings: [String]) {
    var validator = EventValidator(name)
    guard let checkedName = validator.checked(name, validator.event, otherwise: "it is dropped") else {
      return (nil, validator.warnings)
    }
    let kept = validator.checked(parameters)
    if validator.furtherWarnings > 0 {
      validator.warnings.append(
        "trackEvent: \(validator.event) has \(validator.furtherWarnings) more warnings, which are not logged")
    }
    return (OnsideEvent(id: id, date: date, name: checkedName, parameters: kept), validator.warnings)
  }

  private init(_ name: String) {
    event = "the event \(Self.shown(name))"
  }

  /// Returns a valid name, cut if it is too long; nil for an invalid one.
  private mutating func checked(_ name: String, _ subject: String, otherwise: String) -> String? {
    // Compare bytes: if characters were compared, a combining mark could hide a prefix.
    if let prefix = EventLimits.reservedPrefixes.first(where: { name.utf8.starts(with: $0.utf8) }) {
      warn("\(subject) has a name that begins with \(prefix), which is reserved; \(otherwise)")
      return nil
    }
    let (cut, isShorter) = Self.cut(name, to: EventLimits.nameLength)
    guard Self.isName(cut) else {
      warn(
        "\(subject) has a name that does not begin with a letter, or has characters other than letters, digits and "
          + "underscores; \(otherwise)"
      )
      return nil
    }
    if isShorter { warn("\(subject) has a name of more than \(EventLimits.nameLength) characters; it is truncated") }
    return cut
  }

  private mutating func checked(_ parameters: [(String, JSONValue)]) -> [OnsideEvent.Parameter] {
    var kept: [OnsideEvent.Parameter] = []
    var names: Set<String> = []
    var surplus = 0
    for (givenName, givenValue) in parameters {
      let subject = "the parameter \(Self.shown(givenName)) of \(event)"
      guard let name = checked(givenName, subject, otherwise: "it is dropped") else { continue }
      guard names.insert(name).inserted else {
        warn("\(subject) has the same name as an earlier parameter; it is dropped")
        continue
      }
      guard let value = checked(givenValue, subject) else { continue }
      if kept.count < EventLimits.parameters {
        kept.append(OnsideEvent.Parameter(name: name, value: value))
      } else {
        surplus += 1
      }
    }
    if surplus > 0 {
      let dropped = surplus == 1 ? "the last one is dropped" : "the last \(surplus) are dropped"
      warn("\(event) has more than \(EventLimits.parameters) parameters; \(dropped)")
    }
    return kept
  }

  private mutating func checked(_ value: JSONValue, _ subject: String) -> OnsideEvent.Value? {
    guard case .array(let elements) = value else {
      guard let single = single(value, subject) else {
        warn("\(subject) is not a string, a finite number, a boolean or an array of these; it is dropped")
        return nil
      }
      return single
    }
    let isNested = elements.contains { if case .array = $0 { true } else { false } }
    guard !isNested else {
      warn("\(subject) is an array that contains an array; it is dropped")
      return nil
    }
    let usable = elements.compactMap { single($0, subject) }
    guard !usable.isEmpty else {
      warn("\(subject) is an array without any string, finite number or boolean; it is dropped")
      return nil
    }
    let unusable = elements.count - usable.count
    if unusable > 0 {
      warn(
        unusable == 1
          ? "\(subject) has an element that is not a string, a finite number or a boolean; it is dropped"
          : "\(subject) has \(unusable) elements that are not strings, finite numbers or booleans; they are dropped")
    }
    return .array(usable)
  }

  /// Returns a value that is not an array; nil if it cannot be used.
  private mutating func single(_ value: JSONValue, _ subject: String) -> OnsideEvent.Value? {
    switch value {
    case .bool(let bool): return .bool(bool)
    case .number(let number): return number.isFinite ? .number(number) : nil
    case .string(let string):
      let (cut, isShorter) = Self.cut(string, to: EventLimits.stringLength)
      if isShorter {
        warn("\(subject) has a string of more than \(EventLimits.stringLength) characters; it is truncated")
      }
      return .string(cut)
    case .null, .array, .object: return nil
    }
  }

  private mutating func warn(_ text: String) {
    if warnings.count < EventLimits.warnings {
      warnings.append("trackEvent: " + text)
    } else {
      furtherWarnings += 1
    }
  }

  /// Returns whether a name matches `^[a-zA-Z][a-zA-Z0-9_]*$`.
  private static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, first.isASCIILetter else { return false }
    return name.utf8.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") }
  }

  private static func cut(_ text: String, to length: Int) -> (text: String, isShorter: Bool) {
    let start = text.prefix(length)
    return start.endIndex < text.endIndex ? (String(start), true) : (text, false)
  }

  /// Returns a name that is safe to print in the log, because a page chose it.
  private static func shown(_ name: String) -> String {
    "\"\(PageText(name).shown(limit: EventLimits.nameLength))\""
  }
}
