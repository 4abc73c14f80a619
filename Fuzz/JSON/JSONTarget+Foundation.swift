import CausewayJSON
import Foundation
import FuzzSupport

extension JSONTarget {
  /// Checks that Foundation's JSONSerialization accepts the same texts and reads the same values. The exceptions are in
  /// ``isOutside(_:)``, ``isLenient(about:)`` and ``isStricter(about:)``.
  static func compareWithFoundation(_ bytes: UnsafeBufferPointer<UInt8>, _ result: Result<JSONValue, JSONError>) {
    guard !isOutside(bytes) else { return }
    let object = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
    switch (result, object) {
    case (.success(let value), let object?): expect(agrees(object, with: value), "Foundation reads \(object)")
    case (.success, nil): expect(isStricter(about: bytes), "Foundation refuses the text")
    case (.failure(let error), _?): expect(isLenient(about: error), "Foundation accepts the text: \(error)")
    case (.failure, nil): break
    }
  }

  /// Returns whether a text cannot be compared, because Foundation might not read it as UTF-8.
  ///
  /// Foundation guesses the encoding from a byte order mark and from zeros among the first bytes. On Linux it also
  /// loses a byte order mark at the start of a string.
  private static func isOutside(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.prefix(4).contains(0) || bytes.first == 0xFE || bytes.first == 0xFF
      || bytes.indices.contains { bytes[$0...].starts(with: [0xEF, 0xBB, 0xBF]) }
  }

  /// Returns whether Foundation may accept a text with this error. On Linux it accepts a comma before a closing
  /// bracket, which RFC 8259 forbids, and reads numbers that are too large for a `Double` as decimals.
  private static func isLenient(about error: JSONError) -> Bool {
    switch error.reason {
    case .unexpectedCharacter("]", expected: "a value"): true
    case .unexpectedCharacter("}", expected: "a name in double quotes"): true
    case .numberOutOfRange: true
    default: false
    }
  }

  /// Returns whether the text contains the escape of a lone surrogate. Foundation refuses such a text, although RFC
  /// 8259 allows it, even if the surrogate is in a member that a later member of the same name replaces.
  private static func isStricter(about bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var (rest, isAfterHigh) = (bytes[...], false)
    while let byte = rest.first {
      guard byte == UInt8(ascii: "\\"), rest.dropFirst().first == UInt8(ascii: "u") else {
        if isAfterHigh { return true }
        rest = rest.dropFirst(byte == UInt8(ascii: "\\") ? 2 : 1)
        continue
      }
      let unit = UInt16(String(decoding: rest.dropFirst(2).prefix(4), as: UTF8.self), radix: 16) ?? 0
      if UTF16.isTrailSurrogate(unit) != isAfterHigh { return true }
      isAfterHigh = UTF16.isLeadSurrogate(unit)
      rest = rest.dropFirst(6)
    }
    return false
  }

  private static func agrees(_ object: Any, with value: JSONValue) -> Bool {
    switch (value, object) {
    case (.null, is NSNull): true
    case (.bool(let value), let number as NSNumber): isBoolean(number) && number.boolValue == value
    case (.number(let value), let number as NSNumber): !isBoolean(number) && isClose(number.doubleValue, value)
    case (.string(let value), let string as String): value.utf8.elementsEqual(string.utf8)
    case (.array(let value), let array as [Any]):
      value.count == array.count && zip(array, value).allSatisfy(agrees)
    case (.object(let value), let dictionary as [String: Any]):
      // Foundation treats canonically equivalent names as the same name, so objects with such names are not compared.
      Set(value.map(\.key)).count < value.count
        || value.count == dictionary.count
          && value.allSatisfy { key, value in dictionary[key].map { agrees($0, with: value) } ?? false }
    default: false
    }
  }

  /// Returns whether two numbers are equal, except for the rounding errors of Foundation on Linux.
  private static func isClose(_ left: Double, _ right: Double) -> Bool {
    left == right || abs(left - right) <= 1e-14 * abs(right)
  }

  /// Returns whether a number is a Boolean. Foundation represents both as `NSNumber`, so only the identity differs.
  private static func isBoolean(_ number: NSNumber) -> Bool {
    number === NSNumber(value: true) || number === NSNumber(value: false)
  }
}
