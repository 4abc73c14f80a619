import Causeway
import CausewayWebKit
import WebKit

struct Share: Codable {
  var text: String
  var url: String?
}

@MainActor func connect(_ configuration: WKWebViewConfiguration, page: Origin) -> WebViewHost {
  let share = Capability("share", policy: .mainFrame(of: [page])) { (item: Share, call: Call) in
    print("\(call.frame) shares \(item.text)")
    return true
  }
  let bridge = Bridge()
  bridge.install(CausewayDialect([share]))
  let host = WebViewHost(bridge: bridge)
  host.attach(to: configuration)
  return host
}
