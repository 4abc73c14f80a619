#if os(Linux)
import Foundation
import Testing

@testable import OnsideKit

/// The URLs to which a sign-in page may navigate.
@Suite("Navigation of a sign-in page") struct SignInNavigationTests {
  private let secure = URL(string: "https://store.example/sign-in/1")!
  private let local = URL(string: "http://127.0.0.1:8080/sign-in/1")!

  @Test(
    "A page of a store with TLS must not navigate to http",
    arguments: ["http://store.example/", "HTTP://other.example"])
  func downgrade(_ address: String) {
    #expect(SignInNavigation(from: secure, to: URL(string: address)) == .refused)
    #expect(SignInNavigation(from: local, to: URL(string: address)) == .shown)
  }

  @Test("Pages with TLS and empty pages are shown", arguments: ["https://provider.example/", "about:blank"])
  func shown(_ address: String) {
    for page in [secure, local] { #expect(SignInNavigation(from: page, to: URL(string: address)) == .shown) }
  }

  @Test(
    "Every other scheme is passed to the app",
    arguments: ["com.example.shop:/login?code=1", "file:///etc/passwd", "data:,a"])
  func schemes(_ address: String) throws {
    let url = try #require(URL(string: address))
    #expect(SignInNavigation(from: secure, to: url) == .leaves(url))
  }

  @Test("A missing or relative URL is refused", arguments: [nil, URL(string: "login")]) func noAddress(_ url: URL?) {
    #expect(SignInNavigation(from: secure, to: url) == .refused)
  }
}
#endif
