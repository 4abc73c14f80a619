import CWebKitGTK
import WebTestSupport
import XCTest

@testable import WebKit

/// Printing of pages to PDF.
@MainActor final class PrintTests: XCTestCase {
  /// Returns the number of sheets in a PDF, and the different sizes as the PDF contains them.
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

  func testALongPageIsSplitIntoSheets() async throws {
    // A row of 100 pixels is 75 points high, so four rows fit between the margins.
    let html = "<style>body { margin: 0 } div { height: 100px; break-inside: avoid }</style>"
    let rows = String(repeating: "<div>row</div>", count: 9)
    let printed = try await printed(html + rows, on: PrintPaper(size: CGSize(width: 300, height: 360), margin: 20))
    XCTAssertEqual(printed.count, 3)
    XCTAssertEqual(printed.sizes, ["0 0 300 360"])
  }

  func testThePagesStylesForPrintAreUsed() async throws {
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

  func testUnusablePaperIsRefused() async throws {
    let webView = WKWebView(frame: .zero, configuration: WKWebViewConfiguration())
    for (size, margin) in [
      (CGSize(width: 0, height: 100), 0.0), (CGSize(width: 100, height: -1), 0), (CGSize(width: 100, height: 100), 50),
      (CGSize(width: 100, height: 100), -1), (CGSize(width: Double.nan, height: 100), 0),
      (CGSize(width: 100, height: Double.infinity), 0),
    ] {
      do {
        _ = try await webView.printPDF(on: PrintPaper(size: size, margin: margin))
        XCTFail("The page was printed on \(size).")
      } catch let error as UnusablePaper {
        XCTAssertEqual(error.paper.margin, margin)
        let text = error.localizedDescription
        XCTAssert(text.contains("\(size.width) × \(size.height) points"), text)
      }
    }
  }

  /// Opens a page of many sheets that posts a message when its printing begins.
  private func longPage(_ recorder: MessageRecorder) async throws -> Browser {
    let browser = Browser { $0.userContentController.add(recorder, name: "app") }
    try await browser.open(
      "<script>onbeforeprint = () => webkit.messageHandlers.app.postMessage('begun')</script>"
        + String(repeating: "<p>row", count: 20_000))
    return browser
  }

  private func assertFails(_ print: Task<Data, any Error>, _ code: WKError.Code, line: UInt = #line) async throws {
    do {
      _ = try await within("the end") { try await print.value }
      XCTFail("The page was printed.", line: line)
    } catch let error as WKError {
      XCTAssertEqual(error.code, code, line: line)
    }
  }

  func testTheEndOfThePagesProcessEndsThePrint() async throws {
    let recorder = MessageRecorder()
    let browser = try await longPage(recorder)
    let print = Task { try await browser.webView.printPDF() }
    _ = try await within("the print begins") { try await recorder.messages.next() }
    browser.webView.terminateWebProcess()
    try await assertFails(print, .webContentProcessTerminated)
    try await assertFails(Task { try await browser.webView.printPDF() }, .webContentProcessTerminated)
    try await browser.open("<p>new")
    let pdf = try await within("a print after that") { try await browser.webView.printPDF() }
    XCTAssertEqual(sheets(pdf).count, 1)
  }

  func testLeavingThePageFailsThePrint() async throws {
    let recorder = MessageRecorder()
    let browser = try await longPage(recorder)
    let print = Task { try await browser.webView.printPDF() }
    _ = try await within("the print begins") { try await recorder.messages.next() }
    try await browser.open("<p>another", at: "test://page.example/another")
    try await assertFails(print, .javaScriptExceptionOccurred)
  }

  func testAWebViewThatLoadedNothingPrintsAnEmptySheet() async throws {
    let pdf = try await within("the print") { try await WKWebView().printPDF(on: .a4) }
    XCTAssertEqual(sheets(pdf).count, 1)
  }

  func testSimultaneousPrintsUseTheirOwnPaper() async throws {
    let browser = Browser()
    try await browser.open("<p>page")
    let small = Task { try await browser.webView.printPDF(on: PrintPaper(size: CGSize(width: 300, height: 400))) }
    let large = Task { try await browser.webView.printPDF(on: PrintPaper(size: CGSize(width: 600, height: 800))) }
    let pdfs = try await within("both") { [try await small.value, try await large.value] }
    XCTAssertEqual(pdfs.map { sheets($0).sizes }, [["0 0 300 400"], ["0 0 600 800"]])
  }

  func testAPrintLeavesNoFileAndNoRecentFile() async throws {
    func leftovers() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: FileManager.default.temporaryDirectory.path)
        .filter { $0.hasPrefix(RecentFiles.folderPrefix) }
    }
    let recent = try XCTUnwrap(gtk_recent_manager_get_default())
    func recentPrints() -> [String] {
      RecentFiles.files(of: recent).filter { $0.contains("/\(RecentFiles.folderPrefix)") }
    }
    let before = Set(try leftovers())
    Self.changes = 0
    let changed: @convention(c) (gpointer, gpointer) -> Void = { _, _ in
      MainActor.assumeIsolated { PrintTests.changes += 1 }
    }
    let connection = SignalConnection(
      GObjectReference(borrowing: gpointer(recent)), "changed", box: self,
      callback: unsafeBitCast(changed, to: GCallback.self))
    _ = try await printed("<p>page", on: .a4)
    // GTK reports a change when the print adds the file to the list, and another change when the file is removed.
    try await eventually("the file is not in the list of recent files") { Self.changes >= 2 && recentPrints().isEmpty }
    withExtendedLifetime(connection) {}
    XCTAssertEqual(Set(try leftovers()).subtracting(before), [])
  }

  /// The number of changes that GTK has made to its list of recent files.
  private static var changes = 0
}
