import CWebKitGTK
@testable import WebKit
import WebTestSupport
import XCTest

/// Permission for the camera and the microphone. WebKit's own mock devices replace the hardware.
@MainActor final class MediaCaptureTests: XCTestCase {
  private final class Decider: NSObject, WKUIDelegate {
    var decision: WKPermissionDecision? = .grant
    var asked: [WKMediaCaptureType] = []
    var origins: [String] = []
    var isMainFrame: [Bool] = []

    func webView(
      _ webView: WKWebView, requestMediaCapturePermissionFor origin: WKSecurityOrigin,
      initiatedByFrame frame: WKFrameInfo, type: WKMediaCaptureType,
      decisionHandler: @escaping @MainActor (WKPermissionDecision) -> Void
    ) {
      asked.append(type)
      origins.append("\(origin.protocol)://\(origin.host)")
      isMainFrame.append(frame.isMainFrame)
      if let decision { decisionHandler(decision) }
    }
  }

  private final class AsyncDecider: NSObject, WKUIDelegate {
    func webView(
      _ webView: WKWebView, decideMediaCapturePermissionsFor origin: WKSecurityOrigin, initiatedBy frame: WKFrameInfo,
      type: WKMediaCaptureType
    ) async -> WKPermissionDecision {
      await Task.yield()
      return type == .camera ? .grant : .deny
    }
  }

  /// Returns the kinds of the tracks that a page gets, or the name of the error. The web view is in a window, because
  /// WebKit requests no permission for an invisible page.
  private func tracks(
    _ constraints: String, _ delegate: (any WKUIDelegate)?, frame: String = "", of global: String = "window"
  ) async throws -> String {
    let browser = Browser()
    webkit_settings_set_enable_mock_capture_devices(browser.webView.widget.settings, 1)
    browser.webView.uiDelegate = delegate
    let window = WebViewWindow(browser.webView, title: "Media capture", width: 400, height: 300)
    defer { withExtendedLifetime(window) {} }
    try await browser.load(html: "<body>\(frame)", at: "https://page.example/")
    return try await within("the page's answer") {
      try await browser.text(
        """
        try {
          const stream = await \(global).navigator.mediaDevices.getUserMedia(\(constraints));
          return stream.getTracks().map(({ kind }) => kind).sort().join();
        } catch (error) {
          return error.name;
        }
        """)
    }
  }

  func testTheDelegateIsAskedForTheCameraAndTheMicrophone() async throws {
    let decider = Decider()
    let camera = try await tracks("{ video: true }", decider)
    XCTAssertEqual(camera, "video")
    let microphone = try await tracks("{ audio: true }", decider)
    XCTAssertEqual(microphone, "audio")
    let both = try await tracks("{ audio: true, video: true }", decider)
    XCTAssertEqual(both, "audio,video")
    XCTAssertEqual(decider.asked, [.camera, .microphone, .cameraAndMicrophone])
    XCTAssertEqual(decider.origins, Array(repeating: "https://page.example", count: 3))
    XCTAssertEqual(decider.isMainFrame, [true, true, true])
  }

  func testAPageIsRefusedUnlessTheDelegateGrants() async throws {
    let decider = Decider()
    for decision in [WKPermissionDecision.deny, .prompt, nil] {
      decider.decision = decision
      let refused = try await tracks("{ video: true }", decider)
      XCTAssertEqual(refused, "NotAllowedError", "\(decision.map { "\($0)" } ?? "a handler that is released")")
    }
    let without = try await tracks("{ video: true }", nil)
    XCTAssertEqual(without, "NotAllowedError")
    XCTAssertEqual(decider.asked.count, 3)
  }

  func testASubFrameIsNotTakenForTheMainFrame() async throws {
    let decider = Decider()
    let own = try await tracks("{ video: true }", decider, frame: "<iframe srcdoc='<p>'></iframe>", of: "frames[0]")
    XCTAssertEqual(own, "video")
    XCTAssertEqual(decider.origins, ["https://page.example"])
    XCTAssertEqual(decider.isMainFrame, [false])
  }

  /// WebKitGTK does not report the requesting frame.
  func testWithAFrameOfAnotherOriginTheDelegateGetsNoOrigin() async throws {
    let decider = Decider()
    _ = try await tracks("{ video: true }", decider, frame: "<iframe allow='camera' src='data:text/html,<p>'></iframe>")
    XCTAssertEqual(decider.origins, ["://"])
    XCTAssertEqual(decider.isMainFrame, [false])
  }

  func testTheAsynchronousDelegateMethodIsCalled() async throws {
    let decider = AsyncDecider()
    let camera = try await tracks("{ video: true }", decider)
    XCTAssertEqual(camera, "video")
    let microphone = try await tracks("{ audio: true }", decider)
    XCTAssertEqual(microphone, "NotAllowedError")
  }
}
