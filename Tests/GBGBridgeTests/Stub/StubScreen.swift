#if os(Linux)
import CWebKitGTK
import Foundation
@testable import GBGBridge
@testable import WebKit
import WebTestSupport

/// The window of a stub camera, which a test operates.
@MainActor final class StubScreen {
  /// The camera devices that the page finds.
  enum Devices {
    /// The devices of the test machine, which has no camera.
    case none
    /// WebKit's own mock camera, which replaces the hardware but not the code under test.
    case mock
  }

  let window: StubCameraWindow
  var webView: WKWebView { window.camera.webView }

  /// Waits until the camera's page is loaded. With `permission`, the page may still wait for access to the camera.
  init(_ window: StubCameraWindow, _ devices: Devices, permission: LatePermission? = nil) async throws {
    self.window = window
    webkit_settings_set_enable_mock_capture_devices(window.camera.webView.widget.settings, devices == .mock ? 1 : 0)
    let webView = window.camera.webView
    if let permission {
      permission.camera = window.camera
      webView.uiDelegate = permission
    }
    try await eventually("the page of the stub camera") { webView.url != nil && !webView.isLoading }
    if permission == nil { try await until("!document.getElementById('take').disabled") }
  }

  /// Runs `body` as the body of an asynchronous function in the page, and returns its value as text.
  @discardableResult
  func run(_ body: String) async throws -> String {
    try await within("the script \(body)") { [webView] in
      let value = try await webView.callAsyncJavaScript(body, arguments: [:], contentWorld: .page)
      return value.map { "\($0)" } ?? ""
    }
  }

  /// Returns when the expression `condition` is true in the page.
  func until(_ condition: String) async throws {
    try await run(
      """
      await new Promise((resolve) => {
        const look = () => { if (\(condition)) resolve(); };
        new MutationObserver(look).observe(document, {
          subtree: true, childList: true, attributes: true, characterData: true,
        });
        look();
      });
      """)
  }

  /// Presses a button. Throws if a user could not press it.
  func press(_ id: String) async throws {
    try await run(
      """
      const button = document.getElementById("\(id)");
      if (button.hidden || button.disabled) throw new Error("the button \(id) cannot be pressed");
      """)
    // WebKit treats a script that the app runs as a user gesture.
    webView.evaluateJavaScript("document.getElementById('\(id)').click()") { _, _ in }
  }

  /// Returns the line that reports problems to the user.
  func status() async throws -> String { try await run("return document.getElementById('status').textContent") }

  /// Returns the ids of the visible buttons.
  func buttons() async throws -> String {
    try await run("return [...document.querySelectorAll('button')].filter((b) => !b.hidden).map((b) => b.id).join()")
  }
}

/// A delegate that answers the request for the camera later, like a user in the system's dialog.
@MainActor final class LatePermission: NSObject, WKUIDelegate {
  weak var camera: StubCamera?
  /// The function that grants the camera to the page; nil before the page has requested the camera.
  private(set) var grant: (() -> Void)?

  func webView(
    _ webView: WKWebView, requestMediaCapturePermissionFor origin: WKSecurityOrigin,
    initiatedByFrame frame: WKFrameInfo, type: WKMediaCaptureType,
    decisionHandler: @escaping @MainActor (WKPermissionDecision) -> Void
  ) {
    grant = { decisionHandler(.grant) }
  }

  func webView(
    _ webView: WKWebView, runOpenPanelWith parameters: WKOpenPanelParameters, initiatedByFrame frame: WKFrameInfo,
    completionHandler: @escaping @MainActor ([URL]?) -> Void
  ) {
    camera?.webView(
      webView, runOpenPanelWith: parameters, initiatedByFrame: frame, completionHandler: completionHandler)
  }
}

/// A file chooser that returns the test's file instead of a user's choice.
@MainActor final class ChosenFile: StubFileChooser {
  var file: URL?

  init(_ file: URL?) {
    self.file = file
  }

  func choose(_ completion: @escaping @MainActor (URL?) -> Void) { completion(file) }
  func dismiss() {}
}

/// Returns the size and the type of a picture, from a decoder that is independent of WebKit.
@MainActor func decodedPicture(_ data: Data) throws -> (width: Int, height: Int, mimeType: String) {
  let file = FileManager.default.temporaryDirectory.appendingPathComponent("stub-\(UUID().uuidString)")
  try data.write(to: file)
  defer { try? FileManager.default.removeItem(at: file) }
  guard let pixels = gdk_pixbuf_new_from_file(file.path, nil),
    let format = gdk_pixbuf_get_file_info(file.path, nil, nil)
  else { throw CocoaError(.fileReadCorruptFile) }
  defer { g_object_unref(gpointer(pixels)) }
  let types = gdk_pixbuf_format_get_mime_types(format)
  defer { g_strfreev(types) }
  let type = types?[0].map { String(cString: $0) } ?? ""
  return (Int(gdk_pixbuf_get_width(pixels)), Int(gdk_pixbuf_get_height(pixels)), type)
}

/// A recorder of the results of a stub camera.
@MainActor final class StubEnd {
  private(set) var documents: [DocumentCaptureResult] = []
  private(set) var selfies: [SelfieCaptureResult] = []
  private(set) var cancellations = 0

  var count: Int { documents.count + selfies.count + cancellations }

  func document(_ devices: StubScreen.Devices = .none) async throws -> StubScreen {
    let view = StubDocumentCameraView(
      onCaptured: { self.documents.append($0) }, onCancelled: { self.cancellations += 1 })
    return try await StubScreen(view.show(), devices)
  }

  func selfie(_ devices: StubScreen.Devices = .none) async throws -> StubScreen {
    let view = StubSelfieCameraView(onCaptured: { self.selfies.append($0) }, onCancelled: { self.cancellations += 1 })
    return try await StubScreen(view.show(), devices)
  }
}
#endif
