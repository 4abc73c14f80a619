import CausewayWebKit
import GBGBridge
import SwiftUI

struct Pages: View {
  let url: URL
  let host: WebViewHost
  let journey: BridgeHost

  var body: some View {
    VStack {
      BridgeWebView(url: url, host: host)
      BridgeWebView(url: url, host: journey)
    }
  }
}
