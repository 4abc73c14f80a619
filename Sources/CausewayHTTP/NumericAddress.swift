import Foundation

/// An IP address, such as 127.0.0.1 or ::1.
package struct NumericAddress: Hashable, Sendable {
  /// Whether the address is an IPv6 address.
  package let isIPv6: Bool

  /// Reads an address in its usual form; nil for every other text, such as a host name or the short form 127.1.
  package init?(_ text: String) {
    var version4 = in_addr()
    var version6 = in6_addr()
    if inet_pton(AF_INET, text, &version4) == 1 {
      isIPv6 = false
    } else if inet_pton(AF_INET6, text, &version6) == 1 {
      isIPv6 = true
    } else {
      return nil
    }
  }
}
