/// Returns the 64-bit FNV-1a checksum of some bytes. SQLite does not detect a bit that flips inside a value, so
/// important rows store the checksum of their content. The checksum protects against accidents, not against attackers.
@inlinable package func checksum(_ bytes: some Sequence<UInt8>) -> Int64 {
  var hash: UInt64 = 0xcbf2_9ce4_8422_2325
  for byte in bytes {
    hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
  }
  return Int64(bitPattern: hash)
}

/// The checksum of the values of a row.
package struct RowChecksum {
  private var bytes: [UInt8] = []

  package init() { bytes.reserveCapacity(512) }

  /// The checksum of the values so far.
  package var value: Int64 { checksum(bytes) }

  /// Adds a value before it is stored. The value must not be a floating-point number.
  package mutating func add(_ value: DatabaseValue) {
    switch value {
    case .null: bytes.append(0)
    case .integer(let integer): add(integer)
    case .text(let text): add(2, text.utf8)
    case .blob(let blob): add(3, blob)
    case .real: preconditionFailure("A floating-point number has no checksum.")
    }
  }

  /// Adds a stored value. Its bytes are read in place, because a ledger verifies each order that it reads.
  package mutating func add(_ column: Int, of row: Row) throws(DatabaseError) {
    switch row.storedValue(column) {
    case .null: bytes.append(0)
    case .integer(let integer): add(integer)
    case .text(let text): add(2, text)
    case .blob(let blob): add(3, blob)
    case .real: throw row.damaged("column \(column) has the wrong type")
    }
  }

  private mutating func add(_ integer: Int64) { withUnsafeBytes(of: integer.bigEndian) { add(1, $0) } }

  private mutating func add(_ kind: UInt8, _ content: some Collection<UInt8>) {
    bytes.append(kind)
    // The length keeps the columns apart: without it, bytes could move from one column to the next unnoticed.
    withUnsafeBytes(of: UInt32(content.count).bigEndian) { bytes.append(contentsOf: $0) }
    bytes.append(contentsOf: content)
  }
}
