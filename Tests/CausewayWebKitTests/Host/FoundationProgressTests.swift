import Causeway
import CausewayJSON
import CausewayTesting
import CausewayWebKit
import Foundation
import WebTestSupport
import XCTest

/// Functions that report a Foundation `Progress`.
private struct Exports: BridgeContract {
  let export = AppFunction<Nothing, String>("export")
  let pack = AppFunction<Nothing, String>("pack").reporting(Double.self)
  let render = PageFunction<String, String>("render")
  let draw = PageFunction<String, String>("draw").reporting(Double.self)
}

/// The progress of calls as Foundation's `Progress`.
@MainActor final class FoundationProgressTests: XCTestCase {
  private let exports = Exports()
  private let bridge = Bridge()
  private let progress = Progress(totalUnitCount: 4)

  /// Opens a page of an app whose handlers do the work.
  private func open(_ work: @escaping @MainActor () async throws -> Void = {}) -> InMemoryPage {
    bridge.install(
      CausewayDialect(exports, origins: [Origin(scheme: "https", host: "page.example")]) {
        exports.export.handler { [progress] _, call in
          try await call.reporting(progress, every: .milliseconds(1)) {
            try await work()
            return "exported"
          }
        }
        exports.pack.handler { [progress] _, call in
          try await call.reporting(progress, every: .milliseconds(1)) {
            try await work()
            return "packed"
          }
        }
      })
    return InMemoryPage(bridge)
  }

  private func reported(_ page: InMemoryPage) -> [Double] {
    page.messages.compactMap { $0.body?["value"]?.numberValue }
  }

  func testThePageGetsTheFractionsThatChange() async throws {
    var page: InMemoryPage?
    page = open { [progress] in
      for unit in 1...3 {
        progress.completedUnitCount = Int64(unit)
        try await eventually("a report") { page.map(self.reported)?.last == Double(unit) / 4 }
      }
      progress.completedUnitCount = 4  // The page gets the last value although no interval passes.
    }
    let opened = try XCTUnwrap(page)
    for (name, answer) in [("export", "exported"), ("pack", "packed")] {
      progress.completedUnitCount = 0
      let before = opened.messages.count
      let settlement = await opened.request("causeway", ["name": .string(name), "progress": 1])
      XCTAssertEqual(settlement, .resolved(.string(answer)))
      let fractions = Array(reported(opened).dropFirst(before))
      XCTAssertEqual(fractions.suffix(4), [0.25, 0.5, 0.75, 1], name)
      XCTAssertEqual(fractions, fractions.sorted(), "a fraction was reported twice, or too late")
      XCTAssertEqual(Set(fractions).count, fractions.count)
    }
  }

  func testAWithdrawnCallCancelsTheProgress() async throws {
    var isWaiting = false
    let page = open {
      isWaiting = true
      for await _ in AsyncStream<Int>(Int.self, { _ in }) {}  // The loop ends when the task is cancelled.
      try Task.checkCancellation()
    }
    let request = page.request("causeway", text: #"{"name":"export","progress":1}"#) { _ in }
    try await eventually("the work") { isWaiting }
    XCTAssertFalse(progress.isCancelled)
    page.withdraw(request)
    try await eventually("the cancellation") { self.progress.isCancelled }
  }

  func testACallToAPageUpdatesTheProgress() async throws {
    let page = open()
    var seen: [Int64] = []
    page.onCall = { [progress] _, body in
      for fraction in [0.25, 0.5, -1, 7, 0.75] {
        page.report(.number(fraction))
        seen.append(progress.completedUnitCount)
      }
      return body?["parameters"]
    }
    let remote = page.conversation.page(exports)
    let rendered = try await remote.render("x", progress: progress)
    XCTAssertEqual(rendered, "x")
    XCTAssertEqual(seen, [1, 2, 0, 4, 3])
    XCTAssertEqual(progress.fractionCompleted, 1)
    let other = Progress(totalUnitCount: 0)
    let drawn = try await remote.draw("y", progress: other)
    XCTAssertEqual(drawn, "y")
    XCTAssertEqual([other.completedUnitCount, other.totalUnitCount], [100, 100])
  }

  func testTheProgressMayHaveAnyTotalAndKeepsItsCancellationHandler() async throws {
    let page = open()
    let large = Progress(totalUnitCount: .max)
    let cancelled = expectation(description: "the caller's own handler")
    large.cancellationHandler = { cancelled.fulfill() }
    var seen: [Int64] = []
    page.onCall = { _, body in
      page.report(.number(1))
      seen.append(large.completedUnitCount)
      return body?["parameters"]
    }
    let rendered = try await page.conversation.page(exports).render("x", progress: large)
    XCTAssertEqual(rendered, "x")
    XCTAssertEqual(seen, [.max])
    large.cancel()
    let result = await XCTWaiter.fulfillment(of: [cancelled], timeout: 60)
    XCTAssertEqual(result, .completed)
  }

  func testCancellingTheProgressWithdrawsTheCall() async throws {
    let page = open()
    var isWaiting = false
    page.onCall = { _, _ in
      isWaiting = true
      for await _ in AsyncStream<Int>(Int.self, { _ in }) {}  // The page never answers.
      return nil
    }
    let remote = page.conversation.page(exports)
    let call = Task { try await remote.render("x", deadline: .never, progress: progress) }
    try await eventually("the call") { isWaiting }
    progress.cancel()
    await assertCancelled { _ = try await call.value }
    let cancelled = Progress(totalUnitCount: 1)
    cancelled.cancel()
    await assertCancelled { _ = try await remote.render("x", deadline: .never, progress: cancelled) }
    XCTAssertEqual(progress.completedUnitCount, 0)
  }

  private func assertCancelled(_ call: @escaping @MainActor () async throws -> Void) async {
    do {
      try await within("the end of the call") { try await call() }
      XCTFail("the call was answered")
    } catch {
      XCTAssertEqual(error as? PageCallError, .cancelled)
    }
  }
}
