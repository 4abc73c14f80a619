/// The credentials from the Onside Manager that identify a publisher's backend to the Merchant API.
public struct MerchantCredentials: Sendable {
  /// The Merchant ID, which names the publisher.
  public var merchantID: String
  /// The Secret Key ID, which names one of the merchant's secrets.
  public var keyID: String
  /// The Merchant Secret, which signs each token.
  public var secret: MerchantSecret

  /// Creates credentials from the values that the Onside Manager shows.
  public init(merchantID: String, keyID: String, secret: MerchantSecret) {
    self.merchantID = merchantID
    self.keyID = keyID
    self.secret = secret
  }
}
