extension JSONParser {
  /// Parses a number, whose minus sign or first digit is the next byte.
  @inline(__always)
  mutating func parseNumber() throws(JSONError) -> Double {
    let start = offset
    let isNegative = bytes[offset] == UInt8(ascii: "-")
    if isNegative { offset &+= 1 }

    var decimal = DecimalNumber()
    let firstDigit = offset
    try parseDigits(into: &decimal)
    if bytes[firstDigit] == UInt8(ascii: "0"), offset > firstDigit &+ 1 {
      offset = firstDigit &+ 1
      throw unexpected("no digits after a leading 0")
    }
    if peek() == UInt8(ascii: ".") {
      offset &+= 1
      let firstFractionDigit = offset
      try parseDigits(into: &decimal)
      decimal.exponent = firstFractionDigit &- offset
    }
    if let byte = peek(), byte | 0x20 == UInt8(ascii: "e") {
      offset &+= 1
      try parseExponent(into: &decimal)
    }

    if let magnitude = decimal.exactDouble { return isNegative ? -magnitude : magnitude }
    return try parseLongNumber(from: start)
  }

  /// Parses one or more digits.
  @inline(__always)
  private mutating func parseDigits(into decimal: inout DecimalNumber) throws(JSONError) {
    let start = offset
    while offset < count, case let digit = bytes[offset] &- UInt8(ascii: "0"), digit < 10 {
      decimal.append(digit)
      offset &+= 1
    }
    if offset == start { throw unexpected("a digit") }
  }

  /// Parses an exponent after its `e`.
  @inline(never)
  private mutating func parseExponent(into decimal: inout DecimalNumber) throws(JSONError) {
    let sign = peek()
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { offset &+= 1 }
    var exponent = DecimalNumber()
    try parseDigits(into: &exponent)
    decimal.scale(by: exponent, isNegative: sign == UInt8(ascii: "-"))
  }

  /// Converts the text from `start` to the next byte with the standard library, which rounds correctly.
  @inline(never)
  private mutating func parseLongNumber(from start: Int) throws(JSONError) -> Double {
    let digits = String(decoding: UnsafeBufferPointer(start: bytes + start, count: offset - start), as: UTF8.self)
    guard let value = Double(digits), value.isFinite else {
      offset = start
      throw error(.numberOutOfRange)
    }
    return value
  }
}
