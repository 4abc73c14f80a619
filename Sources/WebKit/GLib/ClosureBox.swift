import CWebKitGTK

/// A box that holds a Swift closure, or an object, for a C callback. `CausewayGTK` has its own type of this name,
/// because this module uses no other Swift module of the package.
@MainActor
final class ClosureBox<Body> {
  let body: Body

  init(_ body: Body) {
    self.body = body
  }

  /// Returns the box in a callback's user data. The signal connection still owns the box.
  static func borrow(_ data: gpointer) -> ClosureBox {
    Unmanaged<ClosureBox>.fromOpaque(data).takeUnretainedValue()
  }
}
