import WebKit
import WebTestSupport
import XCTest

/// The app's decisions for a page: about navigations, dialogs and devices.
@MainActor final class WebPageDecisionTests: XCTestCase {
  /// A decider that cancels navigations whose paths contain certain words, disables JavaScript, knows a password, and
  /// counts its decisions.
  private struct Decider: WebPage.NavigationDeciding {
    let notes: Notes
    var count = 0

    @MainActor mutating func decidePolicy(
      for action: WebPage.NavigationAction, preferences: inout WebPage.NavigationPreferences
    ) async -> WKNavigationActionPolicy {
      count += 1
      let path = action.request.url?.path ?? ""
      notes.texts.append("\(count) \(path) \(action.target == nil ? "window" : "frame")")
      preferences.allowsContentJavaScript = !path.contains("quiet")
      return path.contains("no-action") ? .cancel : .allow
    }

    @MainActor mutating func decidePolicy(
      for response: WebPage.NavigationResponse
    ) async -> WKNavigationResponsePolicy {
      let path = response.response.url?.path ?? ""
      notes.texts.append("response \(path) \(response.canShowMimeType)")
      return path.contains("no-response") ? .cancel : .allow
    }
  }

  @MainActor private final class Notes {
    var texts: [String] = []
  }

  func testTheDeciderAllowsRefusesAndSetsPreferences() async throws {
    let server = try HTTPServer([
      "/a": .page("<script>document.title = 'ran'</script>"), "/quiet": .page("<script>own = 1</script>"),
      "/no-response": .page(""),
    ])
    let notes = Notes()
    let page = WebPage(configuration: WebPage.configuration(), navigationDecider: Decider(notes: notes))
    let action = try await outcome(page.load(server.url("/no-action")))
    XCTAssertEqual(action.events, [])
    XCTAssertEqual(underlying(action.error), "WebKitErrorDomain 102")
    let response = try await outcome(page.load(server.url("/no-response")))
    XCTAssertEqual(response.events, [.startedProvisionalNavigation])
    XCTAssertEqual(underlying(response.error), "WebKitErrorDomain 102")
    let quiet = try await outcome(page.load(server.url("/quiet")))
    XCTAssertEqual(quiet.events.last, .finished)
    let own = try await page.callJavaScript("return typeof own") as? String
    XCTAssertEqual(own, "undefined")
    XCTAssertEqual(
      notes.texts,
      [
        "1 /no-action frame", "2 /no-response frame", "response /no-response true", "3 /quiet frame",
        "response /quiet true",
      ])
  }

  /// A presenter that answers the JavaScript dialogs.
  private struct Presenter: WebPage.DialogPresenting {
    let notes: Notes

    func handleJavaScriptAlert(message: String, initiatedBy frame: WebPage.FrameInfo) async {
      notes.texts.append("\(message) \(frame.isMainFrame)")
    }

    func handleJavaScriptConfirm(
      message: String, initiatedBy frame: WebPage.FrameInfo
    ) async -> WebPage.JavaScriptConfirmResult { message == "yes?" ? .ok : .cancel }

    func handleJavaScriptPrompt(
      message: String, defaultText: String?, initiatedBy frame: WebPage.FrameInfo
    ) async -> WebPage.JavaScriptPromptResult { message == "name?" ? .ok((defaultText ?? "") + "!") : .cancel }
  }

  private static let questions =
    "alert('hello'); return JSON.stringify([confirm('yes?'), confirm('no?'), prompt('name?', 'x'), prompt('')])"

  func testThePresenterAnswersDialogs() async throws {
    let notes = Notes()
    let page = WebPage(configuration: WebPage.configuration(), dialogPresenter: Presenter(notes: notes))
    _ = try await outcome(page.load(html: "<p>"))
    let answers = try await page.callJavaScript(Self.questions) as? String
    XCTAssertEqual(answers, "[true,false,\"x!\",null]")
    XCTAssertEqual(notes.texts.map { $0.prefix(5) }, ["hello"])
  }

  func testWithoutAPresenterDialogsAreDismissed() async throws {
    let page = WebPage.make()
    _ = try await outcome(page.load(html: "<p>"))
    let answers = try await page.callJavaScript(Self.questions) as? String
    XCTAssertEqual(answers, "[false,false,null,null]")
  }
}
