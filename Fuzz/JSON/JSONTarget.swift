import CausewayJSON
import FuzzSupport

@MainActor @c(LLVMFuzzerTestOneInput)
func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  Fuzzer.test(data, size, JSONTarget.check)
}

/// The fuzzing target of JSON texts. It checks that a value, printed and read again, is the same, and that Foundation
/// reads the same value.
@MainActor enum JSONTarget {
  static func check(_ bytes: UnsafeBufferPointer<UInt8>) {
    let result = parse(bytes)
    compareWithFoundation(bytes, result)
    switch result {
    case .success(let value):
      checkPrinting(value)
      checkLimits(bytes, value)
    case .failure(let error):
      checkPlace(error, in: bytes)
    }
  }

  static func parse(
    _ bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits = .default
  ) -> Result<JSONValue, JSONError> {
    do throws(JSONError) {
      return .success(try JSONValue(parsing: UnsafeRawBufferPointer(bytes), limits: limits))
    } catch {
      return .failure(error)
    }
  }

  /// Checks that the text of each style is read as the same value with the same order of members.
  private static func checkPrinting(_ value: JSONValue) {
    for style in JSONStyle.allCases {
      var text: [UInt8] = []
      value.write(into: &text, style: style)
      expect(try JSONValue(parsing: text) == value, "printed as \(style), the value is read differently")
      expect(try JSONValue(parsing: text).json == value.json, "printed as \(style), the members have another order")
    }
    expect(try JSONValue(parsing: value.json).hashValue == value.hashValue, "equal values have different hashes")
    expect(try JSONValue(encoding: value).decode(JSONValue.self) == value, "Codable changes the value")
  }

  /// Checks that limits equal to the text's depth and length accept the text, and that lower limits refuse it.
  private static func checkLimits(_ bytes: UnsafeBufferPointer<UInt8>, _ value: JSONValue) {
    let depth = depth(of: bytes)
    expect(value.depth <= depth && depth <= JSONLimits.default.maximumDepth, "the value is deeper than the limit")
    expect(
      (try? parse(bytes, limits: JSONLimits(maximumDepth: depth)).get()) == value,
      "a limit equal to the depth refuses the text")
    expect(
      (try? parse(bytes, limits: JSONLimits(maximumBytes: bytes.count)).get()) == value,
      "a limit equal to the length refuses the text")
    if depth > 0 {
      let refusal = parse(bytes, limits: JSONLimits(maximumDepth: depth - 1))
      expect(refusal.reason == .depthLimitExceeded(depth - 1), "a text deeper than the limit was accepted")
    }
    let refusal = parse(bytes, limits: JSONLimits(maximumBytes: bytes.count - 1))
    expect(refusal.reason == .byteLimitExceeded(bytes.count - 1), "a text longer than the limit was accepted")
  }

  /// Returns the nesting depth of a JSON text. The depth of its value may be smaller, because a later member replaces
  /// an earlier one of the same name.
  private static func depth(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var (depth, deepest, isInString, isEscaped) = (0, 0, false, false)
    for byte in bytes {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\"): isEscaped = isInString
      case UInt8(ascii: "\""): isInString.toggle()
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        if !isInString { depth += 1 }
        deepest = max(deepest, depth)
      case UInt8(ascii: "]"), UInt8(ascii: "}"): if !isInString { depth -= 1 }
      default: break
      }
    }
    return deepest
  }

  /// Checks that the position of an error is in the text.
  private static func checkPlace(_ error: JSONError, in bytes: UnsafeBufferPointer<UInt8>) {
    expect((0...bytes.count).contains(error.offset), "the offset \(error.offset) is outside the text")
    expect(error.line >= 1 && error.column >= 1, "line \(error.line), column \(error.column)")
    expect(error.line + error.column - 2 <= error.offset, "the line and the column are greater than the offset allows")
    expect(!error.description.isEmpty, "the error has no description")
    if case .unexpectedEnd = error.reason {
      expect(error.offset == bytes.count, "the offset of the unexpected end is \(error.offset)")
    }
  }
}

extension JSONValue {
  /// The nesting depth of arrays and objects.
  fileprivate var depth: Int {
    switch self {
    case .array(let elements): 1 + (elements.map(\.depth).max() ?? 0)
    case .object(let object): 1 + (object.map(\.value.depth).max() ?? 0)
    default: 0
    }
  }
}

extension Result<JSONValue, JSONError> {
  fileprivate var reason: JSONError.Reason? {
    if case .failure(let error) = self { error.reason } else { nil }
  }
}
