import CWebKitGTK

/// A connected GObject signal, disconnected when this object goes.
///
/// The closure given to GLib retains only `box`, and `box` only what the caller's body captures; bodies capture their
/// Swift object weakly, so that no signal keeps a web view alive.
@MainActor
final class SignalConnection {
  private let instance: GObjectReference
  private let handler: gulong

  /// Connects a C callback whose last argument will be an unretained pointer to `box`.
  ///
  /// - Parameters:
  ///   - signal: the signal's name, with `::detail` if it has one.
  ///   - callback: a `@convention(c)` function of the signal's own shape, cast to `GCallback`.
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

/// Holds a Swift closure for a C callback.
@MainActor
final class Box<Body> {
  let body: Body

  init(_ body: Body) {
    self.body = body
  }

  /// The box behind a callback's user data, still owned by the signal connection.
  static func borrow(_ data: gpointer) -> Box {
    Unmanaged<Box>.fromOpaque(data).takeUnretainedValue()
  }
}
