import Foundation
import WebKit

// A wallet that follows the page for providers of mobile wallets: it parses the text of a message and evaluates
// `_bitcoinWalletApi.receiveMessage`. Its code must never need a change.

final class WalletViewController: NSObject, WKScriptMessageHandler {
  private(set) var webView: WKWebView!

  override init() {
    super.init()
    let contentController = WKUserContentController()
    contentController.add(self, name: "sendMessageHandler")
    let config = WKWebViewConfiguration()
    config.userContentController = contentController
    webView = WKWebView(frame: .zero, configuration: config)
  }

  func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage) {
    if message.name == "sendMessageHandler", let text = message.body as? String,
      let request = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    {
      handle(request)
    }
  }

  private func handle(_ request: [String: Any]) {
    var response: [String: Any] = ["messageId": request["messageId"] ?? "", "command": request["command"] ?? ""]
    if request["command"] as? String == "getAddress" {
      response["data"] = ["address": "simpleledger:qexample"]
    } else {
      response["error"] = ["type": "PROTOCOL_ERROR", "description": "Not here."]
    }
    guard let data = try? JSONSerialization.data(withJSONObject: response),
      let text = String(data: data, encoding: .utf8)
    else { return }
    webView.evaluateJavaScript("_bitcoinWalletApi.receiveMessage(\(text))", completionHandler: nil)
  }
}
