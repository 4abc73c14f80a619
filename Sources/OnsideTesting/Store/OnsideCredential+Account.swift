import CausewayJSON
import Foundation
import OnsideCore

extension OnsideCredential {
  /// The name by which a store for testing identifies the account, the same for every spelling that a user may type;
  /// nil for a text that cannot be an e-mail address or a telephone number. The store sends no message to the address
  /// or number, and requires no password.
  package var accountName: String? {
    switch self {
    case .email(let text): Self.normalized(email: text).map { "email:\($0)" }
    case .phone(let text): Self.normalized(phone: text).map { "phone:\($0)" }
    case .federated(let provider): "federated:\(provider.rawValue)"
    }
  }

  /// Returns the name by which a store for testing identifies one user's account at a provider; nil for a text that
  /// cannot be an e-mail address. Different addresses are different accounts.
  package static func accountName(of address: String, at provider: OnsideIdentityProvider) -> String? {
    normalized(email: address).map { "federated:\(provider.rawValue):\($0)" }
  }

  /// Returns the name that a user sees for an account: the address in `email:ada@example.org` and in
  /// `federated:google:ada@example.org`, and the provider's name for `federated:google`, the only account of that
  /// provider in local testing.
  package static func name(ofAccountName name: String) -> String {
    let (provider, name) = parts(ofAccountName: name)
    return name ?? provider?.name ?? ""
  }

  /// Returns the parts of an account name: the provider (nil for an address or a number), and the address or number
  /// (nil if the name has none).
  package static func parts(ofAccountName name: String) -> (provider: OnsideIdentityProvider?, name: String?) {
    let parts = name.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    if parts.count >= 2, parts[0] == "federated", let provider = OnsideIdentityProvider(rawValue: parts[1]) {
      return (provider, parts.count == 3 ? parts[2] : nil)
    }
    return (nil, name.firstIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name)
  }

  /// Returns the address in lower case; nil unless it has one `@` with text on both sides, no white space, and at most
  /// 254 characters (the limit of SMTP).
  private static func normalized(email text: String) -> String? {
    let address = text.trimmed.lowercased()
    let parts = address.unicodeScalars.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty, address.count <= 254,
      !address.contains(where: \.isWhitespace)
    else { return nil }
    return address
  }

  /// Returns the number without grouping characters; nil unless it has 4 to 15 digits, as E.164 allows, with or without
  /// a leading `+`.
  private static func normalized(phone text: String) -> String? {
    let number = text.trimmed.filter { !" -().\u{A0}/".contains($0) }
    let digits = number.hasPrefix("+") ? number.dropFirst() : number[...]
    guard (4...15).contains(digits.count), digits.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
    return number
  }
}

extension String {
  /// The text without white space at both ends.
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
