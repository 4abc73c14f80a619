/// The cases of enums without associated values, including enums that are not `CaseIterable`, such as a type's
/// synthesized `CodingKeys`.
///
/// The number of cases is read from the type's metadata, whose layout is part of Swift's stable ABI: the first word of
/// the metadata is its kind, the second one points to a descriptor of 32-bit fields. The cases of such an enum are
/// stored as the numbers from 0 in one byte. Every assumption is checked; if one does not hold, the result is nil.
enum EnumCases {
  private static let enumKind: UInt = 0x201
  /// The index of the field with the number of cases with associated values, in its lower 24 bits.
  private static let payloadCases = 5
  /// The index of the field with the number of cases without associated values.
  private static let emptyCases = 6

  /// Returns whether a type is an enum.
  static func isEnum(_ type: Any.Type) -> Bool {
    unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee == enumKind
  }

  /// Returns the cases in the order of their declaration; nil if the enum has associated values or more than 256 cases.
  static func all<Value>(of type: Value.Type) -> [Any]? {
    guard isEnum(type) else { return nil }
    // Convert to `Any.Type` first, because a metatype whose type is known to the optimizer can have no size.
    let metadata = unsafeBitCast(type as Any.Type, to: UnsafePointer<UnsafePointer<UInt32>>.self)
    let descriptor = metadata[1]
    let count = Int(descriptor[emptyCases])
    guard descriptor[payloadCases] & 0xFF_FFFF == 0, 1...256 ~= count else { return nil }
    // One case takes no memory, and up to 256 cases take one byte. C enums have another layout.
    guard MemoryLayout<Value>.size == (count == 1 ? 0 : 1) else { return nil }
    return (0..<count).map { number in
      withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { memory in
        memory.storeBytes(of: UInt8(number), as: UInt8.self)
        return memory.load(as: Value.self)
      }
    }
  }

  /// Returns the first case; nil if the cases cannot be listed.
  static func first<Value>(of type: Value.Type) -> Value? { all(of: type)?.first as? Value }
}
