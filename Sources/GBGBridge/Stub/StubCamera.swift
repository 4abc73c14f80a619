import Causeway
import Foundation
import WebKit

/// The camera of both stub views: a separate web view with a page of this package, which shows the camera.
///
/// WebKit provides the camera and picture decoders on Apple's platforms and on Linux, so one page works on all of them.
/// The page has no bridge and no network access, and the page of the identity check cannot reach it.
@MainActor final class StubCamera: NSObject {
  /// The name of the message handler to which the page posts.
  private static let handlerName = "gbgStubCamera"
  /// The maximum length of a picture's longer side, in pixels. Sending a larger picture to the page of the identity
  /// check would take too long.
  static let longestSide = 2_048
  /// The page's URL. It uses `https` because WebKit allows the camera only for secure origins, and `.invalid` because
  /// no real host can have that name.
  private static let address = URL(string: "https://stub-camera.invalid/")

  let webView: WKWebView
  /// The closure that gets the picture, or nil if the user cancelled. It is called once.
  private var onEnd: ((StubPicture?) -> Void)?
  /// The panel in which the user chooses a file, on platforms where WebKit leaves that to the app.
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

  /// Reports the picture, or nil if there is none. Later calls do nothing, because the view may also be closed after
  /// the picture was taken.
  func end(_ picture: StubPicture?) {
    guard let onEnd else { return }
    self.onEnd = nil
    chooser.dismiss()
    onEnd(picture)
  }
}

extension StubCamera: WKNavigationDelegate {
  /// Refuses every page except the camera's own. Otherwise a file that the user drops on the page would replace it.
  func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
    decisionHandler: @escaping @MainActor (WKNavigationActionPolicy) -> Void
  ) {
    decisionHandler(navigationAction.request.url == Self.address ? .allow : .cancel)
  }
}

extension StubCamera: WKUIDelegate {
  /// Grants the camera, because the page is part of this package. The system itself asks the user whether the app may
  /// use the camera.
  func webView(
    _ webView: WKWebView, requestMediaCapturePermissionFor origin: WKSecurityOrigin,
    initiatedByFrame frame: WKFrameInfo, type: WKMediaCaptureType,
    decisionHandler: @escaping @MainActor (WKPermissionDecision) -> Void
  ) {
    decisionHandler(type == .camera ? .grant : .deny)
  }

  #if os(macOS) || os(Linux)  // On iOS, WebKit shows its own panel.
  /// Lets the user choose a file.
  func webView(
    _ webView: WKWebView, runOpenPanelWith parameters: WKOpenPanelParameters, initiatedByFrame frame: WKFrameInfo,
    completionHandler: @escaping @MainActor ([URL]?) -> Void
  ) {
    chooser.choose { completionHandler($0.map { [$0] }) }
  }
  #endif
}

/// A message handler that holds the camera weakly. The camera retains the content controller, and the content
/// controller retains this handler, so a strong reference would be a cycle.
@MainActor private final class StubMessages: NSObject, WKScriptMessageHandler {
  private weak var camera: StubCamera?

  init(camera: StubCamera) {
    self.camera = camera
  }

  func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage) {
    camera?.end(StubPicture(message.body))
  }
}
