import Foundation

/// An argument that looks like the address of a server without `http://`, such as `localhost:3000` or `shop.example/cart`.
struct AddressWithoutScheme {
  /// The argument with `http://` before it.
  let url: String
  private let host: String
  private let text: String

  /// Reads an address without a scheme. Returns nil if the text is not such an address, or if it is the name of an
  /// existing file.
  init?(_ text: String) {
    let authority = text.prefix { !"/?#".contains($0) }
    let port = authority.lastIndex(of: ":").map { authority[authority.index(after: $0)...] }
    let host = port.map { authority.dropLast($0.count + 1) } ?? authority
    let isHost = host.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-.[:]".utf8.contains($0) }
    guard isHost, !host.isEmpty, !host.hasPrefix("."), port.map({ UInt16($0) != nil }) ?? true else { return nil }
    // Without a port, a name with a dot may be the name of a file, such as `page.html`.
    let isName = host == "localhost" || port != nil || (host.contains(".") && authority.count < text.count)
    guard isName, !FileManager.default.fileExists(atPath: text) else { return nil }
    self.text = text
    self.host = host.lowercased()
    url = "http://\(text)"
  }

  /// Whether the host is this machine, so that the scheme can only be `http`.
  var isLoopback: Bool {
    let isNumeric = host.hasPrefix("127.") && host.utf8.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: ".") }
    return isNumeric || host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]"
  }

  /// The error for an address of another machine.
  var error: PageError {
    PageError("\(text): the file or folder does not exist; for a page on the network, write https://\(text)")
  }
}
