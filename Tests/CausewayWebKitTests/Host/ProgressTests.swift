import Causeway
import CausewayJSON
import WebTestSupport
import XCTest

/// Progress in both directions, and timeouts of the page.
@MainActor final class ProgressTests: XCTestCase {
  private let app = ConnectedPage()

  func testThePageSeesTheProgressOfItsCallBeforeTheAnswer() async throws {
    try await app.open()
    let seen = try await app.run(
      """
      const seen = [];
      seen.push(await app.export(4, { onProgress: (fraction) => seen.push(fraction) }));
      return seen;
      """)
    XCTAssertEqual(seen, #"[0.25,0.5,0.75,1,"exported"]"#)
    XCTAssertEqual(app.page.observations.count { $0.kind == .progress }, 4)
  }

  func testWithoutAListenerNoProgressIsSent() async throws {
    try await app.open()
    let answer = try await app.run("return app.export(4)")
    XCTAssertEqual(answer, "\"exported\"")
    XCTAssertEqual(app.page.observations.count { $0.kind == .progress }, 0)
  }

  func testAListenerThatThrowsDoesNotAffectTheCall() async throws {
    try await app.open()
    let answer = try await app.run("return app.export(2, { onProgress() { throw new Error('mine'); } })")
    XCTAssertEqual(answer, "\"exported\"")
    try await eventually("two reports of the error") { app.page.observations.count { $0.kind == .thrown } == 2 }
  }

  func testProgressOfConcurrentCallsIsNotMixed() async throws {
    try await app.open()
    let seen = try await app.run(
      """
      const seen = [[], []];
      await Promise.all([3, 2].map((steps, index) => app.export(steps, { onProgress: (value) => seen[index].push(value) })));
      return seen.map((values) => values.length);
      """)
    XCTAssertEqual(seen, "[3,2]")
  }

  func testTheAppSeesTheProgressOfThePage() async throws {
    try await app.open(
      """
      causeway.handle("title", async (_, { report }) => {
        report(0.5); report({ step: 2 }); report(() => {}); await null; report(1);
        return "done";
      });
      """)
    let remote = try app.remote
    var fractions: [Double] = []
    let title = try await within("an answer") { try await remote.title(.init(length: 1)) { fractions.append($0) } }
    XCTAssertEqual(title, "done")
    XCTAssertEqual(fractions, [0.5, 1])
    var values: [JSONValue] = []
    let conversation = try app.page.conversation
    _ = try await within("an answer") {
      try await conversation.call("title", ["length": 1]) { values.append($0) }
    }
    XCTAssertEqual(values, [0.5, ["step": 2], 1])
  }

  func testProgressWithATypeTravelsInBothDirections() async throws {
    try await app.open(
      """
      window.mistakes = [];
      causeway.connect().handle({ render(_, { report, signal }) {
        report({ name: "draws", done: 1 });
        for (const wrong of [0.5, { name: "draws", done: "2" }, undefined]) {
          try { report(wrong); } catch (error) { mistakes.push(`${error.name} ${error.path}`); }
        }
        report({ name: "draws", done: 2 });
        return String(signal.aborted);
      } });
      """)
    let seen = try await app.run(
      """
      const seen = [];
      seen.push(await app.pack(2, { onProgress: ({ done }) => seen.push(done) }));
      return seen;
      """)
    XCTAssertEqual(seen, #"[1,2,"packed"]"#)
    let remote = try app.remote
    var stages: [TestContract.Stage] = []
    let answer = try await within("an answer") { try await remote.render { stages.append($0) } }
    XCTAssertEqual(answer, "false")
    XCTAssertEqual(stages, [.init(name: "draws", done: 1), .init(name: "draws", done: 2)])
    let mistakes = try await app.run("return mistakes")
    XCTAssertEqual(mistakes, #"["TypeError ","TypeError done","TypeError "]"#)
  }

  func testATimeoutRejectsAndCancelsTheHandler() async throws {
    try await app.open()
    let outcome = try await app.run(
      """
      try { await app.wait(undefined, { timeout: 1 }); } catch (error) {
        return [error instanceof DOMException, error.name, error.message];
      }
      """)
    XCTAssertEqual(outcome, #"[true,"TimeoutError","The app did not answer within 1 ms."]"#)
    try await eventually("the cancellation") { app.received.cancelled == 1 }
  }

  func testATimeoutThatIsNotReachedHasNoEffect() async throws {
    try await app.open()
    let answer = try await app.run("return app.text.echo('x', { timeout: 3600000 })")
    XCTAssertEqual(answer, "\"x\"")
    let infinite = try await app.run("return app.text.echo('x', { timeout: Infinity })")
    XCTAssertEqual(infinite, "\"x\"")
  }
}
