extension JSONPrinter {
  /// Prints a number like ECMAScript's Number::toString, except that -0 keeps its sign.
  mutating func print(_ number: Double) {
    if let integer = Int64(exactly: number), integer.magnitude <= 1 &<< 53 {
      // The integer 0 has no sign, so the sign is printed separately.
      if number.sign == .minus { output.append(UInt8(ascii: "-")) }
      output.append(decimal: integer.magnitude)
    } else if number.magnitude > 0.001, number.magnitude < 9e15 {
      // For a fraction of this size, the standard library and ECMAScript use the same layout.
      output.append(number.description)
    } else if number.isFinite {
      printDecimal(number)
    } else {
      output.append("null")
    }
  }

  /// Prints a very small or a large number in ECMAScript's layout. The digits come from the standard library: the
  /// shortest that parse to the number, and among those the closest, as ECMAScript requires.
  private mutating func printDecimal(_ number: Double) {
    if number < 0 { output.append(UInt8(ascii: "-")) }
    var (digits, point) = Self.shortestDigits(of: number.magnitude)
    switch point {
    case digits.count...21:
      digits.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: point - digits.count))
      print(digits: digits[...])
    case 1...21:
      print(digits: digits[..<point])
      output.append(UInt8(ascii: "."))
      print(digits: digits[point...])
    case -5...0:
      output.append("0.")
      for _ in 0..<(-point) { output.append(UInt8(ascii: "0")) }
      print(digits: digits[...])
    default:
      output.append(digits[0])
      if digits.count > 1 { output.append(UInt8(ascii: ".")) }
      print(digits: digits[1...])
      output.append(point > 0 ? "e+" : "e-")
      output.append(decimal: UInt64((point - 1).magnitude))
    }
  }

  private mutating func print(digits: ArraySlice<UInt8>) {
    digits.withUnsafeBytes { output.append($0) }
  }

  /// Returns the significant digits of a positive number, and the number of digits before the decimal point.
  private static func shortestDigits(of number: Double) -> (digits: [UInt8], point: Int) {
    var digits: [UInt8] = []
    digits.reserveCapacity(24)
    var point: Int?
    var exponent = 0
    // Parse the forms in which Swift prints a number: "12.5", "1200.0", "0.0012" and "1.25e-07".
    number.description.withBytes { text in
      for (offset, byte) in text.enumerated() {
        switch byte {
        case UInt8(ascii: "."):
          point = digits.count
        case UInt8(ascii: "e"):
          exponent = Int(String(decoding: text[(offset + 1)...], as: UTF8.self)) ?? 0
          return
        default:
          digits.append(byte)
        }
      }
    }
    let leadingZeros = digits.prefix { $0 == UInt8(ascii: "0") }.count
    let place = (point ?? digits.count) + exponent - leadingZeros
    digits.removeFirst(leadingZeros)
    while digits.count > 1, digits.last == UInt8(ascii: "0") { digits.removeLast() }
    return (digits, place)
  }
}
