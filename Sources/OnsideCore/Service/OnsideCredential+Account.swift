import Foundation

extension OnsideCredential {
  /// By what a store for testing knows the account again, however the user has written it; nil if it cannot be an e-mail
  /// address or a telephone number. Nothing is sent there, and no password is asked for.
  package var accountName: String? {
    switch self {
    case .email(let text): Self.normalized(email: text).map { "email:\($0)" }
    case .phone(let text): Self.normalized(phone: text).map { "phone:\($0)" }
    case .federated(let provider): "federated:\(provider.rawValue)"
    }
  }

  /// By what a store for testing knows the account of one person at a provider; nil for a text that cannot be an e-mail
  /// address. Two people are two accounts.
  package static func accountName(of address: String, at provider: OnsideIdentityProvider) -> String? {
    normalized(email: address).map { "federated:\(provider.rawValue):\($0)" }
  }

  /// What a user knows an account by: the address of `email:ada@example.org` and of `federated:google:ada@example.org`,
  /// and the name of the provider of `federated:google`, the one account that local testing has for it.
  package static func name(ofAccountName name: String) -> String {
    let (provider, name) = parts(ofAccountName: name)
    return name ?? provider?.name ?? ""
  }

  /// The provider of an account, nil for one by address or number; and the address or number, nil if there is none.
  package static func parts(ofAccountName name: String) -> (provider: OnsideIdentityProvider?, name: String?) {
    let parts = name.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    if parts.count >= 2, parts[0] == "federated", let provider = OnsideIdentityProvider(rawValue: parts[1]) {
      return (provider, parts.count == 3 ? parts[2] : nil)
    }
    return (nil, name.firstIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name)
  }

  /// Something before and after one `@`, without spaces, of at most 254 characters as SMTP allows.
  private static func normalized(email text: String) -> String? {
    let address = text.trimmed.lowercased()
    let parts = address.unicodeScalars.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty, address.count <= 254,
      !address.contains(where: \.isWhitespace)
    else { return nil }
    return address
  }

  /// Digits, 4 to 15 as E.164 allows, perhaps after a `+`, and perhaps with the signs by which people group them.
  private static func normalized(phone text: String) -> String? {
    let number = text.trimmed.filter { !" -().\u{A0}/".contains($0) }
    let digits = number.hasPrefix("+") ? number.dropFirst() : number[...]
    guard (4...15).contains(digits.count), digits.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
    return number
  }
}

extension String {
  /// Without white space at both ends.
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
