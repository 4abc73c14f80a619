/// Bytes that travel beside a message: a photograph, a file.
///
/// They stay where they are, in whatever has them (``ByteStorage``), and are copied by ``array`` alone.
public struct Bytes: Sendable {
  /// What has them.
  public let storage: any ByteStorage

  /// Bytes in a storage.
  public init(storage: any ByteStorage) {
    self.storage = storage
  }

  /// The bytes of an array.
  public init(_ array: [UInt8]) {
    storage = array
  }

  /// How many there are.
  public var count: Int { storage.count }

  /// The bytes as an array.
  public var array: [UInt8] {
    storage as? [UInt8] ?? withUnsafeBytes { [UInt8]($0) }
  }

  /// Gives the bytes in one piece, for as long as the body runs.
  public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try storage.withUnsafeBytes(body)
  }
}

/// Something that has bytes in one piece, such as an array or Foundation's `Data`.
public protocol ByteStorage: Sendable {
  /// How many there are.
  var count: Int { get }
  /// Gives the bytes in one piece, for as long as the body runs.
  func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result
}

extension [UInt8]: ByteStorage {}

extension Bytes: ExpressibleByArrayLiteral {
  /// The bytes of a literal.
  public init(arrayLiteral elements: UInt8...) {
    self.init(elements)
  }
}

extension Bytes: Hashable {
  /// Whether both have the same bytes.
  public static func == (left: Bytes, right: Bytes) -> Bool {
    left.count == right.count && left.withUnsafeBytes { left in right.withUnsafeBytes { left.elementsEqual($0) } }
  }

  /// Feeds the bytes.
  public func hash(into hasher: inout Hasher) {
    withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}
