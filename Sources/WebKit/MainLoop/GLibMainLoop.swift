import CWebKitGTK
import Foundation

/// The main loop of a program with web views, on Linux.
///
/// A program does not need this type if its main thread already serves the main dispatch queue: in `swift test`, and in
/// a program that calls `RunLoop.main.run()`, the first web view starts a pump. An executable should call ``run()``,
/// which is more efficient, because GLib's events do not pass through the dispatch queue. Apple's WebKit has no such
/// type; on Apple's platforms, a program calls `RunLoop.main.run()` instead.
@preconcurrency @MainActor
public enum GLibMainLoop {
  private static var loop: OpaquePointer?
  private static var isRunning = false
  private static var isReady = false
  private static var isHidingMessages = false

  /// Runs GLib's main loop on the main thread until ``stop()``. The loop also serves the main dispatch queue, and
  /// therefore the main actor.
  ///
  /// Timers and sources of `RunLoop.main` are not served while the loop runs. The loop needs no display before the
  /// first web view.
  public static func run() {
    run {
      let loop = g_main_loop_new(nil, 0)
      self.loop = loop
      g_main_loop_run(loop)
      self.loop = nil
      g_main_loop_unref(loop)
    }
  }

  /// Serves the main dispatch queue, and therefore the main actor, from a GLib main loop that the caller runs, for
  /// example with `g_application_run`.
  ///
  /// - Parameter body: runs GLib's main loop on the main thread, and returns when the loop ends. ``stop()`` does not
  ///   end it.
  public static func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    precondition(Thread.isMainThread, "Call GLibMainLoop.run() on the main thread")
    precondition(!isRunning, "GLibMainLoop is already running; call run() once")
    GLibPump.shared.stop()
    let source = g_unix_fd_add(
      _dispatch_get_main_queue_handle_4CF(), G_IO_IN,
      { descriptor, _, _ in
        var count: UInt64 = 0
        _ = read(descriptor, &count, MemoryLayout.size(ofValue: count))
        _dispatch_main_queue_callback_4CF(nil)
        return 1
      }, nil)
    isRunning = true
    defer {
      isRunning = false
      g_source_remove(source)
      if isReady { GLibPump.shared.start() }
    }
    return try body()
  }

  /// Makes ``run()`` return after the current event.
  public static func stop() {
    if let loop { g_main_loop_quit(loop) }
  }

  /// Whether GLib and the desktop libraries may write all their messages on standard error. By default only errors and
  /// critical messages are shown, and warnings about wrong calls.
  ///
  /// True if the environment variable `CAUSEWAY_LIBRARY_MESSAGES` is set. An app that installs its own function with
  /// `g_log_set_writer_func` must set this property to true before ``start()``, because GLib accepts only one function.
  public static var showsLibraryMessages =
    ProcessInfo.processInfo.environment[LibraryMessages.variable]?.isEmpty == false

  /// Opens the display and starts to process GLib's events. If the app does not call this method, the first web view
  /// does.
  ///
  /// Call this method to show the user an error if there is no display, because the first web view stops the program in
  /// that case.
  ///
  /// - Throws: ``DisplayError`` if there is no display.
  public static func start() throws {
    guard !isReady else { return }
    // Set a program name. Otherwise GTK warns about each file that it prints to, and may write a damaged list of recent
    // files.
    if g_get_prgname() == nil { g_set_prgname(ProcessInfo.processInfo.processName) }
    let environment = ProcessInfo.processInfo.environment
    EnvironmentCorrection(environment: environment).apply()
    if !showsLibraryMessages, !isHidingMessages {
      isHidingMessages = true
      LibraryMessages.hide()
    }
    guard gtk_init_check() != 0 else { throw DisplayError() }
    PreferredLanguages(environment: environment).apply()
    isReady = true
    if !isRunning { GLibPump.shared.start() }
  }

  /// Calls ``start()`` for a caller that cannot report an error, and stops the program on failure.
  static func require() {
    do { try start() } catch { fatalError("\(error)") }
  }
}

/// The error for a missing display. WebKitGTK needs a display, but neither Wayland nor X11 answers.
public struct DisplayError: Error, CustomStringConvertible, Sendable {
  /// A message for the user, which says what to do.
  public var description: String {
    "WebKit needs a display: set WAYLAND_DISPLAY or DISPLAY, or run the program under xvfb-run."
  }
}
