import Testing

@testable import OnsideMerchant

/// For whom no proxy is used, as the environment says it to libcurl.
@Suite("No proxy for this machine") struct ChosenProxyTests {
  @Test(
    "What the environment says already stays",
    arguments: [
      (nil, "localhost,::1"), ("", "localhost,::1"), (" ", "localhost,::1"), ("*", "*"), (" * ", "*"),
      (".example.com, 10.0.0.1", ".example.com, 10.0.0.1,localhost,::1"),
    ] as [(String?, String)])
  func list(given: String?, expected: String) {
    #expect(ProxyExclusion.list(adding: ["localhost", "::1"], to: given) == expected)
  }
}
