import CausewayJSON
import Foundation
import FuzzSupport

@testable import WebKit

@MainActor @c(LLVMFuzzerTestOneInput)
func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  Fuzzer.test(data, size, WireReaderTarget.check)
}

/// The fuzzing target of `WireReader`, which reads the format of `message-writer.js`. It checks that only values of the
/// documented types are read, that a value, written and read again, is the same, and that JSON is read as JSON.
@MainActor enum WireReaderTarget {
  static func check(_ bytes: UnsafeBufferPointer<UInt8>) {
    let value = try? WireReader.read(bytes)
    if let value {
      let text = write(value, depth: 0)
      expect(read(text).map { write($0, depth: 0) } == text, "written as \(text), the value is read differently")
    }
    // JSON without white space, and with numbers as JavaScript writes them, is part of the format.
    if let json = try? JSONValue(parsing: UnsafeRawBufferPointer(bytes)), let value = read(json.json) {
      expect(agrees(value.base, with: json), "the JSON is read as \(value)")
    }
  }

  private static func read(_ text: String) -> AnyHashable? {
    Array(text.utf8).withUnsafeBufferPointer { try? WireReader.read($0) }
  }

  /// Returns the text of a value. The members are sorted, because a dictionary has no order.
  private static func write(_ value: AnyHashable, depth: Int) -> String {
    expect(depth <= WireReader.maximumDepth, "the value is deeper than the limit")
    switch value.base {
    case let string as String: return JSONValue.string(string).json
    case is NSNull: return "null"
    case let date as Date: return "@" + write(date.timeIntervalSince1970 * 1000)
    case let number as NSNumber: return isBoolean(number) ? "\(number.boolValue)" : write(number.doubleValue)
    case let elements as [AnyHashable]:
      return "[" + elements.map { write($0, depth: depth + 1) }.joined(separator: ",") + "]"
    case let members as [String: AnyHashable]:
      let texts = members.map { JSONValue.string($0.key).json + ":" + write($0.value, depth: depth + 1) }
      return "{" + texts.sorted().joined(separator: ",") + "}"
    case let other: fatalError("a value of type \(type(of: other))")
    }
  }

  private static func write(_ number: Double) -> String {
    if number.isNaN { return "NaN" }
    if number.isInfinite { return number > 0 ? "Infinity" : "-Infinity" }
    return JSONValue.number(number).json
  }

  private static func agrees(_ value: Any, with json: JSONValue) -> Bool {
    switch (json, value) {
    case (.null, is NSNull): true
    case (.bool(let json), let value as NSNumber): isBoolean(value) && value.boolValue == json
    case (.number(let json), let value as NSNumber): !isBoolean(value) && value.doubleValue == json
    case (.string(let json), let value as String): json.utf8.elementsEqual(value.utf8)
    case (.array(let json), let value as [AnyHashable]):
      json.count == value.count && zip(value, json).allSatisfy { agrees($0.base, with: $1) }
    case (.object(let json), let value as [String: AnyHashable]):
      // A dictionary treats canonically equivalent names as the same name, so objects with such names are not compared.
      Set(json.map(\.key)).count < json.count
        || json.count == value.count
          && json.allSatisfy { name, member in value[name].map { agrees($0.base, with: member) } ?? false }
    default: false
    }
  }

  /// Returns whether a number is a Boolean. Foundation represents both as `NSNumber`, so only the identity differs.
  private static func isBoolean(_ number: NSNumber) -> Bool {
    number === NSNumber(value: true) || number === NSNumber(value: false)
  }
}
