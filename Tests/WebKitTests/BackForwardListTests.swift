import WebKit
import WebTestSupport
import XCTest

/// The history of a web view, and its restoration from data that the app stores.
@MainActor final class BackForwardListTests: XCTestCase {
  private func url(_ path: String) -> String { "test://page.example/\(path)" }

  private func browser(at paths: [String]) async throws -> Browser {
    let browser = Browser()
    for path in paths { try await browser.open("<title>\(path)</title>", at: url(path)) }
    return browser
  }

  func testTheListHasThePagesThatWereShown() async throws {
    let browser = Browser()
    let list = browser.webView.backForwardList
    XCTAssertNil(list.currentItem)
    XCTAssertTrue(list.backList.isEmpty)
    for path in ["a", "b", "c", "d"] { try await browser.open("<title>\(path)</title>", at: url(path)) }
    XCTAssertEqual(list.backList.map(\.url.absoluteString), ["a", "b", "c"].map { url($0) })
    try await eventually("the title") { list.backItem?.title == "c" }
    XCTAssertNotNil(list.backItem.flatMap { browser.webView.go(to: $0) })
    try await eventually("the earlier page is shown again") {
      browser.webView.url?.path == "/c" && !browser.webView.isLoading
    }
    XCTAssertEqual(list.currentItem?.url.path, "/c")
    XCTAssertEqual(list.currentItem?.initialURL.path, "/c")
    XCTAssertEqual(list.backItem?.url.path, "/b")
    XCTAssertEqual(list.forwardItem?.url.path, "/d")
    XCTAssertEqual(list.forwardList.map(\.url.path), ["/d"])
    XCTAssertEqual(list.item(at: -2)?.url.path, "/a")
    XCTAssertEqual(list.item(at: 0)?.url.path, "/c")
    XCTAssertEqual(list.item(at: 1)?.url.path, "/d")
    XCTAssertNil(list.item(at: 2))
    XCTAssertNil(list.item(at: .min))
  }

  func testAnItemStaysTheSameObject() async throws {
    let browser = try await browser(at: ["a", "b"])
    let list = browser.webView.backForwardList
    let item = try XCTUnwrap(list.backItem)
    XCTAssertTrue(item === list.item(at: -1))
    XCTAssertTrue(item === list.backList.first)
    browser.webView.goBack()
    try await eventually("the earlier page is shown again") {
      browser.webView.url?.path == "/a" && !browser.webView.isLoading
    }
    XCTAssertTrue(item === list.currentItem)
  }

  func testGoingToAnItemOfAnotherListHasNoEffect() async throws {
    let browser = try await browser(at: ["a", "b"])
    let other = try await self.browser(at: ["a", "b"])
    let item = try XCTUnwrap(other.webView.backForwardList.backItem)
    XCTAssertNil(browser.webView.go(to: item))
    XCTAssertEqual(browser.webView.url?.path, "/b")
  }

  func testTheInteractionStateRestoresTheHistory() async throws {
    let browser = try await browser(at: ["a", "b", "c"])
    browser.webView.goBack()
    try await eventually("the earlier page is shown again") {
      browser.webView.url?.path == "/b" && !browser.webView.isLoading
    }
    let state = try XCTUnwrap(browser.webView.interactionState as? Data)

    let later = Browser()
    for path in ["a", "b", "c"] { later.site[url(path)] = "<title>\(path)</title>" }
    later.webView.interactionState = "nonsense"
    later.webView.interactionState = Data("nonsense".utf8)
    XCTAssertNil(later.webView.backForwardList.currentItem)
    later.webView.interactionState = state
    try await eventually("the page") { later.webView.title == "b" && !later.webView.isLoading }
    XCTAssertEqual(later.webView.url?.path, "/b")
    XCTAssertEqual(later.webView.backForwardList.backList.map(\.url.path), ["/a"])
    XCTAssertEqual(later.webView.backForwardList.forwardList.map(\.url.path), ["/c"])
  }
}
