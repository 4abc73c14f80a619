import Testing

@testable import CausewayDriver

/// The table of endpoints of the specification (W3C WebDriver, "Endpoints").
@Suite struct EndpointTests {
  private static let methods = ["GET", "POST", "DELETE"]
  /// The paths below a session, with the methods that the specification gives them.
  private static let paths: [(path: String, methods: String)] = [
    ("timeouts", "GET POST"), ("url", "GET POST"), ("back", "POST"), ("forward", "POST"), ("refresh", "POST"),
    ("title", "GET"), ("window", "GET POST DELETE"), ("window/handles", "GET"), ("window/new", "POST"),
    ("frame", "POST"), ("frame/parent", "POST"), ("window/rect", "GET POST"), ("window/maximize", "POST"),
    ("window/minimize", "POST"), ("window/fullscreen", "POST"), ("element/active", "GET"), ("element/e/shadow", "GET"),
    ("element", "POST"), ("elements", "POST"), ("element/e/element", "POST"), ("element/e/elements", "POST"),
    ("shadow/s/element", "POST"), ("shadow/s/elements", "POST"), ("element/e/selected", "GET"),
    ("element/e/attribute/id", "GET"), ("element/e/property/id", "GET"), ("element/e/css/color", "GET"),
    ("element/e/text", "GET"), ("element/e/name", "GET"), ("element/e/rect", "GET"), ("element/e/enabled", "GET"),
    ("element/e/computedrole", "GET"), ("element/e/computedlabel", "GET"), ("element/e/click", "POST"),
    ("element/e/clear", "POST"), ("element/e/value", "POST"), ("source", "GET"), ("execute/sync", "POST"),
    ("execute/async", "POST"), ("cookie", "GET POST DELETE"), ("cookie/c", "GET DELETE"), ("actions", "POST DELETE"),
    ("alert/dismiss", "POST"), ("alert/accept", "POST"), ("alert/text", "GET POST"), ("screenshot", "GET"),
    ("element/e/screenshot", "GET"), ("print", "POST"),
  ]

  private func code(_ method: String, _ path: String) -> WebDriverError.Code? {
    do throws(WebDriverError) {
      try Endpoint.check(method, path.split(separator: "/").map(String.init))
      return nil
    } catch {
      return error.code
    }
  }

  @Test(arguments: paths) func aPathHasTheMethodsOfTheSpecification(path: String, methods: String) {
    let allowed = methods.split(separator: " ").map(String.init)
    for method in Self.methods {
      #expect(code(method, path) == (allowed.contains(method) ? nil : .unknownMethod), "\(method) \(path)")
    }
  }

  @Test func theTableHasAllCommandsOfASession() {
    // The specification has 61 commands. New Session, Delete Session and Status are not below a session's path, and Is
    // Element Displayed is one more that the specification only recommends.
    #expect(Self.paths.flatMap { $0.methods.split(separator: " ") }.count == 58)
    #expect(Endpoint.session.count == 59)
    #expect(Set(Endpoint.session).count == 59)
  }

  @Test(arguments: ["nothing", "element/e", "element/e/nothing", "url/more", "", "cookie/c/d", "shadow/s"])
  func aPathThatTheTableDoesNotHaveIsUnknown(path: String) {
    for method in Self.methods { #expect(code(method, path) == .unknownCommand) }
  }
}

@Suite struct AbsoluteURLTests {
  @Test(
    arguments: [
      "http://example.com", "HTTP://Example.com:80/a?b#c", "https://user:word@example.com/", "http:example.com",
      "http://[::1]:8080/", "http://127.0.0.1:65535", "http://%65xample.com", "http://bücher.example/", "about:blank",
      "data:text/html,a", "file:///tmp/a", "causeway://page.localhost/", "foo:bar", " http://example.com",
    ])
  func anAbsoluteURLIsValid(url: String) {
    #expect(AbsoluteURL.isValid(url))
  }

  @Test(
    arguments: [
      "", "not a url", "example.com", "/path", "//example.com", "http://", "http:///", "http://:80",
      "http://exa mple.com", "http://example.com:65536", "http://example.com:port", "http://[::1", "http://[name]/",
      "1http://example.com", "ht_tp://example.com", ":", "https://a<b",
    ])
  func anythingElseIsNot(url: String) {
    #expect(!AbsoluteURL.isValid(url))
  }
}

@Suite struct CookieDomainTests {
  @Test(
    arguments: [
      ("example.com", "example.com"), (".example.com", "example.com"), ("example.com", "shop.example.com"),
      ("Example.COM", "shop.example.com"), ("127.0.0.1", "127.0.0.1"), ("page.localhost", "page.localhost"),
    ])
  func aHostHasTheCookiesOfItsDomains(domain: String, host: String) {
    #expect(CookieDomain(domain).contains(host))
  }

  @Test(
    arguments: [
      ("other.example", "example.com"), ("shop.example.com", "example.com"), ("ample.com", "example.com"),
      ("0.0.1", "127.0.0.1"), ("", "example.com"), (".", "example.com"),
    ])
  func aHostHasNoCookiesOfOthers(domain: String, host: String) {
    #expect(!CookieDomain(domain).contains(host))
  }
}
