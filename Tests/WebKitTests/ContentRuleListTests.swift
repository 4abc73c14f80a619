import WebKit
import WebTestSupport
import XCTest

/// Content rule lists: the store, and the effects on pages.
@MainActor final class ContentRuleListTests: XCTestCase {
  private let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  private lazy var store: WKContentRuleListStore = WKContentRuleListStore(url: directory)

  override func tearDown() async throws {
    if FileManager.default.fileExists(atPath: directory.path) { try FileManager.default.removeItem(at: directory) }
  }

  private func compile(_ identifier: String, blocking filter: String) async throws -> WKContentRuleList {
    let rules = #"[{"trigger": {"url-filter": "\#(filter)"}, "action": {"type": "block"}}]"#
    let list = try await store.compileContentRuleList(forIdentifier: identifier, encodedContentRuleList: rules)
    return try XCTUnwrap(list)
  }

  /// Returns the resources that a page can fetch, out of two.
  private func fetched(_ browser: Browser) async throws -> String {
    browser.site["test://page.example/one"] = "one"
    browser.site["test://page.example/two"] = "two"
    return try await browser.json(
      """
      const text = (url) => fetch(url + "?" + Math.random()).then((answer) => answer.text(), () => "blocked");
      return [await text("app://page.example/one"), await text("app://page.example/two")];
      """)
  }

  private func browser(_ controller: WKUserContentController) async throws -> Browser {
    let server = SchemeServer()
    server.answer = { $0.answer(200, ["Access-Control-Allow-Origin": "*"], Data("loaded".utf8)) }
    let browser = Browser {
      $0.userContentController = controller
      $0.setURLSchemeHandler(server, forURLScheme: "app")
    }
    try await browser.open("<body>")
    return browser
  }

  func testAStoreKeepsItsLists() async throws {
    let list = try await compile("one", blocking: "one")
    XCTAssertEqual(list.identifier, "one")
    _ = try await compile("two", blocking: "two")
    let other = try XCTUnwrap(WKContentRuleListStore(url: directory))
    let identifiers = await other.availableIdentifiers()
    XCTAssertEqual(identifiers?.sorted(), ["one", "two"])
    let found = try await other.contentRuleList(forIdentifier: "one")
    XCTAssertEqual(found?.identifier, "one")
    try await other.removeContentRuleList(forIdentifier: "one")
    let left = await store.availableIdentifiers()
    XCTAssertEqual(left, ["two"])
  }

  func testErrorsHaveApplesCodes() async throws {
    await assertError(.contentRuleListStoreCompileFailed) {
      try await store.compileContentRuleList(forIdentifier: "bad", encodedContentRuleList: "[{}]")
    }
    await assertError(.contentRuleListStoreLookUpFailed) {
      try await store.contentRuleList(forIdentifier: "none")
    }
    await assertError(.contentRuleListStoreRemoveFailed) {
      try await store.removeContentRuleList(forIdentifier: "none")
    }
    XCTAssertEqual(WKError.Code.contentRuleListStoreCompileFailed.rawValue, 6)
    do {
      _ = try await store.compileContentRuleList(forIdentifier: "bad", encodedContentRuleList: "no JSON")
      XCTFail("a text that is not JSON was compiled")
    } catch {
      let anchor = (error as? WKError)?.errorUserInfo["NSHelpAnchor"] as? String
      XCTAssertFalse(try XCTUnwrap(anchor).isEmpty)
    }
  }

  func testAddedAndRemovedListsAffectEveryWebViewOfAController() async throws {
    let one = try await compile("one", blocking: "/one")
    let two = try await compile("two", blocking: "/two")
    let controller = WKUserContentController()
    controller.add(one)
    let first = try await browser(controller)
    let second = try await browser(controller)
    for browser in [first, second] {
      let blocked = try await fetched(browser)
      XCTAssertEqual(blocked, #"["blocked","loaded"]"#)
    }
    controller.add(two)
    controller.remove(one)
    for browser in [first, second] {
      let blocked = try await fetched(browser)
      XCTAssertEqual(blocked, #"["loaded","blocked"]"#)
    }
    controller.removeAllContentRuleLists()
    let blocked = try await fetched(first)
    XCTAssertEqual(blocked, #"["loaded","loaded"]"#)
  }
}
