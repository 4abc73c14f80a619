#if canImport(SwiftUI)
import GBGBridge
import SwiftUI

struct PendingCount: View {
  let host: BridgeHost

  var body: some View {
    Text("Requests that wait: \(host.state.pendingRequests.count)")
  }
}
#endif
