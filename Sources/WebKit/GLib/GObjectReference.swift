import CWebKitGTK

/// One strong reference to a GObject, given back when this object goes: for stored properties. A local variable may be
/// let go before its last use of ``pointer`` is over; ``withOwned(_:_:)`` is for those.
@MainActor
final class GObjectReference {
  /// The object as GLib's functions take it.
  let pointer: gpointer

  /// Takes over a reference that the caller already owns.
  init(owning pointer: gpointer) {
    self.pointer = pointer
  }

  /// Adds a reference of its own to a borrowed object.
  init(borrowing pointer: gpointer) {
    self.pointer = g_object_ref(pointer)
  }

  /// Takes over an owned reference to an object of a type that Swift imports as opaque.
  convenience init(owning pointer: OpaquePointer) {
    self.init(owning: gpointer(pointer))
  }

  /// Adds a reference of its own to a borrowed object of a type that Swift imports as opaque.
  convenience init(borrowing pointer: OpaquePointer) {
    self.init(borrowing: gpointer(pointer))
  }

  /// The object as functions of types without a public layout take it.
  var opaque: OpaquePointer { OpaquePointer(pointer) }

  isolated deinit {
    g_object_unref(pointer)
  }
}

/// Calls a body with a GObject that the caller owns, and gives the reference back afterwards.
@MainActor
func withOwned<Result>(_ object: OpaquePointer, _ body: (OpaquePointer) throws -> Result) rethrows -> Result {
  defer { g_object_unref(gpointer(object)) }
  return try body(object)
}
