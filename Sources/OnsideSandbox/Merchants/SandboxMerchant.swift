import CausewayJOSE
import CausewayJSON
import Foundation
import OnsideMerchant

/// The merchant who owns the store's apps. The first start creates the merchant. `merchant.json` holds the merchant's
/// id and the key's id, `merchant-secret` the secret, and `merchant-api-key` the key of the Transactions Reporting API.
/// Only the user who runs the store can read the files.
struct SandboxMerchant: Sendable {
  /// The credentials that the merchant's backend signs its tokens with.
  let credentials: MerchantCredentials
  /// The SHA-256 of the key of the Transactions Reporting API. The key itself is not kept in memory, so that nothing
  /// can print it.
  let apiKey: SHA256Hash

  /// Reads the files, or creates them.
  ///
  /// - Throws: ``SandboxError``.
  init(folder: URL) throws(SandboxError) {
    let names = folder.appendingPathComponent("merchant.json")
    let secretFile = folder.appendingPathComponent("merchant-secret")
    apiKey = try Self.apiKey(folder.appendingPathComponent("merchant-api-key"))
    guard let text = try PrivateFile.read(names) else {
      // Write `merchant.json` last. Otherwise, after a crash between the two writes, the next start would find the ids
      // without their secret.
      let secret = SessionToken.random().text
      try PrivateFile.write(secret + "\n", to: secretFile)
      let (merchantID, keyID) = (UUID().uuidString.lowercased(), UUID().uuidString.lowercased())
      let json: JSONValue = ["merchant_id": .string(merchantID), "key_id": .string(keyID)]
      try PrivateFile.write(json.json + "\n", to: names)
      credentials = MerchantCredentials(merchantID: merchantID, keyID: keyID, secret: MerchantSecret(secret))
      return
    }
    guard let json = try? JSONValue(parsing: text), let merchantID = json["merchant_id"]?.stringValue,
      let keyID = json["key_id"]?.stringValue
    else {
      throw SandboxError(path: names.path, reason: "its content is not valid; remove it to get a new merchant")
    }
    let secret = try PrivateFile.read(secretFile)?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    guard !secret.isEmpty else {
      throw SandboxError(
        path: secretFile.path, reason: "missing or empty; remove it and merchant.json to get a new merchant")
    }
    credentials = MerchantCredentials(merchantID: merchantID, keyID: keyID, secret: MerchantSecret(secret))
  }
}

extension SandboxMerchant {
  /// Reads the key's file, or creates it. An existing folder may lack the file, because older versions did not write
  /// it.
  private static func apiKey(_ file: URL) throws(SandboxError) -> SHA256Hash {
    if let text = try PrivateFile.read(file)?.trimmingCharacters(in: .whitespacesAndNewlines) {
      guard !text.isEmpty else { throw SandboxError(path: file.path, reason: "empty; remove it to get a new key") }
      return SHA256Hash(of: text)
    }
    let key = SessionToken.random().text
    try PrivateFile.write(key + "\n", to: file)
    return SHA256Hash(of: key)
  }
}
