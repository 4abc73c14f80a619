import CausewayJSON
import Foundation

/// The values that are new in each run, such as the ids of transactions. A UUID of the trace stands for one UUID of the replay,
/// also inside a longer text, and a time for any other time.
final class FreshValues {
  /// The replay's UUIDs, by those of the trace.
  private var ids: [String: String] = [:]

  /// Returns whether a value of the replay is the same as a value of the trace, or may stand for it. Arrays and objects are
  /// compared as they are.
  func areEquivalent(_ recorded: JSONValue, _ found: JSONValue) -> Bool {
    switch (recorded, found) {
    case (.string(let old), .string(let new)):
      Self.ids(in: old).isEmpty ? old == new || (Self.isDate(old) && Self.isDate(new)) : haveEquivalentIDs(old, new)
    case (.number(let old), .number(let new)): old == new || (Self.isTime(old) && Self.isTime(new))
    default: recorded == found
    }
  }

  private func haveEquivalentIDs(_ recorded: String, _ found: String) -> Bool {
    let (old, new) = (Self.ids(in: recorded), Self.ids(in: found))
    guard old.count == new.count, Self.withoutIDs(recorded) == Self.withoutIDs(found) else {
      return false
    }
    return zip(old, new).allSatisfy { old, new in
      if let known = ids[old] { return known == new }
      ids[old] = new
      return true
    }
  }

  /// Returns a value of the trace with the replay's UUIDs.
  func replacing(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): .string(text.replacing(Self.pattern) { ids[String($0.output)] ?? String($0.output) })
    case .array(let values): .array(values.map(replacing))
    case .object(let members): .object(members.reduce(into: JSONObject()) { $0[$1.key] = replacing($1.value) })
    case .null, .bool, .number: value
    }
  }

  private static var pattern: Regex<Substring> { /[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}/ }

  private static func ids(in text: String) -> [String] { text.matches(of: pattern).map { String($0.output) } }

  /// Returns a text without its UUIDs.
  static func withoutIDs(_ text: String) -> String { text.replacing(pattern, with: "") }

  /// Returns whether a number is a time from 2001 to 2096, in milliseconds or, if it has a fraction, in seconds since 1970.
  /// Amounts and counts are rarely so large.
  private static func isTime(_ number: Double) -> Bool {
    (1e12...4e12).contains(number) || (number != number.rounded() && (1e9...4e9).contains(number))
  }

  private static func isDate(_ text: String) -> Bool {
    text.utf8.count >= 20
      && (try? Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains(".")).parse(text)) != nil
  }
}
