import CWebKitGTK

/// A closure that a GObject signal calls, kept alive by the object and let go with it.
///
/// The closures capture their owners weakly: a signal never keeps a Swift object alive.
@MainActor private final class SignalHandler {
  /// The arguments after the object, as the words in which C passes them; integers keep their value.
  let handle: ([UInt]) -> UInt

  init(_ handle: @escaping ([UInt]) -> UInt) {
    self.handle = handle
  }

  nonisolated static func call(_ data: gpointer?, _ arguments: [UInt]) -> UInt {
    guard let data else { return 0 }
    let handler = Unmanaged<SignalHandler>.fromOpaque(data).takeUnretainedValue()
    // GLib calls its handlers on the thread that runs its main context: the main thread.
    return MainActor.assumeIsolated { handler.handle(arguments) }
  }
}

/// Connects a signal whose handlers take so many arguments between the object and the data.
///
/// What the closure gives back is what the handler returns, 0 for nothing or `FALSE`, 1 for `TRUE`.
@MainActor func connect(
  _ object: UnsafeMutableRawPointer, _ signal: String, arguments: Int, _ handle: @escaping ([UInt]) -> UInt
) {
  let data = Unmanaged.passRetained(SignalHandler(handle)).toOpaque()
  let release: GClosureNotify = { data, _ in
    if let data { Unmanaged<SignalHandler>.fromOpaque(data).release() }
  }
  g_signal_connect_data(object, signal, trampoline(arguments), data, release, GConnectFlags(rawValue: 0))
}

private func trampoline(_ arguments: Int) -> GCallback {
  typealias One = @convention(c) (UInt, gpointer?) -> UInt
  typealias Two = @convention(c) (UInt, UInt, gpointer?) -> UInt
  typealias Three = @convention(c) (UInt, UInt, UInt, gpointer?) -> UInt
  typealias Four = @convention(c) (UInt, UInt, UInt, UInt, gpointer?) -> UInt
  let one: One = { _, data in SignalHandler.call(data, []) }
  let two: Two = { _, first, data in SignalHandler.call(data, [first]) }
  let three: Three = { _, first, second, data in SignalHandler.call(data, [first, second]) }
  let four: Four = { _, first, second, third, data in SignalHandler.call(data, [first, second, third]) }
  // C passes each argument in a word of its own; a signal's own types are those words read differently.
  switch arguments {
  case 0: return unsafeBitCast(one, to: GCallback.self)
  case 1: return unsafeBitCast(two, to: GCallback.self)
  case 2: return unsafeBitCast(three, to: GCallback.self)
  default: return unsafeBitCast(four, to: GCallback.self)
  }
}

/// Calls an asynchronous GIO function and hands its result to the closure, once.
@MainActor func asyncResult(
  _ start: (GAsyncReadyCallback, gpointer) -> Void, _ finish: @escaping @MainActor (OpaquePointer) -> Void
) {
  let data = Unmanaged.passRetained(Completion(finish)).toOpaque()
  start(
    { _, result, data in
      guard let data, let result else { return }
      let completion = Unmanaged<Completion>.fromOpaque(data).takeRetainedValue()
      let word = UInt(bitPattern: result)
      MainActor.assumeIsolated {
        if let result = OpaquePointer(bitPattern: word) { completion.finish(result) }
      }
    }, data)
}

@MainActor private final class Completion {
  let finish: @MainActor (OpaquePointer) -> Void

  init(_ finish: @escaping @MainActor (OpaquePointer) -> Void) {
    self.finish = finish
  }
}
