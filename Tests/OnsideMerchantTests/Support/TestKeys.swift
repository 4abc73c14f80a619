import CausewayJOSE
import Foundation
import OnsideMerchant

/// The keys of a store. All tests share the keys, because generating an RSA key takes a long time.
enum TestKeys {
  static let rsa = key(.rs256, "rsa-1")
  static let p256 = key(.es256, "p256-1")
  /// A key of another store, with the same key ID as ``rsa``.
  static let stranger = key(.rs256, "rsa-1")

  static let set = JSONWebKeySet([rsa, p256].compactMap { $0.publicKey() })

  private static func key(_ algorithm: JWSAlgorithm, _ name: String) -> SigningKey {
    do {
      return try SigningKey.generate(algorithm, keyID: name)
    } catch {
      fatalError("the key cannot be generated: \(error)")
    }
  }

  /// Returns the key set of these keys, as a key server sends it.
  static func document(_ keys: SigningKey...) -> Data {
    Data(JSONWebKeySet(keys.compactMap { $0.publicKey() }).json.jsonBytes)
  }
}

/// A merchant of the Merchant API.
enum TestMerchant {
  static let secret = "merchant-secret-that-nobody-may-see-1"
  static let otherSecret = "merchant-secret-that-nobody-may-see-2"
  static let credentials = MerchantCredentials(
    merchantID: "merchant-1", keyID: "secret-1", secret: MerchantSecret(secret))
}
