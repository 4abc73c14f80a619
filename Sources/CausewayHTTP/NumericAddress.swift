import Foundation

/// An address in numbers, such as 127.0.0.1 or ::1.
package struct NumericAddress: Hashable, Sendable {
  /// Whether it is of version 6 of the protocol.
  package let isIPv6: Bool
  /// Whether only this machine can be reached by it: 127.0.0.0/8 or ::1.
  package let isLoopback: Bool

  /// Reads an address in its usual form; nil for all else, also for names and shortened forms such as 127.1.
  package init?(_ text: String) {
    var version4 = in_addr()
    var version6 = in6_addr()
    if inet_pton(AF_INET, text, &version4) == 1 {
      isIPv6 = false
      isLoopback = UInt32(bigEndian: version4.s_addr) >> 24 == 127
    } else if inet_pton(AF_INET6, text, &version6) == 1 {
      isIPv6 = true
      let bytes = withUnsafeBytes(of: version6, Array.init)
      isLoopback = bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
    } else {
      return nil
    }
  }
}
