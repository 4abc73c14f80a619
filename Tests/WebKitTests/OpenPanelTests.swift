import WebKit
import WebTestSupport
import XCTest

/// The user's choice of files for a page.
@MainActor final class OpenPanelTests: XCTestCase {
  private final class Chooser: NSObject, WKUIDelegate {
    var files: [URL]?
    var allowedSeveral: [Bool] = []

    func webView(
      _ webView: WKWebView, runOpenPanelWith parameters: WKOpenPanelParameters, initiatedByFrame frame: WKFrameInfo
    ) async -> [URL]? {
      allowedSeveral.append(parameters.allowsMultipleSelection)
      return files
    }
  }

  private func choose(_ files: [URL]?, _ attributes: String, _ chooser: Chooser?) async throws -> String {
    let browser = Browser()
    chooser?.files = files
    browser.webView.uiDelegate = chooser
    try await browser.open(
      """
      <input type=file \(attributes)><script>
      const input = document.querySelector("input");
      window.chosen = new Promise((resolve) => {
        input.oninput = async () => resolve([...await Promise.all([...input.files].map((file) => file.text()))]);
        input.oncancel = () => resolve("cancelled");
      });
      </script>
      """)
    // A script of the app counts as a user gesture. Without a gesture WebKit opens no panel.
    try await browser.webView.evaluateJavaScript("input.click()")
    return try await within("the choice") { try await browser.json("return await chosen") }
  }

  func testChosenFilesReachThePage() async throws {
    let folder = FileManager.default.temporaryDirectory
    let files = ["one", "two"].map { folder.appendingPathComponent("\(UUID())-\($0) ü.txt") }
    for (file, text) in zip(files, ["first", "second"]) { try Data(text.utf8).write(to: file) }
    defer { for file in files { try? FileManager.default.removeItem(at: file) } }
    let chooser = Chooser()
    let one = try await choose([files[0]], "", chooser)
    XCTAssertEqual(one, #"["first"]"#)
    let both = try await choose(files, "multiple", chooser)
    XCTAssertEqual(both, #"["first","second"]"#)
    XCTAssertEqual(chooser.allowedSeveral, [false, true])
  }

  func testWithoutAChoiceThePageIsNotifiedOfTheCancellation() async throws {
    let told = try await choose(nil, "", Chooser())
    XCTAssertEqual(told, "\"cancelled\"")
    let alone = try await choose(nil, "", nil)
    XCTAssertEqual(alone, "\"cancelled\"")
  }
}
