import Causeway
import Foundation
import WebKit

/// What is in both stub views: a web view of its own with a page of ours, which shows the camera.
///
/// WebKit has the camera and the decoders for pictures on Apple's platforms and on Linux, so that one page serves all. The
/// page has no bridge and no network, and it is not a page of the journey, which never reaches it.
@MainActor final class StubCamera: NSObject {
  /// The name of the message handler to which the page posts.
  private static let handlerName = "gbgStubCamera"
  /// Of a picture, in pixels: a larger one would take the page of the journey long to receive.
  static let longestSide = 2_048
  /// WebKit gives the camera to secure origins only. No host can have this name.
  private static let address = URL(string: "https://stub-camera.invalid/")

  let webView: WKWebView
  /// Called once, with the picture or, if the person cancelled, nil.
  private var onEnd: ((StubPicture?) -> Void)?
  /// Lets a person choose a file, where WebKit leaves that to the app.
  var chooser: any StubFileChooser = makeStubFileChooser()

  init(_ subject: StubSubject, onEnd: @escaping (StubPicture?) -> Void) {
    let configuration = WKWebViewConfiguration()
    configuration.websiteDataStore = .nonPersistent()
    configuration.mediaTypesRequiringUserActionForPlayback = []
    #if os(iOS)
    configuration.allowsInlineMediaPlayback = true
    #endif
    let script = PageScript(
      PackageResources.stub_camera_js, function: "gbgStubCamera",
      arguments: [
        .string(Self.handlerName), .string(subject.rawValue), .string(subject.mimeType),
        .number(Double(Self.longestSide)),
      ],
      takesRuntime: false)
    configuration.userContentController.addUserScript(
      WKUserScript(source: script.standalone, injectionTime: .atDocumentEnd, forMainFrameOnly: true))
    webView = WKWebView(frame: .zero, configuration: configuration)
    self.onEnd = onEnd
    super.init()
    configuration.userContentController.add(StubMessages(camera: self), name: Self.handlerName)
    webView.uiDelegate = self
    webView.navigationDelegate = self
    webView.loadHTMLString(
      String(decoding: PackageResources.stub_camera_html, as: UTF8.self), baseURL: Self.address)
  }

  /// Ends it, once: the view may be closed after the picture was taken.
  func end(_ picture: StubPicture?) {
    guard let onEnd else { return }
    self.onEnd = nil
    chooser.dismiss()
    onEnd(picture)
  }
}

extension StubCamera: WKNavigationDelegate {
  /// The page stays: a file that is dropped on it would take its place.
  func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
    decisionHandler: @escaping @MainActor (WKNavigationActionPolicy) -> Void
  ) {
    decisionHandler(navigationAction.request.url == Self.address ? .allow : .cancel)
  }
}

extension StubCamera: WKUIDelegate {
  /// The page is ours: whether the app may use the camera is the system's question.
  func webView(
    _ webView: WKWebView, requestMediaCapturePermissionFor origin: WKSecurityOrigin,
    initiatedByFrame frame: WKFrameInfo, type: WKMediaCaptureType,
    decisionHandler: @escaping @MainActor (WKPermissionDecision) -> Void
  ) {
    decisionHandler(type == .camera ? .grant : .deny)
  }

  #if os(macOS) || os(Linux)  // On iOS WebKit shows its own panel.
  /// A person chooses a file.
  func webView(
    _ webView: WKWebView, runOpenPanelWith parameters: WKOpenPanelParameters, initiatedByFrame frame: WKFrameInfo,
    completionHandler: @escaping @MainActor ([URL]?) -> Void
  ) {
    chooser.choose { completionHandler($0.map { [$0] }) }
  }
  #endif
}

/// What the content controller keeps: it does not keep the camera, which keeps the controller.
@MainActor private final class StubMessages: NSObject, WKScriptMessageHandler {
  private weak var camera: StubCamera?

  init(camera: StubCamera) {
    self.camera = camera
  }

  func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage) {
    camera?.end(StubPicture(message.body))
  }
}
