import CausewayJSON
import Foundation

/// A URL scheme with which a browser returns to an app: a "private-use" scheme (RFC 8252, section 7.1).
package struct CallbackScheme: Hashable, Sendable {
  /// The host of a callback. It distinguishes a callback from the app's other URLs with the same scheme.
  package static let host = "onside-login"

  /// The scheme, in lower case.
  package let text: String

  /// Creates a scheme; nil if the text is not a scheme (RFC 3986), is longer than 200 characters, or is a scheme that
  /// browsers handle themselves.
  package init?(_ text: String) {
    let text = text.lowercased()
    guard (1...200).contains(text.utf8.count), text.utf8.first?.isASCIILetter == true,
      text.utf8.allSatisfy({ $0.isASCIIAlphanumeric || "+-.".utf8.contains($0) }),
      !Self.schemesOfBrowsers.contains(text)
    else { return nil }
    self.text = text
  }

  /// Creates the scheme from an app's bundle identifier, for an app that does not choose a scheme. Replaces underscores
  /// with hyphens and adds a letter at the start if necessary, because RFC 3986 requires that.
  package init(app: String) {
    let text = app.lowercased().replacingOccurrences(of: "_", with: "-")
    self = Self(text) ?? Self("app-\(text)") ?? Self.fallback
  }

  private init(valid text: String) { self.text = text }
  private static let fallback = Self(valid: "onside-app")

  /// The callback URL without a query: `com.example.shop://onside-login`.
  package var callback: String { "\(text)://\(Self.host)" }

  /// The schemes that browsers handle themselves. A callback with one of them would not reach the app; the browser
  /// would load the URL, or even run it as a script.
  private static let schemesOfBrowsers: Set<String> = [
    "about", "blob", "chrome", "data", "file", "filesystem", "ftp", "ftps", "http", "https", "javascript", "mailto",
    "resource", "sms", "tel", "view-source", "ws", "wss",
  ]
}
