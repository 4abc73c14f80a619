import CausewayJSON
import CausewayJOSE
import Foundation
import OnsideMerchant
import Testing

/// The rules for the signature of a history that Onside's documents do not define.
@Suite("Signatures of histories") struct VerifierTests {
  private let verifier = HistoryVerifier(keys: TestKeys.set)

  private func refusal(of jws: String, by verifier: HistoryVerifier? = nil) async -> HistoryError? {
    do throws(HistoryError) {
      _ = try await (verifier ?? self.verifier).verify(jws)
      return nil
    } catch {
      return error
    }
  }

  @Test("RS256 and ES256 are accepted")
  func accepted() async throws {
    for (key, name) in [(TestKeys.rsa, "rsa-1"), (TestKeys.p256, "p256-1")] {
      let jws = try HistoryForms.signed(PurchaseForms.purchase(), by: key)
      let signed = try await verifier.verify(jws)
      #expect(signed.jws == jws)
      #expect(signed.keyID == name)
      #expect(signed.history.transactions.count == 1)
    }
  }

  @Test("HS256 is refused, even if the key source has such a key")
  func symmetric() async throws {
    let secret = Array("secret".utf8)
    let jws = try HistoryForms.signed(
      PurchaseForms.purchase(), by: .hs256(secret: secret, keyID: "rsa-1"))
    let careless = HistoryVerifier(keys: OneKey(key: .hs256(secret: secret)))
    #expect(await refusal(of: jws, by: careless) == .algorithmNotAllowed(.hs256))
    #expect(await refusal(of: jws) == .algorithmNotAllowed(.hs256))
  }

  @Test("A signature with the public key as the secret of HS256 is refused")
  func confusion() async throws {
    let published = try #require(TestKeys.rsa.publicKey()).json.jsonBytes
    let jws = try HistoryForms.signed(PurchaseForms.purchase(), by: .hs256(secret: published, keyID: "rsa-1"))
    #expect(await refusal(of: jws) == .algorithmNotAllowed(.hs256))
  }

  @Test("A history without a signature is refused")
  func unsigned() async throws {
    #expect(await refusal(of: "eyJhbGciOiJub25lIn0.e30.") == .notSigned(.algorithmNone))
    let parts = try HistoryForms.signed(PurchaseForms.purchase()).split(separator: ".")
    #expect(await refusal(of: "\(parts[0]).\(parts[1]).") == .signature(.missingSignature))
    #expect(await refusal(of: "") == .notSigned(.wrongNumberOfParts(1)))
  }

  @Test("A signature with another owner's key of the same name is refused")
  func stranger() async throws {
    let jws = try HistoryForms.signed(PurchaseForms.purchase(), by: TestKeys.stranger)
    #expect(await refusal(of: jws) == .signature(.wrongSignature))
  }

  @Test("A kid that is not in the set, or that has another algorithm, is refused")
  func wrongKeyID() async throws {
    var key = TestKeys.rsa
    key.keyID = "rsa-2"
    #expect(
      await refusal(of: try HistoryForms.signed(PurchaseForms.purchase(), by: key)) == .key(.noKey(.unknownKeyID)))
    key.keyID = "p256-1"
    #expect(
      await refusal(of: try HistoryForms.signed(PurchaseForms.purchase(), by: key)) == .key(.noKey(.wrongAlgorithm)))
  }

  @Test("Without a kid, the only key for the algorithm is used")
  func noKeyID() async throws {
    var key = TestKeys.p256
    key.keyID = nil
    let signed = try await verifier.verify(try HistoryForms.signed(PurchaseForms.purchase(), by: key))
    #expect(signed.keyID == nil)
  }

  @Test("A payload that was changed is refused")
  func changed() async throws {
    let parts = try HistoryForms.signed(PurchaseForms.purchase()).split(separator: ".")
    let other = try HistoryForms.signed(PurchaseForms.purchase(["quantity": 2])).split(separator: ".")
    #expect(await refusal(of: "\(parts[0]).\(other[1]).\(parts[2])") == .signature(.wrongSignature))
  }

  @Test("A history that is too long is not read")
  func tooLong() async throws {
    let jws = try HistoryForms.signed(PurchaseForms.purchase())
    let exact = HistoryVerifier(keys: TestKeys.set, maximumBytes: jws.utf8.count)
    #expect(await refusal(of: jws, by: exact) == nil)
    let small = HistoryVerifier(keys: TestKeys.set, maximumBytes: jws.utf8.count - 1)
    #expect(await refusal(of: jws, by: small) == .notSigned(.tooLong(maximumBytes: jws.utf8.count - 1)))
  }

  @Test("typ and cty do not matter", arguments: [nil, "JWT", "JOSE", "application/json", "x"])
  func types(type: String?) async throws {
    let payload = PurchaseForms.payload(PurchaseForms.purchase())
    #expect(await refusal(of: try TestKeys.rsa.sign(payload, type: type)) == nil)
  }

  @Test("Another text that the store signed is not a history")
  func otherPayload() async throws {
    #expect(await refusal(of: try TestKeys.rsa.sign(Array("{}".utf8))) == .payload(.noTransactions))
  }

  @Test("No description of a signed history shows its text")
  func redacted() async throws {
    let signed = try await verifier.verify(try HistoryForms.signed(PurchaseForms.purchase()))
    var text = "\(signed) \(String(reflecting: signed)) \([signed])"
    dump(signed, to: &text)
    #expect(!text.contains("eyJ"))
    #expect(text.contains("rsa-1"))
  }
}
