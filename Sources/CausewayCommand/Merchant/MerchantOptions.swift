import Foundation
import OnsideMerchant

/// Who a publisher is to the Merchant API: what every command has that signs tokens.
struct MerchantOptions {
  /// Where the Merchant Secret is. It is never an argument: those, every user of the machine can read.
  static let secretVariable = "ONSIDE_MERCHANT_SECRET"

  /// The options that name the publisher, for the help of each command that has them.
  static let specification = [
    OptionSpecification(
      "--merchant-id", "ID", "The Merchant ID of the Onside Manager, or of the store's merchant.json."),
    OptionSpecification("--key-id", "KID", "The Secret Key ID that belongs to the secret."),
  ]

  /// What the help of each such command says of the secret.
  static let discussion = """
    The Merchant Secret is read from the environment variable \(secretVariable), and from nowhere else.
    """

  let credentials: MerchantCredentials

  /// - Throws: ``UsageError`` for what is missing. Nothing that was given is in its text.
  init(_ arguments: Arguments, environment: [String: String] = ProcessInfo.processInfo.environment) throws {
    let merchantID = try arguments.required("--merchant-id")
    let keyID = try arguments.required("--key-id")
    guard let secret = environment[Self.secretVariable], !secret.isEmpty else {
      throw UsageError(
        "\(Self.secretVariable) is not set: put the Merchant Secret into that environment variable, such as",
        advice: ["       export \(Self.secretVariable)=$(cat DIR/merchant-secret)"])
    }
    credentials = MerchantCredentials(merchantID: merchantID, keyID: keyID, secret: MerchantSecret(secret))
    guard credentials.secret.isLongEnough else {
      throw UsageError("\(Self.secretVariable): \(MerchantTokenError.shortSecret)")
    }
  }
}

extension MerchantOptions {
  /// Where a store's public keys are, as `--jwks` says it: an address, or a file.
  static func keyLocation(_ text: String) throws -> URL {
    if text.contains("://") {
      guard let url = URL(string: text), url.user == nil, url.password == nil else {
        throw UsageError("\(Arguments.shown("--jwks", text)): that is neither an address, without a user, nor a file")
      }
      return url
    }
    guard FileManager.default.isReadableFile(atPath: text) else {
      throw UsageError("\(Arguments.shown("--jwks", text)): there is no such file, or it may not be read")
    }
    return URL(fileURLWithPath: text)
  }

  /// The keys of a store: from where `--jwks` says, or else from where a store publishes them.
  static func keys(of store: URL, or location: String?) throws -> JSONWebKeySetSource {
    try keys(location.map(keyLocation) ?? store.appendingPathComponent(".well-known/jwks.json"))
  }

  /// The keys of a place, which are fetched when they are needed.
  static func keys(_ location: URL) throws -> JSONWebKeySetSource {
    do throws(KeySourceError) {
      return try JSONWebKeySetSource(location)
    } catch {
      throw UsageError("\(location): \(error)")
    }
  }
}
