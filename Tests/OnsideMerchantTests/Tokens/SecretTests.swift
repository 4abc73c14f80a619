import CausewayJOSE
import Foundation
import OnsideMerchant
import Testing

/// The rules for tokens and secrets that Onside's documents do not define.
@Suite("Merchant tokens") struct SecretTests {
  private let now = Date(timeIntervalSince1970: 1_769_860_800)

  @Test("A refused token does not count as used")
  func refusedIsNotUsed() throws {
    var verifier = MerchantTokenVerifier([TestMerchant.credentials])
    let token = try MerchantToken.make(TestMerchant.credentials, at: now)
    #expect(throws: MerchantTokenRefusal.claims(.notYetValid)) { try verifier.merchant(of: token, at: now - 60) }
    #expect(try verifier.merchant(of: token, at: now) == "merchant-1")
  }

  @Test("When too many tokens are valid at once, new ones are refused until some expire")
  func full() throws {
    var verifier = MerchantTokenVerifier([TestMerchant.credentials], capacity: 2)
    for _ in 0..<2 {
      _ = try verifier.merchant(of: try MerchantToken.make(TestMerchant.credentials, at: now), at: now)
    }
    #expect(throws: MerchantTokenRefusal.replay(.full)) {
      try verifier.merchant(of: try MerchantToken.make(TestMerchant.credentials, at: now), at: now)
    }
    let later = now + 35
    #expect(
      try verifier.merchant(of: try MerchantToken.make(TestMerchant.credentials, at: later), at: later)
        == "merchant-1")
  }

  @Test("A token of more than 4,096 bytes is not read", arguments: [4096, 4097])
  func long(length: Int) {
    var verifier = MerchantTokenVerifier([TestMerchant.credentials])
    let token = String(repeating: "a", count: length)
    let error: MerchantTokenRefusal =
      length > 4096 ? .malformed(.tooLong(maximumBytes: 4096)) : .malformed(.wrongNumberOfParts(1))
    #expect(throws: error) { try verifier.merchant(of: token, at: now) }
  }

  @Test("A token with a repeated claim is refused")
  func twice() throws {
    let key = SigningKey.hs256(secret: Array(TestMerchant.secret.utf8), keyID: "secret-1")
    let token = try key.sign(Array(#"{"aud":"onside","iss":"onside","aud":"onside"}"#.utf8))
    var verifier = MerchantTokenVerifier([TestMerchant.credentials])
    #expect(throws: MerchantTokenRefusal.claims(.duplicateClaim)) { try verifier.merchant(of: token, at: now) }
  }

  @Test("No description of a secret shows it")
  func secrets() throws {
    let credentials = TestMerchant.credentials
    var dumped = ""
    dump(credentials, to: &dumped)
    let texts = ["\(credentials)", String(reflecting: credentials), dumped, "\(credentials.secret)"]
    for text in texts {
      #expect(!text.contains("nobody-may-see"))
      #expect(!text.contains("\(Array(TestMerchant.secret.utf8).prefix(4).map(String.init).joined(separator: ", "))"))
    }
    var verifier = "\(MerchantTokenVerifier([credentials]))"
    dump(MerchantTokenVerifier([credentials]), to: &verifier)
    #expect(!verifier.contains("nobody-may-see"))
  }
}
