import WebKit
import WebTestSupport
import XCTest

/// Searches for a text in the page.
@MainActor final class FindTests: XCTestCase {
  private func browser() async throws -> Browser {
    let browser = Browser()
    try await browser.open("<p id='a'>One two</p><p id='b'>one Two</p>")
    return browser
  }

  /// Returns the selected text, and the id of its paragraph.
  private func selection(_ browser: Browser) async throws -> String {
    try await browser.json("return [String(getSelection()), getSelection().anchorNode?.parentElement.id ?? '']")
  }

  func testRepeatedSearchesSelectTheNextMatch() async throws {
    let browser = try await browser()
    for place in ["a", "b", "a"] {
      let result = try await browser.webView.find("two")
      XCTAssertTrue(result.matchFound)
      let selected = try await selection(browser)
      XCTAssertEqual(selected, "[\"\(place == "a" ? "two" : "Two")\",\"\(place)\"]")
    }
  }

  func testAMissingTextIsNotFound() async throws {
    let browser = try await browser()
    for text in ["three", ""] {
      let result = try await browser.webView.find(text)
      XCTAssertFalse(result.matchFound)
    }
  }

  func testASearchUsesTheConfiguredCaseDirectionAndWrapping() async throws {
    let browser = try await browser()
    let configuration = WKFindConfiguration()
    configuration.caseSensitive = true
    var result = try await browser.webView.find("Two", configuration: configuration)
    XCTAssertTrue(result.matchFound)
    var selected = try await selection(browser)
    XCTAssertEqual(selected, #"["Two","b"]"#)
    configuration.caseSensitive = false
    configuration.wraps = false
    result = try await browser.webView.find("two", configuration: configuration)
    XCTAssertFalse(result.matchFound)
    try await browser.run("getSelection().collapse(document.getElementById('b'), 0)")
    configuration.backwards = true
    result = try await browser.webView.find("one", configuration: configuration)
    XCTAssertTrue(result.matchFound)
    selected = try await selection(browser)
    XCTAssertEqual(selected, #"["One","a"]"#)
  }

  func testSimultaneousSearchesAreAnsweredInOrder() async throws {
    let browser = try await browser()
    let answers = Mailbox<String>()
    for text in ["one", "three", "two"] {
      browser.webView.find(text) { answers.put("\(text) \($0.matchFound)") }
    }
    for expected in ["one true", "three false", "two true"] {
      let answer = try await answers.next()
      XCTAssertEqual(answer, expected)
    }
  }
}
