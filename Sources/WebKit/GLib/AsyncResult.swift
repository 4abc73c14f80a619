import CWebKitGTK

/// The bridge between GIO's asynchronous calls and a Swift closure.
@MainActor
enum AsyncResult {
  /// A function that takes the `GAsyncResult` of a finished call. The pointer is valid only while the function runs.
  typealias Body = (OpaquePointer) -> Void

  /// Starts a GIO call: `start` passes the callback and the data on to the C function.
  ///
  /// `body` runs exactly once, on the main thread, with the `GAsyncResult`.
  ///
  /// - Parameter owner: an object that is released in a later turn of the main thread than the one of `body`. WebKitGTK still
  ///   uses a session, or a web view, after the callback of a call about it, so the callback must not release its last
  ///   reference.
  static func call(
    of owner: AnyObject? = nil, _ start: (GAsyncReadyCallback, gpointer) -> Void, then body: @escaping Body
  ) {
    let finish: Body = { result in
      // Before the body: a task that the body resumes then runs after the release, and can remove the data of a store.
      if let owner { Task { withExtendedLifetime(owner) {} } }
      body(result)
    }
    start(
      { _, result, data in
        MainActor.assumeIsolated {
          guard let data, let result else { return }
          Unmanaged<ClosureBox<Body>>.fromOpaque(data).takeRetainedValue().body(result)
        }
      }, Unmanaged.passRetained(ClosureBox(finish)).toOpaque())
  }
}
