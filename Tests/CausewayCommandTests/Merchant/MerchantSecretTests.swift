#if os(Linux)
import CausewayJOSE
import Foundation
import Testing

/// Merchant Secrets of any length and with any bytes, because a store may issue such secrets.
@Suite("The Merchant Secret of the command", .serialized, .timeLimit(.minutes(10))) struct MerchantSecretTests {
  private static let words = ["merchant", "token", "--merchant-id", "m", "--key-id", "k"]

  /// Returns whether the token has a valid signature with these bytes.
  private func isSigned(_ token: String, with secret: [UInt8]) -> Bool {
    guard let jws = try? JWS(parsing: String(token.dropLast())) else { return false }
    return (try? jws.verified(with: .hs256(secret: secret))) != nil
  }

  @Test func aShortSecretIsAcceptedWithOneWarning() async throws {
    let secret = "a-secret-of-31-bytes-of-a-store"
    let result = try await causeway(Self.words, environment: ["ONSIDE_MERCHANT_SECRET": secret])
    #expect(result.code == 0)
    #expect(isSigned(result.output, with: Array(secret.utf8)))
    let warnings = result.error.split(separator: "\n")
    #expect(warnings.count == 1 && warnings.first?.hasPrefix("causeway: warning: the Merchant Secret") == true)
    #expect(result.error.contains("32 bytes") && !result.error.contains(secret))
  }

  @Test func aSecretOf32BytesIsAcceptedWithoutAWarning() async throws {
    let secret = "a-secret-of-32-bytes-nobody-sees"
    let result = try await causeway(Self.words, environment: ["ONSIDE_MERCHANT_SECRET": secret])
    #expect(result.code == 0 && result.error.isEmpty)
    #expect(isSigned(result.output, with: Array(secret.utf8)))
  }

  @Test(arguments: [
    ["ONSIDE_MERCHANT_SECRET": ""], ["ONSIDE_MERCHANT_SECRET_BASE64": ""],
    ["ONSIDE_MERCHANT_SECRET": "", "ONSIDE_MERCHANT_SECRET_BASE64": ""],
  ]) func anEmptySecretIsRefused(environment: [String: String]) async throws {
    let result = try await causeway(Self.words, environment: environment)
    #expect(result.code == 2 && result.output.isEmpty)
    #expect(result.error.contains("ONSIDE_MERCHANT_SECRET is not set"))
  }

  /// No UTF-8 text contains the byte 0xFF. The last bytes need the letters `+` and `/` in base64, or `-` and `_` in
  /// base64url.
  @Test func aSecretThatIsNotUTF8IsGivenAsBase64() async throws {
    let secret = (0..<40).map { UInt8(255 - $0 * 3) } + [0, 0xFB, 0xEF, 0xFF]
    let standard = Data(secret).base64EncodedString()
    let url = standard.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
    #expect(standard != url)
    for text in [standard, url, url.replacingOccurrences(of: "=", with: "")] {
      let result = try await causeway(Self.words, environment: ["ONSIDE_MERCHANT_SECRET_BASE64": text])
      #expect(result.code == 0 && result.error.isEmpty, "\(result.error)")
      #expect(isSigned(result.output, with: secret))
    }
  }

  @Test(arguments: ["not base64", "QUJDR", "QUJD=", "QUJD\nQUJD", "Zm9v,YmFy"])
  func invalidBase64IsRefusedAndNotRepeatedInTheError(text: String) async throws {
    let result = try await causeway(Self.words, environment: ["ONSIDE_MERCHANT_SECRET_BASE64": text])
    #expect(result.code == 2 && result.output.isEmpty)
    #expect(result.error.contains("ONSIDE_MERCHANT_SECRET_BASE64") && result.error.contains("not base64"))
    #expect(!result.error.contains("QUJD") && !result.error.contains("Zm9v"))
  }

  @Test func twoSecretsAreRefused() async throws {
    let result = try await causeway(
      Self.words, environment: ["ONSIDE_MERCHANT_SECRET": "one", "ONSIDE_MERCHANT_SECRET_BASE64": "dHdv"])
    #expect(result.code == 2 && result.output.isEmpty)
    #expect(result.error.contains("ONSIDE_MERCHANT_SECRET and ONSIDE_MERCHANT_SECRET_BASE64 are both set"))
  }

  @Test func theHelpNamesTheVariableForABase64Secret() async throws {
    for command in ["token", "history", "serve"] {
      let help = try await causeway("merchant", command, "--help").output
      #expect(help.contains("ONSIDE_MERCHANT_SECRET_BASE64"), "\(command)")
    }
  }
}
#endif
