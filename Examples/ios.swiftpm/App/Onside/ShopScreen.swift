import Causeway
import CausewayWebKit
import OnsideKit
import SwiftUI

/// A shop that sells through Onside. OnsideKit itself shows the login and the payment sheet.
struct ShopScreen: View {
  let shop: Shop

  var body: some View {
    if let failure = shop.failure {
      Text(verbatim: failure).padding(24)
    } else {
      ShopPage(page: shop.page)
        .navigationTitle("Reading room")
    }
  }
}

private struct ShopPage: View {
  @StateObject private var connection: ShopConnection

  init(page: ExamplePage) {
    _connection = StateObject(wrappedValue: ShopConnection(page: page))
  }

  var body: some View {
    BridgeWebView(url: connection.page.url, host: connection.host, configuration: connection.page.makeConfiguration)
  }
}

/// The bridge of the shop's page, which lives as long as the screen. The payment queue lives as long as the app.
@MainActor private final class ShopConnection: ObservableObject {
  let page: ExamplePage
  let host: WebViewHost

  init(page: ExamplePage) {
    self.page = page
    let bridge = Bridge()
    OnsideJS.install(in: bridge, configuration: .init(origins: .only([page.origin])))
    host = WebViewHost(bridge: bridge)
  }
}
