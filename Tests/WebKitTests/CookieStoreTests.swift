import WebKit
import WebTestSupport
import XCTest

/// Cookies, the notification of observers, and the cookie policy.
@MainActor final class CookieStoreTests: XCTestCase {
  private final class Observer: NSObject, WKHTTPCookieStoreObserver {
    let changes = Mailbox<WKHTTPCookieStore>()
    func cookiesDidChange(in cookieStore: WKHTTPCookieStore) { changes.put(cookieStore) }
  }

  /// An observer that does not implement the optional method.
  private final class Indifferent: NSObject, WKHTTPCookieStoreObserver {}

  // This property is lazy, because a process that only lists the tests has no display.
  private lazy var dataStore = WKWebsiteDataStore.nonPersistent()
  private var store: WKHTTPCookieStore { dataStore.httpCookieStore }

  private func cookie(_ name: String, _ value: String = "value") throws -> HTTPCookie {
    try XCTUnwrap(
      HTTPCookie(properties: [.name: name, .value: value, .domain: "page.example", .path: "/"]))
  }

  private func page() async throws -> WKWebView {
    let browser = Browser { $0.websiteDataStore = self.dataStore }
    browser.webView.loadHTMLString("<body>", baseURL: URL(string: "http://page.example/"))
    let webView = browser.webView
    try await eventually("the page is there") { !webView.isLoading && webView.url != nil }
    return webView
  }

  func testAnObserverIsNotifiedOfTheAppsCookies() async throws {
    let observer = Observer()
    store.add(observer)
    store.add(Indifferent())
    await store.setCookie(try cookie("a"))
    let changed = try await observer.changes.next()
    XCTAssertTrue(changed === store)
    await store.deleteCookie(try cookie("a"))
    _ = try await observer.changes.next()
  }

  func testAnObserverIsNotifiedOfAPagesCookies() async throws {
    let webView = try await page()
    let observer = Observer()
    store.add(observer)
    // The request to report changes and the page's cookie reach the network process on different connections. An answer
    // on the first connection shows that the request has arrived.
    _ = await store.allCookies()
    try await webView.evaluateJavaScript("document.cookie = 'b=1'")
    _ = try await observer.changes.next()
    let cookies = await store.allCookies()
    XCTAssertEqual(cookies.map(\.name), ["b"])
  }

  func testARemovedObserverIsNotNotified() async throws {
    let observer = Observer()
    let other = Observer()
    store.add(observer)
    store.add(other)
    store.remove(observer)
    await store.setCookie(try cookie("a"))
    _ = try await other.changes.next()
    XCTAssertTrue(observer.changes.isEmpty)
  }

  func testAnObserverIsNotKeptAlive() async throws {
    weak var weakObserver: Observer?
    do {
      let observer = Observer()
      weakObserver = observer
      store.add(observer)
    }
    XCTAssertNil(weakObserver)
    await store.setCookie(try cookie("a"))
  }

  func testSeveralCookiesAreSetAtOnce() async throws {
    await store.setCookies([try cookie("a", "1"), try cookie("b", "2"), try cookie("a", "3")])
    let cookies = await store.allCookies()
    XCTAssertEqual(cookies.map { "\($0.name)=\($0.value)" }.sorted(), ["a=3", "b=2"])
    await store.setCookies([])
  }

  /// As on Apple's platforms, the name, the domain and the path identify a cookie. A page may have changed the value
  /// since the app has read the cookie.
  func testDeletingACookieDoesNotCompareItsValue() async throws {
    let observer = Observer()
    let webView = try await page()
    await store.setCookies([try cookie("a", "1"), try cookie("b", "1")])
    let read = try cookie("a", "1")
    let seen = try await webView.callAsyncJavaScript(
      "document.cookie = 'a=2'; return document.cookie", contentWorld: .page)
    XCTAssertEqual((seen as? String)?.contains("a=2"), true)
    let store = store
    try await within("the page's value is stored") {
      while await !store.allCookies().contains(where: { $0.value == "2" }) {}
    }
    store.add(observer)
    await store.deleteCookie(read)
    let left = await store.allCookies()
    XCTAssertEqual(left.map(\.name), ["b"])
    _ = try await observer.changes.next()
    // The operations keep their order.
    store.setCookie(read, completionHandler: nil)
    store.delete(read)
    await store.setCookie(try cookie("c"))
    store.delete(try cookie("c", "other"))
    await store.setCookie(try cookie("c", "3"))
    let ordered = await store.allCookies()
    XCTAssertEqual(ordered.map { "\($0.name)=\($0.value)" }.sorted(), ["b=1", "c=3"])
  }

  /// A cookie that is HttpOnly and a plain one replace each other in the store, and keep their kind.
  func testTheStoreKeepsWhetherACookieIsHttpOnly() async throws {
    func cookie(_ value: String, isHTTPOnly: Bool, domain: String = "page.example") throws -> HTTPCookie {
      var properties: [HTTPCookiePropertyKey: Any] = [.name: "id", .value: value, .domain: domain, .path: "/"]
      if isHTTPOnly { properties[HTTPCookiePropertyKey("HttpOnly")] = "TRUE" }
      return try XCTUnwrap(HTTPCookie(properties: properties))
    }
    let webView = try await page()
    for (value, isHTTPOnly) in [("1", true), ("2", false), ("3", true)] {
      await store.setCookie(try cookie(value, isHTTPOnly: isHTTPOnly))
      let cookies = await store.allCookies()
      XCTAssertEqual(cookies.map(\.value), [value])
      XCTAssertEqual(cookies.map(\.isHTTPOnly), [isHTTPOnly])
      // Read repeatedly, because the engine notifies the page's process of the change without waiting for an answer.
      try await within("the page follows the store") {
        while try await webView.evaluateJavaScript("document.cookie") as? String != (isHTTPOnly ? "" : "id=\(value)") {}
      }
    }
    // A cookie of the domain and one of the host are two cookies.
    await store.setCookie(try cookie("4", isHTTPOnly: false, domain: ".page.example"))
    let both = await store.allCookies()
    XCTAssertEqual(both.map { "\($0.value) \($0.isHTTPOnly)" }.sorted(), ["3 true", "4 false"])
    await store.deleteCookie(try cookie("4", isHTTPOnly: false, domain: ".page.example"))
    let left = await store.allCookies()
    XCTAssertEqual(left.map(\.value), ["3"])
  }

