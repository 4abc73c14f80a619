import BitcoinLink
import Causeway
import CausewayJSON
import CausewayTesting
import FuzzSupport

@MainActor @c(LLVMFuzzerTestOneInput)
func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  Fuzzer.test(data, size, LinkTarget.check)
}

/// The fuzzing target of Bitcoin.com Link's messages. It checks that each request gets one answer in the protocol's
/// form, that the wallet pays and signs nothing without approval, and that no page gets the wallet's internal errors.
///
/// Each line of the input is the body of a message.
@MainActor enum LinkTarget {
  private static let link = WalletLink(provider: CarefulWallet())

  static func check(_ bytes: UnsafeBufferPointer<UInt8>) {
    let bodies = Fuzzer.lines(bytes)
    for surface in LinkSurface.allCases {
      let dialect = link.dialect(for: surface)
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
      case .request(let request):
        expect(request.correlation != nil, "a request has no id to answer")
        checkAnswers(to: request, in: dialect)
      case .resumption: fatalError("Link has no keys")
      case .event(let name, _): fatalError("Link has no events, such as \(name)")
      case .malformed(let request, let reason):
        expect(!reason.isEmpty, "a malformed request has no reason")
        checkAnswers(to: request, in: dialect)
      }
    }
    checkAnswers(to: dialect.salvage(text[...]), in: dialect)
  }

  private static func checkAnswers(to request: Request, in dialect: some Dialect) {
    let failures: [Failure] = [
      .malformed("x"), .unknownCapability("x"), .refused(.subframe), .tooLarge(bytes: 2, limit: 1), .duplicate,
      .tooManyRequests(limit: 1), .invalidParameters("x"), .deadlineExceeded(.seconds(1)), .unanswered, .cancelled,
    ]
    for outcome in failures.map(Outcome.failure) + [.success(nil), .success(["a": 1])] {
      switch dialect.encode(outcome, of: request) {
      case .resolve(let reply): checkReply(reply, to: request)
      case .reject(let error):
        expect(request.correlation == nil, "an answer has no id")
        checkError(error)
      case .none:
        guard case .failure(.duplicate) = outcome else { fatalError("\(outcome) is not answered") }
      case .message(let body): fatalError("the answer is a message: \(body)")
      }
    }
  }

  private static func checkReply(_ reply: JSONValue?, to request: Request) {
    expect(reply?["messageId"] == request.correlation, "an answer has another message's id")
    expect(reply?["data"] == nil || reply?["error"] == nil, "an answer has both data and an error")
    if let error = reply?["error"] { checkError(error) }
  }

  private static func checkError(_ error: JSONValue) {
    expect(
      error["type"]?.stringValue.flatMap(LinkErrorType.init) != nil, "the error type is not in the protocol: \(error)")
    expect(error["description"]?.stringValue?.isEmpty == false, "the error has no description")
  }

  /// Sends the bodies from a main frame, from a sub-frame of the same origin, and from a sub-frame of another origin.
  /// Checks that each request is settled, and that the last sub-frame gets no data.
  private static func converse(_ bodies: [String], in dialect: some Dialect) {
    let bridge = Bridge()
    bridge.install(dialect)
    let origin = Origin(scheme: "https", host: "shop.example")
    let pages = [
      InMemoryPage(bridge, origin: origin),
      InMemoryPage(bridge, origin: origin, isMainFrame: false, mainFrameOrigin: origin),
      InMemoryPage(
        bridge, origin: Origin(scheme: "https", host: "other.example"), isMainFrame: false, mainFrameOrigin: origin),
    ]
    var open = 0
    for (place, page) in pages.enumerated() {
      for body in bodies {
        for text in [body, JSONValue.string(body).json] {
          open += 1
          page.request(dialect.name, text: text) { settlement in
            open -= 1
            expect(
              !"\(settlement)".contains(CarefulWallet.secret) || body.contains("kept"), "a secret in \(settlement)")
            guard place == 2, case .resolved(let reply?) = settlement else { return }
            expect(reply["data"] == nil, "a sub-frame of another origin gets data: \(reply)")
          }
        }
      }
    }
    expect(Fuzzer.eventually { open == 0 }, "\(open) requests were never settled")
    for page in pages { expect(page.violations.isEmpty, "\(page.violations)") }
  }
}
