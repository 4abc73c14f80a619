#if canImport(SwiftUI)
import Combine
import GBGBridge
import SwiftUI

/// A journey that shows the stand-in camera in a sheet while the page waits for a picture.
struct CameraSheet: View {
  let url: URL
  let host: BridgeHost
  @State private var showsCamera = false

  var body: some View {
    JourneyView(url: url, host: host)
      .onReceive(host.documentCapture.$activeRequest) { showsCamera = $0 != nil }
      .sheet(isPresented: $showsCamera) {
        StubDocumentCameraView(
          onCaptured: { host.documentCapture.complete(.document($0)) },
          onCancelled: { host.documentCapture.complete(.cancelled(reason: "The user closed the camera.")) })
      }
  }
}

/// The journey, in a web view.
private struct JourneyView: View {
  let url: URL
  let host: BridgeHost

  var body: some View { BridgeWebView(url: url, host: host) }
}
#endif
