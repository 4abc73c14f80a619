import CWebKitGTK
import Glibc

/// The main loop of a program with web views, on Linux.
///
/// On Apple's platforms an application object or `RunLoop.main.run()` does this. `RunLoop.main.run()` works here too;
/// this loop saves the hop between two loops for each event, since GLib waits for the main dispatch queue itself.
@MainActor public enum GLibMainLoop {
  static var isRunning = false

  /// Runs GLib's main loop on the main thread, and what is on the main dispatch queue and the main actor with it.
  /// Does not return; end the program with `exit`.
  public static func run() -> Never {
    GLibPump.shared.stop()
    isRunning = true
    let queue = _dispatch_get_main_queue_handle_4CF()
    g_unix_fd_add(
      queue, G_IO_IN,
      { descriptor, _, _ in
        var signals: UInt64 = 0
        _ = read(descriptor, &signals, MemoryLayout<UInt64>.size)
        _dispatch_main_queue_callback_4CF(nil)
        return 1  // G_SOURCE_CONTINUE
      }, nil)
    let loop = g_main_loop_new(nil, 0)
    while true { g_main_loop_run(loop) }
  }
}
