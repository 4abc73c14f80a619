import CausewayWebKit
import GBGBridge
import SwiftUI

/// An identity check. The library's stub cameras take its photographs.
struct JourneyScreen: View {
  @StateObject private var connection = JourneyConnection()
  @State private var camera: OpenCamera?

  private var journey: BridgeHost { connection.journey }

  var body: some View {
    BridgeWebView(url: connection.page.url, host: connection.host, configuration: connection.page.makeConfiguration)
      .navigationTitle("Identity check")
      .onReceive(journey.documentCapture.$activeRequest) { show($0, .document) }
      .onReceive(journey.selfieCapture.$activeRequest) { show($0, .selfie) }
      // Both cameras share one sheet, because a request for one may arrive while the sheet of the other is closing.
      .sheet(item: $camera) { camera in
        switch camera.subject {
        case .document:
          StubDocumentCameraView(
            onCaptured: { journey.documentCapture.complete(.document($0), of: camera.request) },
            onCancelled: { journey.documentCapture.complete(.closed, of: camera.request) })
        case .selfie:
          StubSelfieCameraView(
            onCaptured: { journey.selfieCapture.complete(.selfie($0), of: camera.request) },
            onCancelled: { journey.selfieCapture.complete(.closed, of: camera.request) })
        }
      }
  }

  /// Opens the camera for a request. If the request is nil, closes the camera.
  private func show(_ request: BridgeMessage?, _ subject: OpenCamera.Subject) {
    if let request {
      camera = OpenCamera(subject: subject, request: request)
    } else if camera?.subject == subject {
      camera = nil
    }
  }
}

/// The open camera, and the request that it serves.
private struct OpenCamera: Identifiable {
  enum Subject { case document, selfie }

  let subject: Subject
  let request: BridgeMessage
  var id: String { request.correlationId }
}

extension CaptureResult {
  fileprivate static let closed = CaptureResult.cancelled(reason: "The user closed the camera.")
}
