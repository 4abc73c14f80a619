/// What a publisher's backend has from the Onside Manager to identify itself to the Merchant API.
public struct MerchantCredentials: Sendable {
  /// The Merchant ID.
  public var merchantID: String
  /// The Secret Key ID: which of the merchant's secrets it is.
  public var keyID: String
  /// The Merchant Secret.
  public var secret: MerchantSecret

  /// Credentials.
  public init(merchantID: String, keyID: String, secret: MerchantSecret) {
    self.merchantID = merchantID
    self.keyID = keyID
    self.secret = secret
  }
}
