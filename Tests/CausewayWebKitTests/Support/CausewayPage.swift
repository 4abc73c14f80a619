import Causeway
import CausewayJSON
import CausewayWebKit
import CausewayTesting
import WebKit
import WebTestSupport
import XCTest

/// A page in a real WebKit that uses Causeway's own protocol and the test's capabilities.
@MainActor final class CausewayPage {
  let bridge: Bridge
  let host: WebViewHost
  let browser: Browser
  let clock = ManualClock()
  private(set) var observations: [BridgeObservation] = []

  convenience init(_ capabilities: [Capability] = [], limits: Limits = .standard, before: WKUserScript? = nil) {
    self.init(CausewayDialect(capabilities), limits: limits, before: before)
  }

  init(_ dialect: CausewayDialect, limits: Limits = .standard, before: WKUserScript? = nil) {
    bridge = Bridge(limits: limits, clock: clock)
    bridge.install(dialect)
    let host = WebViewHost(bridge: bridge)
    self.host = host
    browser = Browser {
      if let before { $0.userContentController.addUserScript(before) }
      host.attach(to: $0)
    }
    browser.onTermination = { [unowned self] in self.host.webContentProcessDidTerminate(in: browser.webView) }
    bridge.observe { [weak self] in self?.observations.append($0) }
  }

  /// The conversation with the main frame.
  var conversation: Conversation {
    get throws { try XCTUnwrap(host.conversation(with: browser.webView)) }
  }

  /// Calls the bridge. Returns the value as JSON, `undefined`, or `rejected` with the error's name, code and message.
  func call(_ arguments: String, in frame: SubFrame? = nil) async throws -> String {
    try await browser.text(
      """
      try {
        const value = await causeway.call(\(arguments));
        return value === undefined ? "undefined" : JSON.stringify(value);
      } catch (error) {
        return `rejected ${error.name} ${error.code}: ${error.message}`;
      }
      """, in: frame)
  }

  /// Begins a call, and returns when the app has received the request.
  func begin(_ arguments: String, in frame: SubFrame? = nil) async throws -> Task<String, any Error> {
    let before = requests.count
    let answer = Task { try await call(arguments, in: frame) }
    try await eventually("the request \(arguments)") { requests.count > before }
    return answer
  }

  var requests: [BridgeObservation] { observations.filter { $0.kind == .request } }
  var replies: [BridgeObservation] { observations.filter { $0.kind == .reply } }
}

/// A capability whose requests stay open until ``finish()``, and which counts their cancellations.
@MainActor final class Waiting {
  private(set) var started = 0
  private(set) var cancelled = 0
  private var continuations: [CheckedContinuation<Void, Never>] = []

  /// The capability `wait`, for every frame.
  var capability: Capability {
    Capability("wait", policy: .everyone) { [self] (_: JSONValue, _: Call) -> JSONValue in
      started += 1
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuations.append($0) }
      } onCancel: {
        Task { @MainActor in
          self.cancelled += 1
          self.finish()
        }
      }
      return "waited"
    }
  }

  /// Answers all open requests.
  func finish() {
    for continuation in continuations { continuation.resume() }
    continuations = []
  }
}
