import WebKit

#if canImport(SwiftUI)
import SwiftUI
#endif

/// The content of both stub views.
@MainActor struct StubCameraScreen {
  let subject: StubSubject
  /// The closure that gets the picture, or nil if the user cancelled. It is called once.
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

/// The window of a stub camera, on Linux only. If the user closes the window, the capture is cancelled. After the app
/// has released the window or called ``close()``, neither closure of the camera is called.
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

  /// Whether the window is on the screen.
  public var isOpen: Bool { window != nil }

  /// Closes the window. Does nothing if it is already closed.
  public func close() { window = nil }
}

/// A weak reference to the window. The camera's closure needs it because the closure is created before the window that
/// it closes.
@MainActor private final class WeakStubWindow {
  weak var window: StubCameraWindow?
}
#endif
