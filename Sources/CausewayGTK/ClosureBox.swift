import CWebKitGTK

/// A box that holds a closure of the main actor for a C callback of GTK.
///
/// `WebKit` and `CausewayHTTP` each have their own type of this name. `WebKit` uses no other Swift module of this
/// package, like Apple's WebKit, and the server's closures do not run on the main actor.
@MainActor package final class ClosureBox {
  package let body: @MainActor () -> Void

  private init(_ body: @escaping @MainActor () -> Void) {
    self.body = body
  }

  package static func retained(_ body: @escaping @MainActor () -> Void) -> gpointer {
    Unmanaged.passRetained(ClosureBox(body)).toOpaque()
  }

  package static let release: GClosureNotify = { data, _ in
    if let data { Unmanaged<ClosureBox>.fromOpaque(data).release() }
  }
}
