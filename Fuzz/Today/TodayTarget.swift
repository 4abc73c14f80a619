import Causeway
import CausewayJSON
import CausewayTesting
import FuzzSupport
import TodayWebViewBridge

@MainActor @c(LLVMFuzzerTestOneInput)
func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  Fuzzer.test(data, size, TodayTarget.check)
}

/// The fuzzing target of the Today WebView Bridge's messages. It checks on every surface that each request is settled
/// once, and that no untrusted frame gets a secret.
///
/// Each line of the input is the body of a message.
@MainActor enum TodayTarget {
  private static let surfaces: [TodaySurface] = [
    .ios, .macos, .android(.port), .android(.interface), .windows(.messages), .windows(.hostObject),
  ]
  private static let trusted = Origin(scheme: "https", host: "today.example")
  private static let app = SecretiveApp()
  private static let today = TodayWebViewBridge(
    host: app, configuration: .init(trustedOrigins: [trusted]), cookies: { _ in })

  static func check(_ bytes: UnsafeBufferPointer<UInt8>) {
    let bodies = Fuzzer.lines(bytes)
    for surface in surfaces {
      let dialect = today.dialect(for: surface)
      for body in bodies { checkMeaning(of: body, in: dialect) }
      converse(bodies, in: dialect)
    }
  }

  /// Checks that a request from any body, including undefined and unreadable bodies, can have every kind of answer.
  private static func checkMeaning(of text: String, in dialect: some Dialect) {
    var bodies: [Body] = [.undefined, .unreadable(text), .value(.string(text))]
    if let value = try? JSONValue(parsing: text) { bodies.append(.value(value)) }
    for body in bodies {
      switch dialect.decode(body, within: .standard) {
      case .request(let request): checkAnswers(to: request, in: dialect)
      case .resumption: fatalError("Today has no keys")
      case .event(let name, _): fatalError("Today has no events, such as \(name)")
      case .malformed(let request, let reason):
        expect(!reason.isEmpty, "a malformed request has no reason")
        checkAnswers(to: request, in: dialect)
      }
    }
    checkAnswers(to: dialect.salvage(text[...]), in: dialect)
  }

  private static func checkAnswers(to request: Request, in dialect: some Dialect) {
    let failures: [Failure] = [
      .malformed("x"), .unknownCapability("x"), .refused(.subframe), .tooLarge(bytes: 2, limit: 1),
      .tooManyRequests(limit: 1), .invalidParameters("x"), .deadlineExceeded(.seconds(1)), .unanswered, .cancelled,
    ]
    for outcome in failures.map(Outcome.failure) + [.success(nil), .success(["a": 1])] {
      switch dialect.encode(outcome, of: request) {
      case .resolve, .none: break
      case .reject(let reason):
        expect(request.capability == "refreshToken", "\(request.capability) rejects")
        expect(reason.stringValue?.isEmpty == false, "a rejection has no text")
      case .message(let body): expect(body["id"] == request.correlation, "an answer has another message's id")
      }
    }
  }

  /// Sends the bodies from a page of another origin, from a sub-frame of the trusted origin, and from a trusted page.
  /// Checks that only the trusted page can get a secret.
  private static func converse(_ bodies: [String], in dialect: some Dialect) {
    let bridge = Bridge(clock: ManualClock())
    bridge.install(dialect)
    let pages = [
      InMemoryPage(bridge), InMemoryPage(bridge, origin: trusted, isMainFrame: false),
      InMemoryPage(bridge, origin: trusted),
    ]
    var open = 0
    for (place, page) in pages.enumerated() {
      for body in bodies {
        for text in [body, JSONValue.string(body).json] {
          open += 1
          page.request(dialect.name, text: text) { settlement in
            open -= 1
            if place < 2 { expect(!"\(settlement)".contains(SecretiveApp.secret), "a secret in \(settlement)") }
          }
        }
      }
    }
    expect(Fuzzer.eventually { open == 0 }, "\(open) requests were never settled")
    for (place, page) in pages.enumerated() {
      expect(page.violations.isEmpty, "\(page.violations)")
      if place < 2 { expect(!"\(page.messages)".contains(SecretiveApp.secret), "a secret in \(page.messages)") }
    }
  }
}
