import CWebKitGTK

/// The side of WebDriver in the process of the web view. WebKitWebDriver controls one web view through this object.
///
/// The process must have the variable `WEBKIT_INSPECTOR_SERVER` with an IP address and a port before the first use of
/// WebKit. The engine listens there, and WebKitWebDriver connects to it.
@MainActor package final class AutomationHost {
  private let name: String
  private let version: (major: Int, minor: Int, micro: Int)
  private let webView: WKWebView
  private var started: SignalConnection?
  private var session: GObjectReference?
  private var views: SignalConnection?

  /// Lets WebKitWebDriver control a web view.
  ///
  /// - Parameters:
  ///   - webView: a web view whose configuration is controlled by automation.
  ///   - name: the browser's name in the capabilities of WebDriver.
  ///   - version: the browser's version.
  package init(_ webView: WKWebView, name: String, version: (major: Int, minor: Int, micro: Int)) {
    precondition(webView.configuration.isControlledByAutomation, "This web view is not controlled by automation")
    self.webView = webView
    self.name = name
    self.version = version
    hideScrollBars()
    let context = webkit_web_context_get_default()!
    let callback: @convention(c) (OpaquePointer, OpaquePointer, gpointer) -> Void = { _, session, data in
      MainActor.assumeIsolated { WeakHost.host(of: data)?.take(session) }
    }
    started = SignalConnection(
      GObjectReference(borrowing: context), "automation-started", box: WeakHost(self),
      callback: unsafeBitCast(callback, to: GCallback.self))
  }

  /// Hides the engine's scroll bars in the web view. They lie on the page without being a part of it, and would take
  /// the presses of the pointer near its edges. The bars that a page draws itself stay.
  private func hideScrollBars() {
    let sheet = webkit_user_style_sheet_new(
      "::-webkit-scrollbar { display: none }", WEBKIT_USER_CONTENT_INJECT_ALL_FRAMES, WEBKIT_USER_STYLE_LEVEL_USER, nil,
      nil)
    webkit_user_content_manager_add_style_sheet(webkit_web_view_get_user_content_manager(webView.engine), sheet)
    webkit_user_style_sheet_unref(sheet)
  }

  /// The id of the session of automation that has begun last; nil if there was none. WebKitWebDriver gives its client
  /// the same id.
  package var sessionID: String? {
    session.flatMap { webkit_automation_session_get_id(OpaquePointer($0.pointer)) }.map { String(cString: $0) }
  }

  private func take(_ session: OpaquePointer) {
    let info = webkit_application_info_new()
    webkit_application_info_set_name(info, name)
    webkit_application_info_set_version(info, guint64(version.major), guint64(version.minor), guint64(version.micro))
    webkit_automation_session_set_application_info(session, info)
    webkit_application_info_unref(info)
    // The result is a borrowed pointer, which the engine does not release.
    let callback: @convention(c) (OpaquePointer, gpointer) -> UnsafeMutablePointer<WebKitWebView>? = { _, data in
      MainActor.assumeIsolated { AutomatedView(pointer: WeakHost.host(of: data)?.webView.engine) }.pointer
    }
    let session = GObjectReference(borrowing: session)
    self.session = session
    views = SignalConnection(
      session, "create-web-view", box: WeakHost(self), callback: unsafeBitCast(callback, to: GCallback.self))
  }
}

/// The object that the signals retain. It holds the host weakly.
@MainActor private final class WeakHost {
  private weak var host: AutomationHost?

  init(_ host: AutomationHost) {
    self.host = host
  }

  static func host(of data: gpointer) -> AutomationHost? {
    Unmanaged<WeakHost>.fromOpaque(data).takeUnretainedValue().host
  }
}

/// Carries the web view out of the main actor. This is safe, because GLib calls signal handlers and reads the result on
/// the main thread.
private struct AutomatedView: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<WebKitWebView>?
}
