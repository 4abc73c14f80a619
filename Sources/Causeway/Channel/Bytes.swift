/// Binary data that travels beside a message, such as a photograph or a file.
///
/// The bytes stay in their ``storage``; only ``array`` copies them.
public struct Bytes: Sendable {
  /// The object that holds the bytes.
  public let storage: any ByteStorage

  /// Creates bytes from a storage, without a copy.
  public init(storage: any ByteStorage) {
    self.storage = storage
  }

  /// Creates bytes from an array.
  public init(_ array: [UInt8]) {
    storage = array
  }

  /// The number of bytes.
  public var count: Int { storage.count }

  /// The bytes as an array: a copy, unless the storage is an array.
  public var array: [UInt8] {
    storage as? [UInt8] ?? withUnsafeBytes { [UInt8]($0) }
  }

  /// Calls `body` with the bytes in contiguous memory. The pointer is valid only while `body` runs.
  public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try storage.withUnsafeBytes(body)
  }
}

/// A type that holds bytes in contiguous memory, such as an array or Foundation's `Data`.
public protocol ByteStorage: Sendable {
  /// The number of bytes.
  var count: Int { get }
  /// Calls `body` with the bytes in contiguous memory. The pointer is valid only while `body` runs.
  func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result
}

extension [UInt8]: ByteStorage {}

extension Bytes: ExpressibleByArrayLiteral {
  /// Creates bytes from an array literal.
  public init(arrayLiteral elements: UInt8...) {
    self.init(elements)
  }
}

extension Bytes: Hashable {
  /// Compares the bytes; the types of storage may differ.
  public static func == (left: Bytes, right: Bytes) -> Bool {
    left.count == right.count && left.withUnsafeBytes { left in right.withUnsafeBytes { left.elementsEqual($0) } }
  }

  /// Hashes the bytes and not their storage.
  public func hash(into hasher: inout Hasher) {
    withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}