  func testAScriptCannotChangeACookieThatIsHttpOnly() async throws {
    let url = try XCTUnwrap(URL(string: "http://page.example/"))
    let webView = try await page()
    for domain in ["", "; Domain=page.example"] {
      let fields = ["Set-Cookie": "id=1; HttpOnly; Path=/\(domain)"]
      let cookie = try XCTUnwrap(HTTPCookie.cookies(withResponseHeaderFields: fields, for: url).first)
      XCTAssertTrue(cookie.isHTTPOnly)
      for attempt in [
        "", "; path=/", "; path=/; domain=page.example", "; path=/; max-age=1000", "; path=/; max-age=0",
        "; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT", "; path=/; httponly",
        "; path=/; domain=page.example; max-age=0",
      ] {
        await store.setCookie(cookie)
        let seen = try await webView.callAsyncJavaScript(
          "document.cookie = 'id=2' + attempt; return document.cookie", arguments: ["attempt": attempt],
          contentWorld: .page)
        let kept = await store.allCookies().filter(\.isHTTPOnly)
        XCTAssertEqual(kept.map(\.value), ["1"], "\(domain) id=2\(attempt): the page sees \(seen ?? "nothing")")
        for cookie in await store.allCookies() { await store.deleteCookie(cookie) }
      }
    }
  }

  func testACookieWithoutAnExpiryIsASessionCookie() async throws {
    await store.setCookie(try cookie("a"))
    let webView = try await page()
    try await webView.evaluateJavaScript("document.cookie = 'b=1'; document.cookie = 'c=1; max-age=60'")
    let store = store
    try await within("all cookies are stored") { while await store.allCookies().count < 3 {} }
    let kept = Dictionary(uniqueKeysWithValues: await store.allCookies().map { ($0.name, $0.isSessionOnly) })
    XCTAssertEqual(kept, ["a": true, "b": true, "c": false])
  }

  func testMaxAgeAndDiscardDetermineTheExpiryOfACookie() async throws {
    func stored(_ properties: [HTTPCookiePropertyKey: Any]) async throws -> HTTPCookie {
      let all = properties.merging([.name: "a", .value: "1", .domain: "page.example", .path: "/"]) { given, _ in given }
      await store.setCookie(try XCTUnwrap(HTTPCookie(properties: all)))
      let cookies = await store.allCookies()
      return try XCTUnwrap(cookies.first)
    }
    let aged = try await stored([.maximumAge: "60"])
    XCTAssertEqual(try XCTUnwrap(aged.expiresDate).timeIntervalSinceNow, 60, accuracy: 30)
    XCTAssertFalse(aged.isSessionOnly)
    for age in ["99999999999999999999", "inf", "nan", ""] {
      let odd = try await stored([.maximumAge: age])
      XCTAssertNil(odd.expiresDate, age)
    }
    let endless = try await stored([.maximumAge: "9223372036854775807"])
    XCTAssertLessThan(try XCTUnwrap(endless.expiresDate).timeIntervalSinceNow, 401 * 86_400)
    let far = try await stored([.expires: Date(timeIntervalSince1970: 1e300)])
    XCTAssertNotNil(far.expiresDate)
    let discarded = try await stored([.discard: "TRUE", .expires: Date(timeIntervalSinceNow: 60)])
    XCTAssertNil(discarded.expiresDate)
    XCTAssertTrue(discarded.isSessionOnly)
  }

  func testAPageMaySetCookiesIfThePolicyAllowsIt() async throws {
    let webView = try await page()
    let first = await store.cookiePolicy
    XCTAssertEqual(first, .allow)
    for policy in [WKHTTPCookieStore.CookiePolicy.disallow, .allow] {
      await store.setCookiePolicy(policy)
      let now = await store.cookiePolicy
      XCTAssertEqual(now, policy)
      // Try repeatedly, because the engine notifies the page's process of the policy without waiting for an answer.
      try await within("the page follows the policy") {
        while try await webView.evaluateJavaScript("document.cookie = 'a=1'; document.cookie") as? String
          != (policy == .allow ? "a=1" : "")
        {}
      }
    }
  }

  /// The engine still uses the session after its answer, so the answer must not release the session.
  func testAStoreCanBeReleasedBeforeItsAnswer() async {
    for _ in 0..<10 {
      await withCheckedContinuation { continuation in
        WKWebsiteDataStore.nonPersistent().httpCookieStore.getAllCookies { _ in continuation.resume() }
      }
      await withCheckedContinuation { continuation in
        WKWebsiteDataStore.nonPersistent().fetchDataRecords(ofTypes: [WKWebsiteDataTypeCookies]) { _ in
          continuation.resume()
        }
      }
    }
  }
}
