#if os(Linux)
import GBGBridge

@MainActor func showCameras(of host: BridgeHost) async {
  var window: StubCameraWindow?
  for await request in host.documentCapture.activeRequests {
    guard let request else {
      window?.close()
      continue
    }
    window = StubDocumentCameraView(
      onCaptured: { host.documentCapture.complete(.document($0), of: request) },
      onCancelled: { host.documentCapture.complete(.cancelled(reason: "The user closed the camera."), of: request) }
    ).show()
  }
}
#endif
