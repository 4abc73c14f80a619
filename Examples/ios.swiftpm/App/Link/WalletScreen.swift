import BitcoinLink
import Causeway
import CausewayWebKit
import SwiftUI

/// A shop that sends requests to a wallet, and the wallet that asks its user.
struct WalletScreen: View {
  @StateObject private var connection = WalletConnection()

  var body: some View {
    BridgeWebView(url: connection.page.url, host: connection.host, configuration: connection.page.makeConfiguration)
      .navigationTitle("Tea shop")
      .approvalSheet(of: connection.approvals)
  }
}

/// The wallet and its bridge, which live as long as the screen.
@MainActor private final class WalletConnection: ObservableObject {
  let page = ExamplePage("link")
  let approvals = ApprovalQueue()
  let host: WebViewHost

  init() {
    let link = WalletLink(
      provider: DemoWallet(approvals: approvals),
      configuration: .init(policy: .mainFrame(of: [page.origin]), additionalConsent: [.getAddress, .requestValue]))
    let bridge = Bridge()
    bridge.install(link.dialect(for: .ios))
    host = WebViewHost(bridge: bridge)
  }
}
