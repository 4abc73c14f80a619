import WebKit
import WebTestSupport
import XCTest

/// Data of websites: the records, their removal, and the data that remains after a store is released.
@MainActor final class WebsiteDataTests: XCTestCase {
  private func page(_ dataStore: WKWebsiteDataStore) async throws -> Browser {
    let browser = Browser { $0.websiteDataStore = dataStore }
    try await browser.open("<body>")
    return browser
  }

  private func cookie() throws -> HTTPCookie {
    try XCTUnwrap(
      HTTPCookie(properties: [
        .name: "name", .value: "value", .domain: "page.example", .path: "/",
        .expires: Date(timeIntervalSinceNow: 3600),
      ]))
  }

  func testTheTypesAreApples() {
    let types = WKWebsiteDataStore.allWebsiteDataTypes()
    XCTAssertTrue(types.contains("WKWebsiteDataTypeCookies"))
    XCTAssertTrue(types.contains(WKWebsiteDataTypeLocalStorage))
    XCTAssertEqual(types.count, 9)
  }

  func testARecordNamesAWebsiteAndItsData() async throws {
    let store = WKWebsiteDataStore.nonPersistent()
    await store.httpCookieStore.setCookie(try cookie())
    let records = await store.dataRecords(ofTypes: [WKWebsiteDataTypeCookies])
    XCTAssertEqual(records.map(\.displayName), ["page.example"])
    XCTAssertEqual(records.first?.dataTypes, [WKWebsiteDataTypeCookies])
    let others = await store.dataRecords(ofTypes: [WKWebsiteDataTypeIndexedDBDatabases])
    XCTAssertEqual(others.count, 0)
  }

  func testDataOfAWebsiteIsRemoved() async throws {
    let store = WKWebsiteDataStore.nonPersistent()
    await store.httpCookieStore.setCookie(try cookie())
    let records = await store.dataRecords(ofTypes: [WKWebsiteDataTypeCookies])
    await store.removeData(ofTypes: [WKWebsiteDataTypeLocalStorage], for: records)
    var cookies = await store.httpCookieStore.allCookies()
    XCTAssertEqual(cookies.count, 1)
    await store.removeData(ofTypes: [WKWebsiteDataTypeCookies], for: records)
    cookies = await store.httpCookieStore.allCookies()
    XCTAssertEqual(cookies.count, 0)
  }

  func testDataSinceADateIsRemoved() async throws {
    let store = WKWebsiteDataStore.nonPersistent()
    let browser = try await page(store)
    try await browser.run("localStorage.a = 1")
    await store.httpCookieStore.setCookie(try cookie())
    let types = WKWebsiteDataStore.allWebsiteDataTypes()
    // WebKitGTK does not record the age of cookies, so this call must remove no cookie.
    await store.removeData(ofTypes: types, modifiedSince: Date(timeIntervalSinceNow: -60))
    var cookies = await store.httpCookieStore.allCookies()
    XCTAssertEqual(cookies.count, 1)
    await store.removeData(ofTypes: types, modifiedSince: Date(timeIntervalSince1970: 0))
    cookies = await store.httpCookieStore.allCookies()
    XCTAssertEqual(cookies.count, 0)
    let value = try await browser.json("return localStorage.a")
    XCTAssertEqual(value, "undefined")
  }

  func testAStoreWithAnIdentifierOutlivesItsObjects() async throws {
    let identifier = UUID()
    do {
      let store = WKWebsiteDataStore(forIdentifier: identifier)
      XCTAssertTrue(store.isPersistent)
      XCTAssertEqual(store.identifier, identifier)
      await store.httpCookieStore.setCookie(try cookie())
      let browser = try await page(store)
      try await browser.run("localStorage.a = 'kept'")
      do {
        try await WKWebsiteDataStore.remove(forIdentifier: identifier)
        XCTFail("a store that is in use was removed")
      } catch {
        XCTAssertEqual((error as NSError).domain, "WKWebSiteDataStore")
      }
    }
    weak var released: WKWebView?
    do {
      let store = WKWebsiteDataStore(forIdentifier: identifier)
      let cookies = await store.httpCookieStore.allCookies()
      XCTAssertEqual(cookies.map(\.name), ["name"])
      let browser = try await page(store)
      released = browser.webView
      let value = try await browser.json("return localStorage.a")
      XCTAssertEqual(value, "\"kept\"")
    }
    // The call above may hold the web view a little longer, and the web view uses the store.
    try await eventually("the web view is gone") { released == nil }
    var identifiers = await WKWebsiteDataStore.allDataStoreIdentifiers
    XCTAssertTrue(identifiers.contains(identifier))
    try await WKWebsiteDataStore.remove(forIdentifier: identifier)
    identifiers = await WKWebsiteDataStore.allDataStoreIdentifiers
    XCTAssertFalse(identifiers.contains(identifier))
    let cookies = await WKWebsiteDataStore(forIdentifier: identifier).httpCookieStore.allCookies()
    XCTAssertEqual(cookies.count, 0)
    try await WKWebsiteDataStore.remove(forIdentifier: identifier)
  }

  func testStoresWithOneIdentifierShareTheirData() async throws {
    let identifier = UUID()
    do {
      let one = WKWebsiteDataStore(forIdentifier: identifier)
      let other = WKWebsiteDataStore(forIdentifier: identifier)
      await one.httpCookieStore.setCookie(try cookie())
      let cookies = await other.httpCookieStore.allCookies()
      XCTAssertEqual(cookies.map(\.name), ["name"])
    }
    try await WKWebsiteDataStore.remove(forIdentifier: identifier)
  }

  func testAStoreInMemoryHasNoIdentifierAndSharesNothing() async throws {
    let store = WKWebsiteDataStore.nonPersistent()
    XCTAssertFalse(store.isPersistent)
    XCTAssertNil(store.identifier)
    await store.httpCookieStore.setCookie(try cookie())
    let cookies = await WKWebsiteDataStore.nonPersistent().httpCookieStore.allCookies()
    XCTAssertEqual(cookies.count, 0)
  }
}
