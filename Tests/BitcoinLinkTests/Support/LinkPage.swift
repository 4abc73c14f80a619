import BitcoinLink
import Causeway
import CausewayWebKit
import CausewayTesting
import WebKit
import WebTestSupport

/// A page in a real WebKit with the Link bridge, and with the tests' own small client in every document.
///
/// The client imitates known clients of the protocol. If a `_bitcoinWalletApi` exists, the client keeps that object and
/// sets its own `receiveMessage` there. At each call, the client looks first for the Android entry point. The client
/// stores its resolver after the call, matches replies only by `messageId`, and ignores all replies after the first.
@MainActor final class LinkPage {
  static let origin = Origin(scheme: "test", host: "page.example")

  let wallet = TestWallet()
  let bridge: Bridge
  let host: WebViewHost
  let browser: Browser
  let clock = ManualClock()
  let surface: LinkSurface
  private(set) var observations: [BridgeObservation] = []

  init(
    _ surface: LinkSurface = .ios, _ configuration: WalletLink.Configuration = .init(), limits: Limits = .standard,
    client: Bool = true, isObserved: Bool = true
  ) {
    self.surface = surface
    bridge = Bridge(limits: limits, clock: clock)
    bridge.install(WalletLink(provider: wallet, configuration: configuration).dialect(for: surface))
    let host = WebViewHost(bridge: bridge)
    self.host = host
    browser = Browser {
      host.attach(to: $0.userContentController)
      guard client else { return }
      $0.userContentController.addUserScript(
        WKUserScript(source: Self.client, injectionTime: .atDocumentStart, forMainFrameOnly: false, in: .page))
    }
    browser.onTermination = { [unowned self] in self.host.webContentProcessDidTerminate(in: browser.webView) }
    if isObserved { bridge.observe { [weak self] in self?.observations.append($0) } }
  }

  static let client = """
    window._bitcoinWalletApi = window._bitcoinWalletApi || {};
    window.link = {
      latest: 0, open: {}, replies: [],
      post(message) {
        if (window._bitcoinWalletApi.messageHandler) window._bitcoinWalletApi.messageHandler(JSON.stringify(message));
        else window.webkit.messageHandlers.sendMessageHandler.postMessage(message);
      },
      call(command, data, more) {
        return new Promise((resolve, reject) => {
          const messageId = command + (++link.latest);
          try {
            link.post({ messageId, command, data, ...more });
          } catch (error) {
            return reject({ type: "NO_PROVIDER", description: error.message });
          }
          link.open[messageId] = { resolve, reject };
        });
      },
      told(command, data, more) {
        return link.call(command, data, more)
          .then((value) => value === undefined ? "undefined" : JSON.stringify(value))
          .catch((error) => "rejected " + JSON.stringify(error));
      },
      // Sends a body unchanged, and then calls `getInfo`. Returns the replies that came before the answer to `getInfo`.
      async raw(body, id) {
        const entry = window._bitcoinWalletApi.messageHandler ?? webkit.messageHandlers.sendMessageHandler.postMessage;
        const before = link.replies.length;
        entry(body);
        await link.told("getInfo");
        return link.replies.slice(before).filter((reply) => !("data" in reply && reply.command === "getInfo"));
      },
    };
    window._bitcoinWalletApi.receiveMessage = (message) => {
      link.replies.push(message);
      const reply = typeof message === "string" ? JSON.parse(message) : message;
      const open = link.open[reply.messageId];
      if (!open) return;
      delete link.open[reply.messageId];
      if (reply.error) open.reject(reply.error); else open.resolve(reply.data);
    };
    """

  /// Calls a command with the value of a JavaScript expression as its data, and returns the result as JSON, `undefined`
  /// or `rejected {…}`.
  func call(_ command: String, _ data: String = "undefined", in frame: SubFrame? = nil) async throws -> String {
    try await browser.text("return await link.told('\(command)', \(data))", in: frame)
  }

  /// Sends the value of a JavaScript expression as a message's body, and returns the replies as a JSON list.
  func raw(_ body: String, in frame: SubFrame? = nil) async throws -> String {
    try await browser.text("return JSON.stringify(await link.raw(\(body)))", in: frame)
  }

  /// Begins to call a command, and returns when the app has received the request.
  func begin(_ command: String, _ data: String = "undefined", in frame: SubFrame? = nil) async throws
    -> Task<String, any Error>
  {
    let before = requests.count
    let answer = Task { try await call(command, data, in: frame) }
    try await eventually("the request \(command)") { requests.count > before }
    return answer
  }

  /// Calls a command whose answer the test does not wait for.
  func start(_ command: String, _ data: String = "undefined", in frame: SubFrame? = nil) async throws {
    let before = requests.count
    _ = try await browser.text(
      "void link.told('\(command)', \(data)).then((told) => { window.told = told; })", in: frame)
    try await eventually("the request \(command)") { requests.count > before }
  }

  var requests: [BridgeObservation] { observations.filter { $0.kind == .request } }
  var replies: [BridgeObservation] { observations.filter { $0.kind == .reply } }
  var thrown: [String] { observations.filter { $0.kind == .thrown }.compactMap(\.failure) }
}

/// Valid data, as JavaScript expressions, for the commands that move money or sign.
enum Valid {
  static let send = "{ to: 'bitcoincash:qto', protocol: 'BCH', value: '0.000123' }"
  static let invoice = "{ url: 'bitcoincash:?r=https://merchant.example/i/1' }"
  static let token = """
    { name: 'Coin', symbol: 'C', decimals: 2, initialSupply: 100, tokenReceiverAddress: 'simpleledger:qr' }
    """
  static let sign = "{ address: '0xabc', message: 'hello', signType: 'personal_sign' }"
  /// The names of the commands that move money or sign, with their valid data.
  static let guarded = [
    ("sendAssets", send), ("payInvoice", invoice), ("createToken", token), ("requestWeb3Sign", sign),
  ]
}
