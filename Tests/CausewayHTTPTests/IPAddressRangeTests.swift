import CausewayHTTP
import Testing

@Suite("Ranges of IP addresses") struct IPAddressRangeTests {
  @Test(arguments: [
    ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false), ("192.168.4.0/22", "192.168.7.255", true),
    ("192.168.4.0/22", "192.168.8.0", false), ("127.0.0.1", "127.0.0.1", true), ("127.0.0.1", "127.0.0.2", false),
    ("2001:db8::/32", "2001:db8:1::1", true), ("2001:db8::/32", "2001:db9::1", false), ("0.0.0.0/0", "1.2.3.4", true),
    ("0.0.0.0/0", "::1", false), ("10.0.0.0/8", "::ffff:10.1.2.3", true), ("::1", "::1", true),
    ("::1", "not an address", false),
  ])
  func aRangeContainsTheAddressesWithTheSameFirstBits(_ range: String, _ address: String, _ isInside: Bool) throws {
    #expect(try #require(IPAddressRange(range)).contains(address) == isInside)
  }

  @Test(arguments: [
    "", "10.0.0.0/33", "10.0.0.1/8", "10.0.0.0/08", "10.0.0.0/", "10/8", "proxy.example", "::/129", "1.2.3.4/8/8",
  ])
  func aTextThatIsNotARangeIsRefused(_ text: String) {
    #expect(IPAddressRange(text) == nil)
  }
}
