// JavaScript compares strings by code units. Swift compares them by canonical equivalence. Therefore every comparison
// of keys or string values in this module uses their UTF-8.

extension String {
  /// Returns whether both strings have the same scalars.
  func hasSameScalars(as other: String) -> Bool {
    if hasSameWords(as: other) { return true }
    return utf8.count == other.utf8.count && withBytes { bytes in other.hasBytes(bytes) }
  }

  /// Returns whether both strings consist of the same words in memory. They are then equal, whatever the words mean.
  /// Equal short strings, which most names are, have the same words.
  @inline(__always)
  private func hasSameWords(as other: String) -> Bool {
    guard MemoryLayout<String>.size == MemoryLayout<(UInt64, UInt64)>.size else { return false }
    return unsafeBitCast(self, to: (UInt64, UInt64).self) == unsafeBitCast(other, to: (UInt64, UInt64).self)
  }

  /// Returns whether `bytes` are the string's UTF-8 bytes.
  package func hasBytes(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    utf8.count == bytes.count && withBytes { own in own.hasSameBytes(as: bytes) }
  }

  /// Hashes the UTF-8 bytes, and then a byte that UTF-8 does not use, as `String` itself does.
  func hashBytes(into hasher: inout Hasher) {
    withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(0xFF as UInt8)
  }

  /// Calls `body` with the UTF-8 bytes. Copies only a string that is not stored as UTF-8, such as one bridged from
  /// Objective-C.
  @inline(__always)
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
    if let result = try utf8.withContiguousStorageIfAvailable(body) { return result }
    var copy = self
    return try copy.withUTF8(body)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns whether both buffers have the same bytes. Their counts must be equal.
  fileprivate func hasSameBytes(as other: UnsafeBufferPointer<UInt8>) -> Bool {
    let left = UnsafeRawBufferPointer(self)
    let right = UnsafeRawBufferPointer(other)
    // The last word may overlap the one before it, so that short names need one or two comparisons.
    if count >= 8 {
      var offset = 0
      while offset &+ 8 < count {
        guard left.hasSameWord(UInt64.self, as: right, at: offset) else { return false }
        offset &+= 8
      }
      return left.hasSameWord(UInt64.self, as: right, at: count &- 8)
    }
    if count >= 4 {
      return left.hasSameWord(UInt32.self, as: right, at: 0) && left.hasSameWord(UInt32.self, as: right, at: count &- 4)
    }
    for offset in 0..<count where left[offset] != right[offset] { return false }
    return true
  }
}

extension UnsafeRawBufferPointer {
  /// Returns whether both buffers have the same bytes in a word at an offset.
  @inline(__always)
  fileprivate func hasSameWord<Word: FixedWidthInteger & BitwiseCopyable>(
    _ type: Word.Type, as other: UnsafeRawBufferPointer, at offset: Int
  ) -> Bool {
    loadUnaligned(fromByteOffset: offset, as: type) == other.loadUnaligned(fromByteOffset: offset, as: type)
  }
}
