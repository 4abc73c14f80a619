#if os(Linux)
import CWebKitGTK
import WebKit

/// A page that uses only WebKitGTK's C interface, without the module `WebKit`: the baseline that shows the cost of the
/// engine itself.
///
/// The handler returns the posted value's `parameters`, or the posted string, unchanged and without reading the
/// content.
@MainActor final class BareEngine {
  /// The times at which messages arrived.
  let arrivals = Arrivals()

  private let view: UnsafeMutablePointer<WebKitWebView>
  private let manager: OpaquePointer
  private var finished: CheckedContinuation<Void, Never>?

  init() async {
    manager = webkit_user_content_manager_new()
    view = cwk_web_view_new(manager, webkit_network_session_new_ephemeral(), WEBKIT_AUTOPLAY_ALLOW, false)
    let me = Unmanaged.passUnretained(self).toOpaque()
    for name in ["object", "string"] {
      webkit_user_content_manager_register_script_message_handler_with_reply(manager, name, nil)
      let answer: @convention(c) (gpointer, OpaquePointer, OpaquePointer, gpointer) -> gboolean = {
        BareEngine.at($3) { [value = $1, reply = $2] in $0.answer(value, reply) }
        return 1
      }
      cwk_signal_connect(
        gpointer(manager), "script-message-with-reply-received::\(name)", unsafeBitCast(answer, to: GCallback.self), me,
        nil)
    }
    let didLoad: @convention(c) (gpointer, WebKitLoadEvent, gpointer) -> Void = {
      if $1 == WEBKIT_LOAD_FINISHED { BareEngine.at($2) { $0.finish() } }
    }
    cwk_signal_connect(gpointer(view), "load-changed", unsafeBitCast(didLoad, to: GCallback.self), me, nil)
    let script = String(decoding: PackageResources.bench_js, as: UTF8.self)
    await wait {
      webkit_web_view_load_html(view, "<!doctype html><script>\(script)</script>", "https://bench.example/")
    }
  }

  /// Runs `body` as the body of an asynchronous function in the page.
  func run(_ body: String) async {
    let me = Unmanaged.passUnretained(self).toOpaque()
    await wait {
      webkit_web_view_call_async_javascript_function(
        view, body, -1, nil, nil, nil, nil, { BareEngine.at($2!) { $0.finish() } }, me)
    }
  }

  /// Calls `body` with the object that a C pointer refers to. WebKitGTK calls back on the main thread.
  private nonisolated static func at(_ pointer: gpointer, _ body: @MainActor (BareEngine) -> Void) {
    let me = Unmanaged<BareEngine>.fromOpaque(pointer).takeUnretainedValue()
    MainActor.assumeIsolated { body(me) }
  }

  private func answer(_ value: OpaquePointer, _ reply: OpaquePointer) {
    arrivals.record()
    guard jsc_value_is_string(value) == 0 else { return webkit_script_message_reply_return_value(reply, value) }
    let parameters = jsc_value_object_get_property(value, "parameters")
    webkit_script_message_reply_return_value(reply, parameters)
    g_object_unref(gpointer(parameters))
  }

  private func wait(_ start: () -> Void) async {
    await withCheckedContinuation {
      finished = $0
      start()
    }
  }

  private func finish() {
    finished?.resume()
    finished = nil
  }
}
#endif
