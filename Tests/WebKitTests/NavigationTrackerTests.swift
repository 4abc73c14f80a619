import XCTest

@testable import WebKit

/// The navigations that the tracker finds for WebKitGTK's signals, which do not identify a navigation.
@MainActor final class NavigationTrackerTests: XCTestCase {
  private let tracker = NavigationTracker()
  private let first = URL(string: "https://a.example/first")
  private let second = URL(string: "https://a.example/second")

  /// Requests a navigation, as the app does.
  private func begin(_ url: URL?, isLocal: Bool = false) -> WKNavigation {
    let navigation = tracker.begin(isLocal: isLocal, nil)
    tracker.expect(navigation, url: url)
    return navigation
  }

  /// Requests a navigation that the engine is told to start.
  private func allowed(_ url: URL?, isLocal: Bool = false) -> WKNavigation {
    let navigation = begin(url, isLocal: isLocal)
    XCTAssertIdentical(tracker.announce(url: url), navigation)
    tracker.allow(navigation)
    return navigation
  }

  /// Returns the navigation that the engine starts.
  private func started() -> WKNavigation? {
    tracker.start()
    return tracker.current
  }

  /// Expects that the engine starts another navigation than these.
  private func expectNewNavigation(_ others: WKNavigation..., line: UInt = #line) {
    let navigation = started()
    for other in others { XCTAssertNotIdentical(navigation, other, line: line) }
  }

  func testAReplacedNavigationThatWasAllowedCanStart() async {
    let (a, b) = (allowed(first), begin(second))
    XCTAssertIdentical(started(), a)
    XCTAssertIdentical(tracker.announce(url: second), b)
    tracker.allow(b)
    XCTAssertIdentical(started(), b)
  }

  func testAReplacedNavigationThatIsAllowedLaterCanStart() async {
    let a = begin(first)
    XCTAssertIdentical(tracker.announce(url: first), a)
    let b = begin(second)
    tracker.allow(a)
    XCTAssertIdentical(started(), a)
    expectNewNavigation(b)
  }

  func testTheNewNavigationDoesNotStartBeforeItIsAllowed() async {
    let (a, b) = (allowed(first), begin(second))
    XCTAssertIdentical(tracker.announce(url: second), b)
    XCTAssertIdentical(started(), a)
    tracker.allow(b)
    XCTAssertIdentical(started(), b)
  }

  func testAReplacedNavigationDoesNotStartAfterTheNewOne() async {
    let (a, b) = (allowed(first), allowed(second))
    XCTAssertIdentical(started(), b)
    expectNewNavigation(a, b)
  }

  func testARefusedNavigationDoesNotStart() async {
    let a = begin(first)
    XCTAssertIdentical(tracker.announce(url: first), a)
    let b = begin(second)
    tracker.withdraw(a)
    expectNewNavigation(a, b)
  }

  func testAStoppedNavigationStaysForgottenAndDoesNotStart() async {
    let a = begin(first)
    XCTAssertIdentical(tracker.announce(url: first), a)
    for _ in 0..<2 {
      tracker.forgetRequest()
      XCTAssertTrue(a.isForgotten)
    }
    tracker.withdraw(a)
    expectNewNavigation(a)
  }

  func testANavigationThatIsStoppedBetweenTheDecisionAndTheStartCanStartUntilTheEngineStops() async {
    let a = allowed(first)
    tracker.forgetRequest()
    XCTAssertIdentical(started(), a)
    let b = allowed(second)
    tracker.forgetRequest()
    tracker.loadingDidStop(at: nil)
    expectNewNavigation(b)
  }

  func testAReplacedPageWithoutAResponseCanStillBeCommitted() async {
    _ = allowed(first, isLocal: true)
    let b = begin(second)
    XCTAssertTrue(tracker.isCommitting)
    XCTAssertIdentical(tracker.announce(url: second), b)
    tracker.allow(b)
    XCTAssertIdentical(started(), b)
    XCTAssertFalse(tracker.isCommitting)
  }

  func testAStoppedNavigationIsForgottenAlthoughTheAppHasReplacedIt() async {
    let a = begin(first)
    XCTAssertIdentical(tracker.announce(url: first), a)
    let b = begin(second)
    tracker.forgetRequest()
    XCTAssertTrue(a.isForgotten && b.isForgotten)
  }

  func testAStoppedNavigationDoesNotStartAfterANavigationOfThePage() async {
    let a = allowed(first)
    tracker.forgetRequest()
    tracker.allow(nil)
    expectNewNavigation(a)
  }

  func testAStoppedPageWithoutAResponseIsNotCommitted() async {
    let a = begin(first, isLocal: true)
    XCTAssertIdentical(tracker.announce(url: first), a)
    tracker.forgetRequest()
    XCTAssertFalse(tracker.isCommitting)
  }

  func testABlankPageCanStartBeforeItIsAllowed() async {
    let url = URL(string: "about:blank")!
    let blank = tracker.begin(isLocal: true, URLRequest(url: url))
    tracker.expect(blank, url: url)
    XCTAssertIdentical(tracker.announce(url: url), blank)
    XCTAssertIdentical(started(), blank)
  }
}
