import WebKit
import WebTestSupport
import XCTest

/// Pages that are printed to PDF.
@MainActor final class PrintTests: XCTestCase {
  /// How many sheets a PDF has, and the size of each as it stands there.
  private func sheets(_ pdf: Data) -> (count: Int, sizes: Set<String>) {
    let text = String(decoding: pdf, as: UTF8.self)
    let boxes = text.matches(of: /\/MediaBox \[([^\]]*)\]/).map { String($0.1) }
    return (text.matches(of: /\/Type \/Page\b(?!s)/).count, Set(boxes))
  }

  private func printed(_ html: String, on paper: PrintPaper) async throws -> (count: Int, sizes: Set<String>) {
    let browser = Browser()
    try await browser.open(html)
    let pdf = try await within("the print") { try await browser.webView.printPDF(on: paper) }
    XCTAssertEqual(pdf.prefix(5), Data("%PDF-".utf8))
    XCTAssertEqual(pdf.suffix(6), Data("%%EOF\n".utf8))
    return sheets(pdf)
  }

  func testAShortPageIsOneSheet() async throws {
    let printed = try await printed("<p>short", on: PrintPaper(size: CGSize(width: 300, height: 400), margin: 20))
    XCTAssertEqual(printed.count, 1)
    XCTAssertEqual(printed.sizes, ["0 0 300 400"])
  }

  func testALongPageIsAsManySheetsAsItTakes() async throws {
    // 100 pixels are 75 points: four fit between the margins.
    let html = "<style>body { margin: 0 } div { height: 100px; break-inside: avoid }</style>"
    let rows = String(repeating: "<div>row</div>", count: 9)
    let printed = try await printed(html + rows, on: PrintPaper(size: CGSize(width: 300, height: 360), margin: 20))
    XCTAssertEqual(printed.count, 3)
    XCTAssertEqual(printed.sizes, ["0 0 300 360"])
  }

  func testThePagesStylesForPrintHold() async throws {
    let html = """
      <style>@media print { .screen { display: none } }</style>
      <p>first<div class="screen" style="break-before: page">second</div>
      """
    let printed = try await printed(html, on: .a4)
    XCTAssertEqual(printed.count, 1)
  }

  func testAPageOfWebPageIsPrinted() async throws {
    let page = WebPage()
    let pdf = try await within("the print") {
      for try await _ in page.load(html: "<p>page", baseURL: URL(string: "about:blank")!) {}
      return try await page.printPDF(on: .letter)
    }
    XCTAssertEqual(sheets(pdf).sizes, ["0 0 612 792"])
  }

  func testPaperThatNothingFitsOnIsRefused() async throws {
    let webView = WKWebView(frame: .zero, configuration: WKWebViewConfiguration())
    for (size, margin) in [
      (CGSize(width: 0, height: 100), 0.0), (CGSize(width: 100, height: -1), 0), (CGSize(width: 100, height: 100), 50),
      (CGSize(width: 100, height: 100), -1), (CGSize(width: Double.nan, height: 100), 0),
      (CGSize(width: 100, height: Double.infinity), 0),
    ] {
      do {
        _ = try await webView.printPDF(on: PrintPaper(size: size, margin: margin))
        XCTFail("It was printed on \(size).")
      } catch let error as UnusablePaper {
        XCTAssertEqual(error.paper.margin, margin)
        let text = error.localizedDescription
        XCTAssert(text.contains("\(size.width) × \(size.height) points"), text)
      }
    }
  }

  func testTheEndOfThePagesProcessEndsThePrint() async throws {
    let browser = Browser()
    try await browser.open(String(repeating: "<p>row", count: 20_000))
    let print = Task { try await browser.webView.printPDF() }
    await Task.yield()  // the print has begun
    browser.webView.terminateWebProcess()
    do {
      _ = try await within("the end") { try await print.value }
      XCTFail("It was printed.")
    } catch let error as WKError {
      XCTAssertEqual(error.code, .webContentProcessTerminated)
    }
  }
}
