/// The check of a URL in a client's command.
enum AbsoluteURL {
  /// The schemes whose URLs have a host.
  private static let schemesWithHost: Set = ["http", "https", "ws", "wss", "ftp"]

  /// Returns whether a text is a URL with a scheme, as the URL standard reads it: with a host and a valid port if the
  /// scheme needs them.
  static func isValid(_ text: String) -> Bool {
    let text = text.drop { $0 <= " " }
    guard let colon = text.firstIndex(of: ":") else { return false }
    let scheme = text[..<colon]
    guard let first = scheme.first, first.isASCII, first.isLetter,
      scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
    else { return false }
    guard schemesWithHost.contains(scheme.lowercased()) else { return true }
    let rest = text[text.index(after: colon)...].drop { $0 == "/" || $0 == "\\" }
    let authority = rest.prefix { !"/\\?#".contains($0) }
    let server = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    return isServer(server)
  }

  /// Returns whether a text is a host with an optional port.
  private static func isServer(_ text: Substring) -> Bool {
    if text.first == "[" {
      guard let end = text.firstIndex(of: "]") else { return false }
      let address = text[text.index(after: text.startIndex)..<end]
      return address.contains(":") && address.allSatisfy { $0.isHexDigit || ":.".contains($0) }
        && isPort(text[text.index(after: end)...])
    }
    let host = text.prefix { $0 != ":" }
    let forbidden = " #/<>?@[\\]^|`{}\"%"
    // A percent sign begins a byte of the host.
    let isHost = !host.isEmpty && host.allSatisfy { $0 > " " && ($0 == "%" || !forbidden.contains($0)) }
    return isHost && isPort(text.dropFirst(host.count))
  }

  /// Returns whether a text is empty, or a colon and a port.
  private static func isPort(_ text: Substring) -> Bool {
    guard let colon = text.first else { return true }
    let digits = text.dropFirst()
    return colon == ":" && digits.allSatisfy { $0.isASCII && $0.isNumber }
      && (digits.isEmpty || UInt16(digits) != nil)
  }
}
