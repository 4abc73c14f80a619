/// Returns the 64-bit FNV-1a checksum of some bytes. SQLite does not detect a bit that flips inside a value, so
/// important rows store the checksum of their content. The checksum protects against accidents, not against attackers.
@inlinable package func checksum(_ bytes: some Sequence<UInt8>) -> Int64 {
  var hash: UInt64 = 0xcbf2_9ce4_8422_2325
  for byte in bytes {
    hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
  }
  return Int64(bitPattern: hash)
}
