import Causeway
import CausewayWebKit
import WebKit

@MainActor func greet(_ webView: WKWebView, through host: WebViewHost) async throws {
  guard let page = host.conversation(with: webView)?.page(Market()) else { return }
  try page.theme(Theme(name: "dark"))
  let title = try await page.title(40)
  print(title)
}
