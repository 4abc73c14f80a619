import CausewayJSON
import Foundation

/// The results of Foundation's `JSONSerialization`, for comparison.
enum FoundationJSON {
  static func parse(_ bytes: [UInt8]) -> Any? {
    try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
  }

  /// Returns whether Foundation's object equals a value.
  static func agrees(_ object: Any, with value: JSONValue) -> Bool {
    switch (value, object) {
    case (.null, is NSNull): true
    case (.bool(let value), let number as NSNumber): isBoolean(number) && number.boolValue == value
    case (.number(let value), let number as NSNumber): !isBoolean(number) && isClose(number.doubleValue, value)
    case (.string(let value), let string as String): value.utf8.elementsEqual(string.utf8)
    case (.array(let value), let array as [Any]):
      value.count == array.count && zip(array, value).allSatisfy(agrees)
    case (.object(let value), let dictionary as [String: Any]):
      value.count == dictionary.count
        && value.allSatisfy { key, value in dictionary[key].map { agrees($0, with: value) } ?? false }
    default: false
    }
  }

  /// Returns whether Foundation may accept a text that this parser refuses with this error. On Linux Foundation accepts
  /// a comma before a closing bracket, which RFC 8259 does not allow.
  static func isLenient(about error: any Error) -> Bool {
    switch (error as? JSONError)?.reason {
    case .unexpectedCharacter("]", expected: "a value"): true
    case .unexpectedCharacter("}", expected: "a name in double quotes"): true
    default: false
    }
  }

  /// Returns whether two numbers are almost equal. Foundation on Linux does not round correctly. For example, it reads
  /// 2.1719020269914285e+99 as 2.1719020269914288e+99. Other tests check this parser's rounding bit by bit.
  private static func isClose(_ left: Double, _ right: Double) -> Bool {
    left == right || abs(left - right) <= 1e-14 * abs(right)
  }

  /// Returns whether a number is a Boolean. Only the identity of the object distinguishes Booleans from numbers.
  private static func isBoolean(_ number: NSNumber) -> Bool {
    number === NSNumber(value: true) || number === NSNumber(value: false)
  }
}
