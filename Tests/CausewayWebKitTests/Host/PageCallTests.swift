import Causeway
import CausewayJSON
import WebTestSupport
import XCTest

/// Calls from the app to the page.
@MainActor final class PageCallTests: XCTestCase {
  private let image = "test://page.example/held.png"

  private func open(_ script: String) async throws -> CausewayPage {
    let page = CausewayPage()
    try await page.browser.open("<body><script>\(script)</script>")
    return page
  }

  private func error(_ work: @escaping @MainActor () async throws -> JSONValue?) async throws -> PageCallError? {
    do {
      let value = try await within("the page's answer", work)
      XCTFail("the call was answered with \(value as Any)")
      return nil
    } catch let error as PageCallError {
      return error
    }
  }

  func testAHandlerOfThePageAnswers() async throws {
    let page = try await open("causeway.handle('double', ({ n }) => n * 2); causeway.handle('none', () => {})")
    let conversation = try page.conversation
    let value = try await within("an answer") { try await conversation.call("double", ["n": 21]) }
    XCTAssertEqual(value, 42)
    let none = try await within("an answer") { try await conversation.call("none") }
    XCTAssertNil(none)
  }

  func testAnAsynchronousHandlerOfThePageAnswers() async throws {
    let page = try await open("causeway.handle('later', async (text) => { await null; return text + '\\u2028'; })")
    let conversation = try page.conversation
    let values = try await within("two hundred answers") {
      try await withThrowingTaskGroup(of: JSONValue?.self) { group in
        for number in 0..<200 { group.addTask { try await conversation.call("later", .string("\(number)")) } }
        var values: Set<JSONValue> = []
        for try await value in group { values.insert(value ?? .null) }
        return values
      }
    }
    XCTAssertEqual(values, Set((0..<200).map { .string("\($0)\u{2028}") }))
  }

  func testAnErrorOfThePageIsThrownInTheApp() async throws {
    let page = try await open(
      "causeway.handle('a', () => { throw new Error('bad\\nluck') }); causeway.handle('b', async () => { throw 'plain' });"
        + "causeway.handle('c', () => 1n)")
    let conversation = try page.conversation
    let thrown = try await error { try await conversation.call("a") }
    XCTAssertEqual(thrown, .rejected("bad\nluck"))
    let rejected = try await error { try await conversation.call("b") }
    XCTAssertEqual(rejected, .rejected("plain"))
    let unwritable = try await error { try await conversation.call("c") }
    guard case .rejected = unwritable else { return XCTFail("\(unwritable as Any)") }
  }

  func testACallWithoutAHandlerFailsAfterLoad() async throws {
    let page = try await open("")
    let conversation = try page.conversation
    let told = try await error { try await conversation.call("none") }
    XCTAssertEqual(told, .rejected("the page has no handler named \"none\""))
  }

  func testACallBeforeTheHandlerExistsWaitsForIt() async throws {
    let page = CausewayPage()
    page.browser.site.hold(image)
    let opening = Task { [image] in try await page.browser.open("<body><img src='\(image)'>") }
    try await eventually("a conversation") { page.host.conversation(with: page.browser.webView) != nil }
    let conversation = try page.conversation
    let answers = (0..<2).map { _ in Task { try await conversation.call("late", 1) } }
    try await eventually("two calls") { page.observations.filter { $0.kind == .call }.count == 2 }
    _ = try await page.browser.text("causeway.handle('late', (n) => n + 1); return 1")
    for answer in answers {
      let value = try await within("an answer") { try await answer.value }
      XCTAssertEqual(value, 2)
    }
    page.browser.site.release(image)
    _ = await opening.result
  }

  func testACallWaitsForAHandlerUntilLoadOnly() async throws {
    let page = CausewayPage()
    page.browser.site.hold(image)
    let opening = Task { [image] in try await page.browser.open("<body><img src='\(image)'>") }
    try await eventually("a conversation") { page.host.conversation(with: page.browser.webView) != nil }
    let conversation = try page.conversation
    let answer = Task { try await conversation.call("never") }
    try await eventually("the call") { page.observations.contains { $0.kind == .call } }
    page.browser.site.release(image)
    let told = try await error { try await answer.value }
    XCTAssertEqual(told, .rejected("the page has no handler named \"never\""))
    _ = await opening.result
    let ran = try await page.browser.text("let ran = 0; causeway.handle('never', () => { ran += 1; }); return ran")
    XCTAssertEqual(ran, "0")
  }

  func testACallThatTheAppHasEndedDoesNotRunInALaterHandler() async throws {
    let page = CausewayPage([Capability("echo", policy: .everyone, json: { value, _ in value })])
    page.browser.site.hold(image)
    let opening = Task { [image] in try await page.browser.open("<body><img src='\(image)'>") }
    try await eventually("a conversation") { page.host.conversation(with: page.browser.webView) != nil }
    let conversation = try page.conversation
    let answer = Task { try await conversation.call("pay", deadline: .after(.seconds(5))) }
    try await eventually("the call") { page.observations.contains { $0.kind == .call } }
    page.clock.advance(by: .seconds(6))
    let told = try await error { try await answer.value }
    XCTAssertEqual(told, .deadlineExceeded(.seconds(5)))
    // The page handles messages in order, so it knows that the call has ended when this answer arrives.
    _ = try await page.call("'echo'")
    let ran = try await page.browser.text("let ran = 0; causeway.handle('pay', () => { ran += 1; }); return ran")
    XCTAssertEqual(ran, "0")
    page.browser.site.release(image)
    _ = await opening.result
  }

  func testACallToAPageThatGoesAwayFails() async throws {
    let page = try await open("causeway.handle('hang', () => new Promise(() => {}))")
    let conversation = try page.conversation
    let answer = Task { try await conversation.call("hang") }
    try await eventually("the call") { page.observations.contains { $0.kind == .call } }
    try await page.browser.open("<body>")
    let told = try await error { try await answer.value }
    XCTAssertEqual(told, .documentGone)
    let later = try await error { try await conversation.call("hang") }
    XCTAssertEqual(later, .notSent)
  }

  func testACallEndsAtItsDeadlineOrWithItsTask() async throws {
    let page = try await open("causeway.handle('hang', () => new Promise(() => {}))")
    let conversation = try page.conversation
    let late = Task { try await conversation.call("hang", deadline: .after(.seconds(5))) }
    let cancelled = Task { try await conversation.call("hang", deadline: .never) }
    try await eventually("the calls") { page.observations.filter { $0.kind == .call }.count == 2 }
    cancelled.cancel()
    let first = try await error { try await cancelled.value }
    XCTAssertEqual(first, .cancelled)
    page.clock.advance(by: .seconds(6))
    let second = try await error { try await late.value }
    XCTAssertEqual(second, .deadlineExceeded(.seconds(5)))
  }
}
