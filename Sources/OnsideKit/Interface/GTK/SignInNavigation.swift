#if os(Linux)
import Foundation

/// What becomes of an address to which a sign-in page leads.
enum SignInNavigation: Equatable {
  case shown
  case refused
  /// It is for the app: perhaps the callback.
  case leaves(URL)

  /// - Parameters:
  ///   - page: the sign-in page, as the store has named it.
  ///   - url: where it leads, or where one of its frames does.
  init(from page: URL, to url: URL?) {
    guard let url, let scheme = url.scheme?.lowercased() else {
      self = .refused
      return
    }
    switch scheme {
    case "https", "about": self = .shown
    // What is typed into a page of a store with TLS must not pass readable over the network.
    case "http": self = page.scheme?.lowercased() == "http" ? .shown : .refused
    default: self = .leaves(url)
    }
  }
}
#endif
