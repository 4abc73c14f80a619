import Foundation
import GBGBridge
import WebKit

#if canImport(SwiftUI)
import Combine
import SwiftUI
#endif

// An app like the samples of the published GBGBridge, with the same names and the same forms of calls. It is compiled
// in Swift 6 mode in GBGBridgeTests and in Swift 5 mode in GBGBridgeSwift5Tests. If this code needs a change, published
// apps need the same change.

@MainActor
final class JourneyModel: NSObject {
  let host = BridgeHost(hostVersion: "1.0.0")
  private(set) var log: [String] = []
  var onLog: () -> Void = {}

  func setUp() {
    host.delegate = self

    host.documentCapture.handler = { [weak host] request in
      guard let host else { return .cancelled(reason: "Host deallocated") }
      return await host.documentCapture.awaitCompletion()
    }
    host.documentCapture.permissionState = .granted

    host.selfieCapture.handler = { [weak host] request in
      guard let host else { return .cancelled(reason: "Host deallocated") }
      return await host.selfieCapture.awaitCompletion()
    }
    host.selfieCapture.permissionState = .notDetermined
    host.selfieCapture.isEnabled = true

    host.registerCustomCapability("nfc.read", version: "1.0") { request, responder in
      guard case .string(let number)? = request.payload.data?["documentNumber"] else {
        responder.respond(
          status: .error, data: nil,
          error: BridgeErrorPayload(code: "INVALID_REQUEST", message: "No document number.", recoverable: false))
        return
      }
      Task {
        responder.respond(status: .acknowledged)
        responder.respond(status: .success, data: ["chip": .string("chip of \(number)")], error: nil)
      }
    }

    host.register(handler: DeviceInfoHandler())
  }

  func makeWebView() -> WKWebView {
    let webView = WKWebView(frame: .zero, configuration: WKWebViewConfiguration())
    BridgeWebViewConfigurator.configure(webView, host: host)
    return webView
  }

  func makeWebViewWithHandler() -> WKWebView {
    let controller = WKUserContentController()
    controller.add(host, name: "gbgBridge")
    let configuration = WKWebViewConfiguration()
    configuration.userContentController = controller
    let webView = WKWebView(frame: .zero, configuration: configuration)
    BridgeWebViewConfigurator.configure(webView, host: host)
    return webView
  }

  func becomeReady() {
    host.send(event: "host.ready", data: ["timestamp": .number(Date().timeIntervalSince1970)])
    host.send(event: "user.action", data: ["action": .string("tapped_help"), "screen": .string("document_capture")])
  }

  func enterBackground() {
    host.send(event: "host.background", data: [:])
    host.send(event: "host.foreground", data: [:])
    host.send(event: "journey.cancel", data: ["reason": .string("user_cancelled")])
  }

  func answerWaiting() {
    for request in host.pendingRequests where request.payload.action == "consent.show" {
      host.respond(to: request, status: .success, data: ["accepted": .bool(true)])
    }
    for request in host.pendingRequests {
      host.respond(
        to: request, status: .unsupported,
        error: BridgeErrorPayload(code: "UNSUPPORTED", message: "Not here.", recoverable: false))
    }
  }

  func captured(_ data: Data) {
    if host.documentCapture.activeRequest != nil {
      host.documentCapture.complete(
        .document(DocumentCaptureResult(imageData: data, width: 1920, height: 1080, mimeType: "image/png")))
    }
    if host.selfieCapture.activeRequest != nil {
      host.selfieCapture.complete(.cancelled(reason: "User dismissed"))
    }
  }

  fileprivate func tell(_ text: String) {
    log.append(text)
    onLog()
  }
}

extension JourneyModel: BridgeHostDelegate {
  func bridgeHost(_ host: BridgeHost, didReceive message: BridgeMessage) {
    if message.payload.action == "page.log", case .string(let text)? = message.payload.data?["text"] {
      tell("page: \(text)")
    } else {
      tell("\(message.type.rawValue) \(message.payload.action)")
    }
  }
}

final class DeviceInfoHandler: BridgeCapabilityHandler {
  let action = "device.info"

  func handle(_ request: BridgeMessage, responder: BridgeResponder) {
    responder.respond(status: .success, data: ["model": .string("Example"), "cores": .number(2)], error: nil)
  }
}

/// A coordinator that keeps the camera views in properties, as an app with its own screens does.
@MainActor
final class CameraCoordinator {
  let host: BridgeHost
  private let onDocument: (DocumentCaptureResult) -> Void
  private let onCancelled: () -> Void

  init(host: BridgeHost) {
    self.host = host
    onDocument = { result in host.documentCapture.complete(.document(result)) }
    onCancelled = { host.documentCapture.complete(.cancelled(reason: "User dismissed")) }
  }

  func makeDocumentCamera() -> StubDocumentCameraView {
    StubDocumentCameraView(onCaptured: onDocument, onCancelled: onCancelled)
  }

  func makeSelfieCamera() -> StubSelfieCameraView {
    StubSelfieCameraView(
      onCaptured: { result in
        self.host.selfieCapture.complete(.selfie(result))
      },
      onCancelled: {
        self.host.selfieCapture.complete(.cancelled(reason: "User dismissed"))
      }
    )
  }
}

#if canImport(SwiftUI)
struct JourneyView: View {
  @StateObject private var host = BridgeHost(hostVersion: "1.0.0")
  @State private var showDocumentCamera = false
  @State private var showSelfieCamera = false
  @State private var waiting = 0
  let url: URL

  var body: some View {
    VStack {
      BridgeWebView(url: url, host: host)
      if let error = host.lastError { Text(error) }
      Text("\(host.receivedMessages.count) messages, \(waiting) waiting")
    }
    .onReceive(host.$pendingRequests) { waiting = $0.count }
    .onReceive(host.documentCapture.$activeRequest) { showDocumentCamera = $0 != nil }
    .onReceive(host.selfieCapture.$activeRequest) { showSelfieCamera = $0 != nil }
    .sheet(
      isPresented: $showDocumentCamera,
      onDismiss: {
        if host.documentCapture.activeRequest != nil {
          host.documentCapture.complete(.cancelled(reason: "Dismissed"))
        }
      }
    ) {
      StubDocumentCameraView(
        onCaptured: { result in
          host.documentCapture.complete(.document(result))
        },
        onCancelled: {
          host.documentCapture.complete(.cancelled(reason: "User dismissed"))
        }
      )
    }
    .sheet(isPresented: $showSelfieCamera) {
      StubSelfieCameraView(
        onCaptured: { result in
          host.selfieCapture.complete(.selfie(result))
        },
        onCancelled: {
          host.selfieCapture.complete(.cancelled(reason: "User dismissed"))
        }
      )
    }
  }
}

@MainActor
final class PendingCounter {
  private var cancellables: Set<AnyCancellable> = []
  private(set) var counts: [Int] = []

  init(host: BridgeHost) {
    host.$pendingRequests
      .map(\.count)
      .sink { [weak self] count in self?.counts.append(count) }
      .store(in: &cancellables)
  }
}
#endif
