import Causeway
import CausewayWebKit
import Combine
import GBGBridge

/// The app's side of GBGBridge and its bridge, which live as long as the screen.
@MainActor final class JourneyConnection: ObservableObject {
  let page = ExamplePage("gbg")
  let journey: BridgeHost
  let host: WebViewHost

  init() {
    journey = BridgeHost(
      configuration: BridgeConfiguration(hostVersion: "1.0.0", allowedOrigins: [page.origin]))
    // The page's files have their own scheme, so this example does not use BridgeWebView(url:host:) of GBGBridge.
    let bridge = Bridge()
    journey.attach(to: bridge)
    host = WebViewHost(bridge: bridge)

    for slot in [journey.documentCapture, journey.selfieCapture] {
      slot.permissionState = CameraDetector.check().permissionState
      slot.handler = { [weak slot] _ in await slot?.awaitCompletion() ?? .cancelled(reason: "The app is gone.") }
    }
    journey.registerCustomCapability("nfc.read", version: "1.0") { _, responder in
      responder.respond(status: .success, data: ["documentNumber": "X0000000", "surname": "SPECIMEN"])
    }
  }
}
