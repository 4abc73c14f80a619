import CSoup

/// A closure for a C callback, which gets it as its user data.
@MainActor final class ClosureBox<Body> {
  let body: Body

  init(_ body: Body) {
    self.body = body
  }

  /// The user data for a C callback. The pointer retains the box until ``releaseBox`` is called with it.
  var retained: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

  /// Returns the box of a callback's user data.
  static func borrow(_ data: UnsafeMutableRawPointer) -> ClosureBox {
    Unmanaged<ClosureBox>.fromOpaque(data).takeUnretainedValue()
  }
}

/// Releases a ``ClosureBox`` of any type.
let releaseBox: @convention(c) (UnsafeMutableRawPointer?) -> Void = { data in
  if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
}

/// Connects a closure to a signal without parameters. The closure stays connected until the object is destroyed.
@MainActor func connect(_ object: OpaquePointer, _ signal: String, _ body: @escaping @MainActor () -> Void) {
  let callback: @convention(c) (OpaquePointer, UnsafeMutableRawPointer) -> Void = { _, data in
    MainActor.assumeIsolated { ClosureBox<@MainActor () -> Void>.borrow(data).body() }
  }
  _ = csoup_connect(
    UnsafeMutableRawPointer(object), signal, unsafeBitCast(callback, to: GCallback.self),
    ClosureBox<@MainActor () -> Void>(body).retained, { data, _ in releaseBox(data) })
}
