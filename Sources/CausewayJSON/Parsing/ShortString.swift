/// A string of up to 15 ASCII bytes, made from the two words in which Swift stores it.
///
/// Most names and many values are that short. The initializers of the standard library take several times as many
/// instructions for them: a seventh of all instructions for a text of small objects.
enum ShortString {
  /// The maximum number of bytes that Swift stores without allocating memory.
  static let maximumCount = 15

  /// Whether this Swift stores short strings as ``make(_:_:count:)`` assumes. All 64-bit platforms of Apple and Linux
  /// do.
  static let isAvailable: Bool = {
    guard MemoryLayout<String>.size == MemoryLayout<Words>.size else { return false }
    return (0...maximumCount).allSatisfy { count in
      // The bytes differ from each other, so that a different order of the bytes is noticed.
      let bytes = (0..<16).map { UInt8(0x41 + $0) }
      let (first, second) = bytes.withUnsafeBytes {
        ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      }
      let expected = words(first, second, count: count)
      let stored = unsafeBitCast(String(decoding: bytes.prefix(count), as: UTF8.self), to: Words.self)
      return expected.map { $0 == stored } ?? false
    }
  }()

  /// Returns the string of the first `count` bytes of two words in the order of memory; nil if one of the bytes is not
  /// ASCII. Call this only if ``isAvailable`` is true and `count` is at most ``maximumCount``.
  @inline(__always)
  static func make(_ first: UInt64, _ second: UInt64, count: Int) -> String? {
    guard var words = words(first, second, count: count) else { return nil }
    // Moving the string out of the words does not retain it, unlike `unsafeBitCast`.
    return withUnsafeMutablePointer(to: &words) {
      UnsafeMutableRawPointer($0).bindMemory(to: String.self, capacity: 1).move()
    }
  }

  private typealias Words = (UInt64, UInt64)

  /// Returns the words of the string: the bytes in the order of memory, and 0xE0 plus the number of bytes in the last
  /// byte.
  @inline(__always)
  private static func words(_ first: UInt64, _ second: UInt64, count: Int) -> Words? {
    var (first, second) = (first, second)
    if count < 8 {
      first &= (1 &<< UInt64(count &* 8)) &- 1
      second = 0
    } else {
      second &= (1 &<< UInt64(count &* 8 &- 64)) &- 1
    }
    guard (first | second) & 0x8080_8080_8080_8080 == 0 else { return nil }
    return (first, second | UInt64(0xE0 | count) &<< 56)
  }
}
