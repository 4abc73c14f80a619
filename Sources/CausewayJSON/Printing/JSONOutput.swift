/// The memory of a text that grows at its end.
///
/// An array compares its capacity and its reference count for each byte that is appended. This type compares only the
/// capacity, once for all bytes that are written together: ``reserve(_:)``, and then the unchecked methods.
package struct JSONOutput: ~Copyable {
  /// The number of bytes written.
  package private(set) var count = 0
  private var capacity: Int
  private var memory: UnsafeMutableRawPointer

  /// Creates an empty text with memory for some bytes.
  package init(capacity: Int = 256) {
    self.capacity = capacity
    memory = .allocate(byteCount: capacity, alignment: 16)
  }

  deinit { memory.deallocate() }

  /// The bytes written.
  package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: memory, count: count) }

  /// Removes the bytes. Keeps the memory, unless it is more than `largest` bytes.
  package mutating func removeAll(keepingCapacityUpTo largest: Int) {
    count = 0
    guard capacity > largest else { return }
    memory.deallocate()
    capacity = largest
    memory = .allocate(byteCount: largest, alignment: 16)
  }

  /// Ensures memory for `size` more bytes.
  @inline(__always)
  package mutating func reserve(_ size: Int) {
    if capacity &- count < size { grow(by: size) }
  }

  @inline(never)
  private mutating func grow(by size: Int) {
    capacity = max(capacity * 2, count + size)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    larger.copyMemory(from: memory, byteCount: count)
    memory.deallocate()
    memory = larger
  }

  /// Appends a byte.
  @inline(__always)
  package mutating func append(_ byte: UInt8) {
    reserve(1)
    appendUnchecked(byte)
  }

  /// Appends bytes.
  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    reserve(bytes.count)
    (memory + count).copyMemory(from: start, byteCount: bytes.count)
    count &+= bytes.count
  }

  /// Appends the UTF-8 bytes of a string.
  package mutating func append(_ string: String) {
    string.withBytes { append(UnsafeRawBufferPointer($0)) }
  }

  /// Appends ASCII text from the program.
  @inline(__always)
  mutating func append(_ literal: StaticString) {
    // The compiler knows the bytes, so it turns this loop into one or two instructions. A copy would be a call of
    // `memcpy`.
    reserve(literal.utf8CodeUnitCount)
    for offset in 0..<literal.utf8CodeUnitCount { appendUnchecked(literal.utf8Start[offset]) }
  }

  /// Appends a decimal number.
  package mutating func append(decimal number: UInt64) {
    reserve(20)
    var places = 1
    var bound: UInt64 = 10
    while number >= bound, places < 20 {
      places &+= 1
      let (next, overflow) = bound.multipliedReportingOverflow(by: 10)
      bound = overflow ? .max : next
    }
    count &+= places
    var end = memory + count
    var rest = number
    for _ in 0..<places {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      end -= 1
      end.storeBytes(of: UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit), as: UInt8.self)
      rest = quotient
    }
  }

  // MARK: After reserve(_:)

  /// Appends a byte, for which memory must be reserved.
  @inline(__always)
  mutating func appendUnchecked(_ byte: UInt8) {
    (memory + count).storeBytes(of: byte, as: UInt8.self)
    count &+= 1
  }

  /// Writes eight bytes after the text, for which memory must be reserved, and appends the first `length` of them.
  @inline(__always)
  mutating func appendUnchecked(_ word: UInt64, length: Int) {
    (memory + count).storeBytes(of: word, as: UInt64.self)
    count &+= length
  }
}
