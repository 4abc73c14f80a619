extension JSONPrinter {
  /// Prints a number like ECMAScript's Number::toString, except that -0 keeps its sign.
  mutating func print(_ number: Double) {
    if let integer = Int64(exactly: number), integer.magnitude <= 1 &<< 53 {
      // The integer 0 has no sign, so the sign is printed separately.
      if number.sign == .minus { bytes.append(UInt8(ascii: "-")) }
      print(integer.magnitude)
    } else if number.magnitude > 0.001, number.magnitude < 9e15 {
      // For a fraction of this size, the standard library and ECMAScript use the same layout.
      number.description.withBytes { bytes.append(contentsOf: $0) }
    } else if number.isFinite {
      printDecimal(number)
    } else {
      print(literal: "null")
    }
  }

  private mutating func print(_ integer: UInt64) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var rest = integer
      var start = digits.count
      repeat {
        start &-= 1
        let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
        digits[start] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit)
        rest = quotient
      } while rest > 0
      bytes.append(contentsOf: UnsafeMutableBufferPointer(rebasing: digits[start...]))
    }
  }

  /// Prints a very small or a large number in ECMAScript's layout. The digits come from the standard library: the
  /// shortest that parse to the number, and among those the closest, as ECMAScript requires.
  private mutating func printDecimal(_ number: Double) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    var (digits, point) = Self.shortestDigits(of: number.magnitude)
    switch point {
    case digits.count...21:
      digits.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: point - digits.count))
      bytes.append(contentsOf: digits)
    case 1...21:
      bytes.append(contentsOf: digits[..<point])
      bytes.append(UInt8(ascii: "."))
      bytes.append(contentsOf: digits[point...])
    case -5...0:
      print(literal: "0.")
      bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: -point))
      bytes.append(contentsOf: digits)
    default:
      bytes.append(digits[0])
      if digits.count > 1 { bytes.append(UInt8(ascii: ".")) }
      bytes.append(contentsOf: digits[1...])
      print(literal: point > 0 ? "e+" : "e-")
      print(UInt64((point - 1).magnitude))
    }
  }

  /// Returns the significant digits of a positive number, and the number of digits before the decimal point.
  private static func shortestDigits(of number: Double) -> (digits: [UInt8], point: Int) {
    var digits: [UInt8] = []
    digits.reserveCapacity(24)
    var point: Int?
    var exponent = 0
    // Swift prints "12.5", "1200.0", "0.0012" or "1.25e-07".
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
