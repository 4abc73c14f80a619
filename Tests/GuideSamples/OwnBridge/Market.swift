import Causeway
import CausewayWebKit
import WebKit

struct Share: Codable {
  var text: String
  var url: String?
}

struct Theme: Codable {
  var name: String
}

struct Market: BridgeContract {
  let share = AppFunction<Share, Bool>("share", "Shares an item.", errors: [NotSignedIn.self])
  let title = PageFunction<Int, String>("title", "The page's title, cut to the given number of characters.")
  let theme = PageEvent<Theme>("theme")
}

@MainActor func connect(_ configuration: WKWebViewConfiguration, page: Origin) -> WebViewHost {
  let market = Market()
  let bridge = Bridge()
  bridge.install(
    CausewayDialect(market, origins: [page]) {
      market.share.handler { item, call in
        print("\(call.frame) shares \(item.text)")
        return true
      }
    })
  let host = WebViewHost(bridge: bridge)
  host.attach(to: configuration)
  return host
}
