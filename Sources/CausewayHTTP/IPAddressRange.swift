import Foundation

/// An IP address, or all addresses that begin with the same bits, in the notation of CIDR: 10.0.0.0/8, 2001:db8::/32.
package struct IPAddressRange: Hashable, Sendable {
  /// The 4 or 16 bytes of the address.
  private let bytes: [UInt8]
  /// The number of bits that count.
  private let bits: Int

  /// Reads an address or a range; nil for every other text, and for a range whose address has bits after the counted
  /// ones, because such a range is probably a mistake.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let bytes = Self.bytes(String(parts[0])) else { return nil }
    self.bytes = bytes
    guard parts.count == 2 else {
      bits = bytes.count * 8
      return
    }
    guard let bits = Int(parts[1]), "\(bits)" == String(parts[1]), (0...bytes.count * 8).contains(bits) else {
      return nil
    }
    self.bits = bits
    guard bytes.enumerated().allSatisfy({ $0.element & ~Self.mask(ofByte: $0.offset, bits) == 0 }) else { return nil }
  }

  /// Returns whether an address is in the range. An IPv4 address in the form of IPv6 (::ffff:10.0.0.1) counts as the
  /// IPv4 address, because that is how a server that listens on :: sees IPv4 clients.
  package func contains(_ address: String) -> Bool {
    guard let other = Self.bytes(address), other.count == bytes.count else { return false }
    return other.indices.allSatisfy { (other[$0] ^ bytes[$0]) & Self.mask(ofByte: $0, bits) == 0 }
  }

  /// Returns whether an address is this machine itself: in 127.0.0.0/8, or ::1.
  package static func loopback(_ address: String) -> Bool {
    ["127.0.0.0/8", "::1"].compactMap(IPAddressRange.init).contains { $0.contains(address) }
  }

  private static func mask(ofByte index: Int, _ bits: Int) -> UInt8 {
    let count = min(max(bits - index * 8, 0), 8)
    return count == 0 ? 0 : UInt8.max << (8 - UInt8(count))
  }

  private static func bytes(_ text: String) -> [UInt8]? {
    var version4 = in_addr()
    if inet_pton(AF_INET, text, &version4) == 1 { return withUnsafeBytes(of: version4) { Array($0) } }
    var version6 = in6_addr()
    guard inet_pton(AF_INET6, text, &version6) == 1 else { return nil }
    let bytes = withUnsafeBytes(of: version6) { Array($0) }
    let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
    return bytes.starts(with: mapped) ? Array(bytes.dropFirst(mapped.count)) : bytes
  }
}
