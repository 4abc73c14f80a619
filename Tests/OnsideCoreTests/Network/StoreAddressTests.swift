import Foundation
import Testing

@testable import OnsideCore

/// The addresses that a store may have: tokens must never be sent over a network without encryption.
struct StoreAddressTests {
  private func address(_ text: String, app: String = "com.example.shop") throws -> StoreAddress {
    try StoreAddress(try #require(URL(string: text)), app: app)
  }

  @Test(arguments: [
    "https://store.example", "https://store.example:8443/shop/", "HTTPS://store.example", "http://127.0.0.1:8080",
    "http://127.8.9.10", "http://localhost:80", "http://LOCALHOST", "http://[::1]:8080",
  ])
  func httpsAndLoopbackAddressesAreAccepted(text: String) throws {
    #expect(try address(text).url.absoluteString == text)
  }

  @Test(arguments: [
    "http://store.example", "http://10.0.0.1", "http://127.0.0.1.example.com", "http://localhost.example.com",
    "http://128.0.0.1", "http://127.0.0", "http://127.0.0.256",
  ])
  func unencryptedAddressesOfOtherMachinesAreRejected(text: String) throws {
    #expect(throws: StoreAddress.Mistake.notSecure(text)) { try address(text) }
  }

  @Test func anUnencryptedIPv6AddressOfAnotherMachineIsRejected() {
    #expect {
      try address("http://[2001:db8::1]:80")
    } throws: { error in
      if case StoreAddress.Mistake.notSecure = error { true } else { false }
    }
  }

  @Test(arguments: [
    "ftp://store.example", "store.example", "https:", "https:///shop", "https://ada:hunter2@store.example",
    "https://store.example?shop=1", "https://store.example#shop", "file:///tmp/shop",
  ])
  func theErrorForAnInvalidAddressContainsNoPassword(text: String) throws {
    #expect {
      try address(text)
    } throws: { error in
      guard case StoreAddress.Mistake.notAnAddress = error else { return false }
      return !"\(error)".contains("hunter2") && "\(error)".contains("https://store.example")
    }
  }

  @Test(arguments: [
    ("https://store.example:8443/?shop=1", "https://store.example:8443", "a query"),
    ("https://store.example/shop#top", "https://store.example", "a fragment"),
    ("https://ada:hunter2@store.example:8443", "https://store.example:8443", "a user"),
    ("https:///shop", "https://", "no host"), ("ftp://store.example:21", "ftp://store.example:21", "ftp"),
    ("http://10.0.0.1:8080/?shop=1", "http://10.0.0.1:8080", "a query"),
  ])
  func anErrorNamesTheProblemAndTheServerAndNoSecrets(text: String, shown: String, mistake: String) {
    #expect {
      try address(text)
    } throws: { error in
      let said = "\(error)"
      let secrets = ["hunter2", "ada", "shop=1", "top"]
      return said.contains(shown + " ") && said.contains(mistake) && !secrets.contains(where: said.contains)
    }
  }

  @Test func theErrorForAnInsecureAddressNamesThePort() {
    #expect(throws: StoreAddress.Mistake.notSecure("http://store.example:8080")) {
      try address("http://store.example:8080/shop")
    }
  }

  @Test(arguments: ["", "com.example shop", "com.example\r\nX: 1", "com.exämple", String(repeating: "a", count: 156)])
  func anInvalidBundleIdentifierIsRejected(app: String) throws {
    #expect(throws: StoreAddress.Mistake.notAnApp(app)) { try address("https://store.example", app: app) }
  }

  @Test func anIdentifierIsEscapedAsOnePathComponent() throws {
    let path = ["payment-methods", "../a b/ü?x#y%2F"]
    let expected = "payment-methods/..%2Fa%20b%2F%C3%BC%3Fx%23y%252F"
    #expect(try address("https://store.example").url(path).absoluteString == "https://store.example/" + expected)
    #expect(try address("https://store.example/s/").url(path).absoluteString == "https://store.example/s/" + expected)
  }
}
