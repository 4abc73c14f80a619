import CWebKitGTK

/// A connection to a GObject signal, which is disconnected when this object is released.
///
/// GLib retains only `box`. Every box for signals of a web view holds the web view weakly, so that no signal keeps the
/// web view alive.
@MainActor
final class SignalConnection {
  private let instance: GObjectReference
  private let handler: gulong

  /// Connects a C callback whose last argument will be an unretained pointer to `box`.
  ///
  /// - Parameters:
  ///   - signal: the signal's name, with `::detail` if it has one.
  ///   - callback: a `@convention(c)` function with the signature of the signal, cast to `GCallback`.
  init(_ instance: GObjectReference, _ signal: String, box: AnyObject, callback: GCallback) {
    self.instance = instance
    handler = cwk_signal_connect(
      instance.pointer, signal, callback, Unmanaged.passRetained(box).toOpaque(),
      { data, _ in data.map { Unmanaged<AnyObject>.fromOpaque($0).release() } })
  }

  isolated deinit {
    g_signal_handler_disconnect(instance.pointer, handler)
  }
}
