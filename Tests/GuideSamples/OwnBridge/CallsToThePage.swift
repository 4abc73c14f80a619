import Causeway
import CausewayWebKit
import WebKit

@MainActor func greet(_ webView: WKWebView, through host: WebViewHost) async throws {
  guard let page = host.conversation(with: webView) else { return }
  try page.send(event: "theme", data: ["name": "dark"])
  let title = try await page.call("title", ["length": 40])
  print(title?.stringValue ?? "no title")
}
