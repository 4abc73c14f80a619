/// FNV-1a in 64 bits. SQLite does not see a bit that flips inside a value: rows that matter carry the checksum of
/// what they hold. It is against accidents, not against people.
@inlinable package func checksum(_ bytes: some Sequence<UInt8>) -> Int64 {
  var hash: UInt64 = 0xcbf2_9ce4_8422_2325
  for byte in bytes {
    hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
  }
  return Int64(bitPattern: hash)
}
