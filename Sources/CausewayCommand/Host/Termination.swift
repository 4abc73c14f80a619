import Foundation

#if os(Linux)
import CausewayHTTP
#endif

/// Handles SIGINT, which Ctrl-C sends, SIGTERM, and SIGHUP, which is sent when the terminal closes.
///
/// From its creation on, the first of these signals does not end the program: it comes to its end in order. A second
/// signal, or a time without an end, ends it at once; temporary folders are removed even then. One object may be made
/// in a process.
final class Termination: Sendable {
  private let first: AsyncStream<Int32>

  /// - Parameter grace: How long the program may take to come to its end after the first signal.
  init(grace: Duration = .seconds(4)) {
    let (first, continuation) = AsyncStream.makeStream(of: Int32.self, bufferingPolicy: .bufferingOldest(1))
    self.first = first
    guard let (reading, writing) = try? ChildProgram.pipe() else {
      // Then signals end the program as they always do, and the next start removes what is left.
      continuation.finish()
      return
    }
    _ = fcntl(writing, F_SETFL, O_NONBLOCK)
    signalPipe = writing
    for number in [SIGINT, SIGTERM] { signal(number, noteSignal) }
    // Who starts a program under `nohup` wants it to go on.
    if !Self.isHangUpIgnored { signal(SIGHUP, noteSignal) }
    // A handler and not SIG_IGN, which the engine's processes would inherit.
    signal(SIGPIPE, { _ in })
    Thread.detachNewThread {
      // A process inherits what is blocked in the thread that started it, and some threads block all signals.
      Self.unblock()
      guard let number = Self.next(from: reading, within: nil) else { return }
      continuation.yield(number)
      continuation.finish()
      _ = Self.next(from: reading, within: grace)
      TemporaryFolder.removeAll()
      Self.end(by: number)
    }
  }

  /// Waits for the first signal, and gives its number.
  func wait() async -> Int32 {
    for await number in first { return number }
    // Without the pipe, no signal is reported, so this never returns.
    await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in }
    return 0
  }

  /// Ends this process by a signal, so that who started it can see by which.
  static func end(by number: Int32) -> Never {
    signal(number, SIG_DFL)
    unblock()
    kill(getpid(), number)
    // It is delivered before this; but no path may lead on from here.
    sleep(1)
    _exit(128 + number)
  }

  /// Lets this thread take the signals.
  private static func unblock() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  private static var isHangUpIgnored: Bool {
    var action = sigaction()
    guard sigaction(SIGHUP, nil, &action) == 0 else { return false }
    #if os(Linux)
    let handler = action.__sigaction_handler.sa_handler
    #else
    let handler = action.__sigaction_u.__sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// The next signal; nil if there is none within a time. Without a time, the next signal is awaited for ever.
  private static func next(from descriptor: Int32, within timeout: Duration?) -> Int32? {
    let end = timeout.map { ContinuousClock.now + $0 }
    while true {
      let rest = end.map { Int32(max(0, ($0 - .now) / .milliseconds(1))) } ?? -1
      var reader = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&reader, 1, rest)
      if ready < 0, errno == EINTR { continue }
      var number: UInt8 = 0
      guard ready > 0, read(descriptor, &number, 1) == 1 else { return nil }
      return Int32(number)
    }
  }
}

#if os(Linux)
extension Termination {
  /// A termination for a command that serves: it outlasts the answers that a server waits for when it stops. The rest
  /// is for what is closed after the server.
  static func ofServer() -> Termination { Termination(grace: HTTPServer.Options().stopTimeout + .seconds(5)) }
}
#endif

/// The program was asked to end by a signal.
struct Terminated: Error {
  let signal: Int32
}

/// Where a signal's handler writes: it may do little more than that.
nonisolated(unsafe) private var signalPipe: Int32 = -1  // is written once, before the handler is there that reads it

private let noteSignal: @convention(c) (Int32) -> Void = { number in
  let error = errno
  var byte = UInt8(truncatingIfNeeded: number)
  _ = write(signalPipe, &byte, 1)
  errno = error
}
