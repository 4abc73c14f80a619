#if os(Linux)
import Foundation

/// The decision about a URL to which a sign-in page navigates.
enum SignInNavigation: Equatable {
  case shown
  case refused
  /// The URL is for the app, and may be the callback.
  case leaves(URL)

  /// - Parameters:
  ///   - page: the sign-in page's URL, as the store returned it.
  ///   - url: the URL to which the page, or one of its frames, navigates.
  init(from page: URL, to url: URL?) {
    guard let url, let scheme = url.scheme?.lowercased() else {
      self = .refused
      return
    }
    switch scheme {
    case "https", "about": self = .shown
    // If the store's sign-in page uses TLS, the user's input must not cross the network unencrypted.
    case "http": self = page.scheme?.lowercased() == "http" ? .shown : .refused
    default: self = .leaves(url)
    }
  }
}
#endif
