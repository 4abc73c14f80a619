import CausewayFiles
import CausewayTool
import Foundation
import OnsideMerchant

/// The publisher's credentials for the Merchant API. Every command that signs tokens has these options.
package struct MerchantOptions {
  /// The environment variable with the Merchant Secret. The secret is never an argument, because every user of the
  /// machine can read a command's arguments.
  package static let secretVariable = "ONSIDE_MERCHANT_SECRET"
  /// The environment variable with the Merchant Secret as base64. It is for a secret that is not text, because an
  /// environment variable can contain only text.
  static let base64Variable = "ONSIDE_MERCHANT_SECRET_BASE64"

  /// The specifications of these options, for parsing and for the help of each command that has them.
  static let specification = [
    OptionSpecification(
      "--merchant-id", "ID", "The Merchant ID from the Onside Manager, or from the store's merchant.json."),
    OptionSpecification(
      "--key-id", "KID", "The Secret Key ID from the Onside Manager, or key_id from the store's merchant.json."),
  ]

  /// The options of the commands that use the store's Merchant API.
  static let store = [
    OptionSpecification(
      "--store", "URL",
      "The store whose Merchant API is used, such as https://onside.io, or http://127.0.0.1:8080 for a sandbox."),
    OptionSpecification(
      "--jwks", "URL|FILE", "The store's public keys; default: /.well-known/jwks.json of the store."),
  ]

  /// The option for the publisher's apps.
  static let app = OptionSpecification(
    "--app", "ID", repeatable: true,
    "The bundle identifier of an app of the publisher. Histories of other apps are refused.")

  /// The part of each command's help that explains the secret.
  static let discussion = """
    The Merchant Secret is read only from the environment variable \(secretVariable) or, as base64 if its bytes are not
    text, from \(base64Variable). A secret of fewer than 32 bytes is used, with a warning.
    """

  let credentials: MerchantCredentials

  /// - Throws: ``UsageError`` if an option or the secret is missing or invalid. The text does not quote the secret.
  init(_ arguments: Arguments, environment: [String: String] = ProcessInfo.processInfo.environment) throws {
    let merchantID = try arguments.required("--merchant-id")
    let keyID = try arguments.required("--key-id")
    credentials = MerchantCredentials(merchantID: merchantID, keyID: keyID, secret: try Self.secret(environment))
  }

  private static func secret(_ environment: [String: String]) throws -> MerchantSecret {
    let text = environment[secretVariable] ?? ""
    let base64 = environment[base64Variable] ?? ""
    switch (text.isEmpty, base64.isEmpty) {
    case (false, false):
      throw UsageError("\(secretVariable) and \(base64Variable) are both set; unset one of them")
    case (false, true): return MerchantSecret(text)
    case (true, false):
      guard let secret = MerchantSecret(base64: base64), !secret.isEmpty else {
        throw UsageError(
          "\(base64Variable): it is not base64; make it from the secret's bytes with",
          advice: ["       export \(base64Variable)=$(base64 --wrap=0 FILE)"])
      }
      return secret
    case (true, true):
      throw UsageError(
        "\(secretVariable) is not set: put the Merchant Secret into this environment variable, for example with",
        advice: [
          "       export \(secretVariable)=$(cat DIR/merchant-secret)",
          "       If the secret is not text, set \(base64Variable) to the secret in base64 instead.",
        ])
    }
  }

  /// Checks the secret in the environment, and returns its location.
  ///
  /// - Throws: ``UsageError`` if the secret is missing or invalid.
  static func secretSource(_ environment: [String: String]) throws -> Setting<SecretSource> {
    _ = try secret(environment)
    let isText = !(environment[secretVariable] ?? "").isEmpty
    let variable = isText ? secretVariable : base64Variable
    return Setting(SecretSource(.environment(variable), isText ? .text : .base64), at: variable)
  }

  /// Returns the warning about a secret that is too short.
  ///
  /// - Parameter program: the program's name, for the beginning; nil to leave it out.
  static func warning(_ program: String?) -> String {
    (program.map { "\($0): warning: " } ?? "")
      + "the Merchant Secret has fewer than the \(MerchantSecret.recommendedBytes) bytes that RFC 7518 section 3.2 "
      + "requires; it is used, but ask the store for a longer one"
  }

  /// Prints a warning if the secret is too short. This is not an error, because only the store can change the secret.
  @MainActor static func warn(about credentials: MerchantCredentials) {
    guard !credentials.secret.isLongEnough else { return }
    StandardError.print(warning(Tool.runningName))
  }
}

extension MerchantOptions {
  /// Reads the location of a store's public keys, such as that from `--jwks`: a URL or a file.
  ///
  /// - Parameter place: the place of the text, for the error; nil for `--jwks` with the text, unless the text may contain
  ///   a password.
  static func keyLocation(_ text: String, at place: String? = nil) throws -> URL {
    let place = place ?? Arguments.shown("--jwks", text)
    if text.contains("://") {
      guard let url = URL(string: text), url.user == nil, url.password == nil else {
        throw UsageError(
          "\(place): it must be a file, or a URL without a user name and password")
      }
      return url
    }
    guard FileManager.default.isReadableFile(atPath: text) else {
      let reason = FileReason.absence(of: text)?.rawValue ?? "this user may not read the file"
      throw UsageError("\(place): \(reason)")
    }
    return URL(fileURLWithPath: text)
  }

  /// Returns the source of a store's keys: the location of `--jwks`, or the URL at which stores publish their keys.
  static func keys(of store: URL, or location: String?) throws -> JSONWebKeySetSource {
    try keys(location.map { try keyLocation($0) } ?? store.appendingPathComponent(".well-known/jwks.json"))
  }

  /// Returns a source of keys at a location. The keys are fetched when they are needed.
  static func keys(_ location: URL) throws -> JSONWebKeySetSource {
    do throws(KeySourceError) {
      return try JSONWebKeySetSource(location)
    } catch {
      throw UsageError("\(location): \(error)")
    }
  }
}
