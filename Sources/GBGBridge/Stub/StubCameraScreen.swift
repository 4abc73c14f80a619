import WebKit

#if canImport(SwiftUI)
import SwiftUI
#endif

/// What both stub views show.
@MainActor struct StubCameraScreen {
  let subject: StubSubject
  /// Called once, with the picture or, if the person cancelled, nil.
  let onEnd: (StubPicture?) -> Void
}

#if canImport(UIKit)
extension StubCameraScreen: UIViewRepresentable {
  func makeCoordinator() -> StubCamera { StubCamera(subject, onEnd: onEnd) }
  func makeUIView(context: Context) -> WKWebView { context.coordinator.webView }
  func updateUIView(_ webView: WKWebView, context: Context) {}
}
#elseif canImport(AppKit)
extension StubCameraScreen: NSViewRepresentable {
  func makeCoordinator() -> StubCamera { StubCamera(subject, onEnd: onEnd) }
  func makeNSView(context: Context) -> WKWebView { context.coordinator.webView }
  func updateNSView(_ webView: WKWebView, context: Context) {}
}
#elseif os(Linux)
extension StubCameraScreen {
  /// Opens the camera in a window.
  func show() -> StubCameraWindow { StubCameraWindow(subject, onEnd: onEnd) }
}

/// The window of a stub camera: Linux only. A person who closes it has cancelled; an app that releases it, or calls
/// ``close()``, is not told anything more.
@MainActor public final class StubCameraWindow {
  let camera: StubCamera
  private var window: WebViewWindow?

  init(_ subject: StubSubject, onEnd: @escaping (StubPicture?) -> Void) {
    let link = WeakStubWindow()
    camera = StubCamera(subject) { picture in
      link.window?.close()
      onEnd(picture)
    }
    let title = subject == .document ? "Document camera" : "Selfie camera"
    window = WebViewWindow(camera.webView, title: title, width: 480, height: 640)
    link.window = self
    window?.onClose = { [weak camera] in camera?.end(nil) }
  }

  /// Whether it is on the screen.
  public var isOpen: Bool { window != nil }

  /// Closes it; of no effect on one that is closed.
  public func close() { window = nil }
}

/// The camera's closure is made before the window that it closes.
@MainActor private final class WeakStubWindow {
  weak var window: StubCameraWindow?
}
#endif
