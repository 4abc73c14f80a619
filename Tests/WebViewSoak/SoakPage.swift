import Causeway
import CausewayJSON
import CausewayWebKit
import Foundation
import WebKit
import WebTestSupport

/// A web view whose page sends requests to the app in all possible ways, and gets calls from the app.
@MainActor final class SoakPage: NSObject, WKScriptMessageHandlerWithReply {
  private static let url = "test://page.example/"
  private static let frameURL = "test://other.example/frame"

  let number: Int
  /// The number of answers that were compared.
  private(set) var answers = 0

  private let browser: Browser
  private let host: WebViewHost
  private let kept = KeptRequests()

  init(number: Int) {
    self.number = number
    let bridge = Bridge()
    let host = WebViewHost(bridge: bridge)
    self.host = host
    bridge.install(
      CausewayDialect([
        Capability("echo", policy: .everyone, json: { value, _ in value }),
        Capability(
          "bytes", policy: .everyone, bytes: { (count: Int, _) in Bytes([UInt8](repeating: 7, count: count)) }),
        Capability("later", policy: .everyone, deadline: .never, responding: { [kept] in kept.add($0, $2) }),
      ]))
    var controller: WKUserContentController?
    browser = Browser {
      host.attach(to: $0)
      controller = $0.userContentController
    }
    super.init()
    controller?.addScriptMessageHandler(self, contentWorld: .page, name: "soak")
    browser.onTermination = { [weak self] in report("PROBLEM: the web process of page \(self?.number ?? -1) died") }
  }

  func load() async throws {
    browser.site[Self.frameURL] = "<script>\(String(decoding: PackageResources.frame_js, as: UTF8.self))</script>"
    try await browser.open("<body><iframe src='\(Self.frameURL)'></iframe>", at: Self.url)
    try await browser.run("causeway.handle('ask', (value) => ({ value }));")
  }

  /// Runs one conversation with the page. Throws if the page or the app gets a wrong value.
  func talk(_ text: String) async throws {
    kept.answerAll()
    let count = try await browser.run(String(decoding: PackageResources.talk_js, as: UTF8.self), ["text": text])
    answers += count as? Int ?? 0
    let told = try await host.conversation(with: browser.webView)?.call("ask", .string(text))
    guard told == ["value": .string(text)] else {
      throw SoakError("the page answered the app with \(told ?? "nothing")")
    }
    try host.conversation(with: browser.webView)?.send(event: "said", data: .string(text))
    answers += 1
  }

  /// Answers the messages of WebKit's own handler, without the bridge.
  func userContentController(
    _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
  ) async -> (Any?, String?) {
    message.body as? String == "refuse" ? (nil, "The app refuses \(message.name).") : (message.body, nil)
  }
}

/// Requests that get their answers in the next conversation, so that WebKit's replies are kept while the page is quiet.
@MainActor private final class KeptRequests {
  private final class Request {
    let text: JSONValue
    private var responder: Responder?

    init(_ text: JSONValue, _ responder: consuming Responder) {
      self.text = text
      self.responder = consume responder
    }

    func takeResponder() -> Responder? { responder.take() }
  }

  private var requests: [Request] = []

  func add(_ text: JSONValue, _ responder: consuming Responder) {
    requests.append(Request(text, responder))
  }

  func answerAll() {
    for request in requests { request.takeResponder()?.succeed(request.text) }
    requests = []
  }
}

struct SoakError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
