import Foundation

/// A URL scheme by which a browser comes back to an app: one of the app's own ("private-use", RFC 8252, section 7.1).
package struct CallbackScheme: Hashable, Sendable {
  /// The host of a callback. It tells a callback from the app's other URLs with the scheme.
  package static let host = "onside-login"

  /// In lower case.
  package let text: String

  /// A scheme; nil for a text that is no scheme (RFC 3986), is longer than 200 characters, or belongs to browsers.
  package init?(_ text: String) {
    let text = text.lowercased()
    guard (1...200).contains(text.utf8.count), text.utf8.first.map(Self.isLetter) == true,
      text.utf8.allSatisfy({ Self.isLetter($0) || Self.isDigit($0) || "+-.".utf8.contains($0) }),
      !Self.schemesOfBrowsers.contains(text)
    else { return nil }
    self.text = text
  }

  /// The scheme of an app that names none: its bundle identifier. A scheme has no underscores and begins with a letter.
  package init(app: String) {
    let text = app.lowercased().replacingOccurrences(of: "_", with: "-")
    self = Self(text) ?? Self("app-\(text)") ?? Self.fallback
  }

  private init(valid text: String) { self.text = text }
  private static let fallback = Self(valid: "onside-app")

  /// The callback itself, without a query: `com.example.shop://onside-login`.
  package var callback: String { "\(text)://\(Self.host)" }

  /// A page could use these for more than the way back to an app.
  private static let schemesOfBrowsers: Set<String> = [
    "about", "blob", "chrome", "data", "file", "filesystem", "ftp", "ftps", "http", "https", "javascript", "mailto",
    "resource", "sms", "tel", "view-source", "ws", "wss",
  ]

  private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
