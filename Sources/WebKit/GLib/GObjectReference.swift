import CWebKitGTK

/// A strong reference to a GObject, which is released with this object. Use this class for stored properties only. For
/// a local variable use ``withOwned(_:_:)``, because Swift may release the variable before the last use of its
/// ``pointer`` ends.
@MainActor
final class GObjectReference {
  /// The pointer that GLib's functions take.
  let pointer: gpointer

  /// Takes ownership of a reference that the caller owns.
  init(owning pointer: gpointer) {
    self.pointer = pointer
  }

  /// Adds a reference to an object that the caller does not own.
  init(borrowing pointer: gpointer) {
    self.pointer = g_object_ref(pointer)
  }

  /// Takes ownership of a reference to an object of a type that Swift imports as opaque.
  convenience init(owning pointer: OpaquePointer) {
    self.init(owning: gpointer(pointer))
  }

  /// Adds a reference to an object that the caller does not own, of a type that Swift imports as opaque.
  convenience init(borrowing pointer: OpaquePointer) {
    self.init(borrowing: gpointer(pointer))
  }

  /// The pointer for functions of types without a public layout.
  var opaque: OpaquePointer { OpaquePointer(pointer) }

  isolated deinit {
    g_object_unref(pointer)
  }
}

/// Calls a body with a GObject that the caller owns, and releases the object afterward.
@MainActor
func withOwned<Result>(_ object: OpaquePointer, _ body: (OpaquePointer) throws -> Result) rethrows -> Result {
  defer { g_object_unref(gpointer(object)) }
  return try body(object)
}
