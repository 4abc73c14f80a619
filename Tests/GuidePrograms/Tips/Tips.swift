import BitcoinLink
import Causeway
import CausewayWebKit
import WebKit

let page = """
  <script>
  window._bitcoinWalletApi = { receiveMessage: (reply) => { document.title = JSON.stringify(reply); } };
  webkit.messageHandlers.sendMessageHandler.postMessage({
    messageId: "getAddress1", command: "getAddress", data: { protocol: "BCH" },
  });
  </script>
  """

@main struct Tips {
  @MainActor static func main() {
    let controller = PageController(wallet: DemoWallet())
    controller.webView.loadHTMLString(page, baseURL: URL(string: "https://tips.example/"))
    Task {
      while controller.webView.title?.isEmpty != false { try await Task.sleep(for: .milliseconds(50)) }
      print(controller.webView.title ?? "")
      exit(0)
    }
    RunLoop.main.run()
  }
}

@MainActor final class PageController {
  let webView: WKWebView
  private let host: WebViewHost

  init(wallet: some WalletProvider) {
    let bridge = Bridge()
    bridge.install(WalletLink(provider: wallet).dialect(for: .ios))
    host = WebViewHost(bridge: bridge)
    let configuration = WKWebViewConfiguration()
    host.attach(to: configuration)
    webView = WKWebView(frame: .zero, configuration: configuration)
  }
}
