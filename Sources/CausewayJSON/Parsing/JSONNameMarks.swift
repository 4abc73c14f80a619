/// A quick check whether the names of an object are unique, so that most objects need not compare their names.
///
/// Each name sets one of 64 marks, which depends on its length, its first byte and its last byte. Equal names have the
/// same mark. So all names are different as long as no two names have set the same mark.
struct JSONNameMarks {
  private var marks: UInt64 = 0
  /// Whether the names are certainly different. If this is false, they must be compared.
  private(set) var areUnique = true

  /// Adds a name.
  /// - Parameter text: the name as it is written between its quotation marks.
  @inline(__always)
  mutating func insert(_ name: String, writtenAs text: UnsafeBufferPointer<UInt8>) {
    // A name with an escape is shorter than its written text. Such names must be compared, because two of them can be
    // equal although their texts differ.
    guard let first = text.first, name.utf8.count == text.count else {
      areUnique = false
      return
    }
    let last = text[text.count &- 1]
    let mark: UInt64 = 1 &<< (UInt64(truncatingIfNeeded: text.count) &+ UInt64(first) &* 7 &+ UInt64(last) &* 31)
    if marks & mark != 0 { areUnique = false }
    marks |= mark
  }
}
