#if os(Linux)
import CWebKitGTK
import Foundation
@testable import GBGBridge
@testable import WebKit
import WebTestSupport

/// A stub camera on the screen, as a test drives it.
@MainActor final class StubScreen {
  /// The devices that the page finds.
  enum Devices {
    /// Those of the machine that the tests run on, which has no camera.
    case none
    /// WebKit's own mock camera: it stands in for the hardware, not for what is tested.
    case mock
  }

  let window: StubCameraWindow
  var webView: WKWebView { window.camera.webView }

  /// A camera whose page is ready. With `permission` it may still wait for its camera.
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

  /// Runs the body of an asynchronous function in the page and gives its value as text.
  @discardableResult
  func run(_ body: String) async throws -> String {
    try await within("the script \(body)") { [webView] in
      let value = try await webView.callAsyncJavaScript(body, arguments: [:], contentWorld: .page)
      return value.map { "\($0)" } ?? ""
    }
  }

  /// Returns when an expression is true in the page.
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

  /// Presses a button that a person can press.
  func press(_ id: String) async throws {
    try await run(
      """
      const button = document.getElementById("\(id)");
      if (button.hidden || button.disabled) throw new Error("the button \(id) cannot be pressed");
      """)
    // It carries a gesture of the user.
    webView.evaluateJavaScript("document.getElementById('\(id)').click()") { _, _ in }
  }

  /// The line that tells the person what is wrong.
  func status() async throws -> String { try await run("return document.getElementById('status').textContent") }

  /// The ids of what a person can press.
  func buttons() async throws -> String {
    try await run("return [...document.querySelectorAll('button')].filter((b) => !b.hidden).map((b) => b.id).join()")
  }
}

/// Takes its time before it gives the camera, as a person does whom the system asks.
@MainActor final class LatePermission: NSObject, WKUIDelegate {
  weak var camera: StubCamera?
  /// Gives the camera; nil before the page has asked for it.
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

/// Gives the files that a test chose, in the place of a person.
@MainActor final class ChosenFile: StubFileChooser {
  var file: URL?

  init(_ file: URL?) {
    self.file = file
  }

  func choose(_ completion: @escaping @MainActor (URL?) -> Void) { completion(file) }
  func dismiss() {}
}

/// What a picture really is, as another decoder than WebKit's reads it.
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

/// Keeps what a stub camera gives.
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
