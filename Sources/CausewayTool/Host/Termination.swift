import Foundation

#if os(Linux)
import CausewayHTTP
#endif

/// A handler of SIGINT, which Ctrl-C sends, SIGTERM, and SIGHUP, which is sent when the terminal closes.
///
/// Once the object exists, the first of these signals does not end the process, so that the command can end normally.
/// If a second signal arrives, or the command does not end within the grace period, the process ends immediately; its
/// temporary folders are removed even then. Create only one object in a process.
package final class Termination: Sendable {
  private let first: AsyncStream<Int32>

  /// - Parameter grace: the time that the command may take to end after the first signal.
  package init(grace: Duration = .seconds(4)) {
    let (first, continuation) = AsyncStream.makeStream(of: Int32.self, bufferingPolicy: .bufferingOldest(1))
    self.first = first
    guard let (reading, writing) = try? ChildProgram.pipe() else {
      // Without the pipe, signals end the process as usual, and the next start removes the folders that are left.
      continuation.finish()
      return
    }
    _ = fcntl(writing, F_SETFL, O_NONBLOCK)
    signalPipe = writing
    for number in [SIGINT, SIGTERM] { signal(number, noteSignal) }
    // A program that was started with `nohup` must continue after SIGHUP.
    if !Self.isHangUpIgnored { signal(SIGHUP, noteSignal) }
    // An empty handler is used instead of SIG_IGN, because the engine's processes would inherit SIG_IGN.
    signal(SIGPIPE, { _ in })
    Thread.detachNewThread {
      // Unblock the signals, because a process inherits the blocked signals of the thread that started it. Some threads
      // block all signals, and Ctrl-C would then have no effect.
      Self.unblock()
      guard let number = Self.next(from: reading, within: nil) else { return }
      continuation.yield(number)
      continuation.finish()
      _ = Self.next(from: reading, within: grace)
      TemporaryFolder.removeAll()
      Self.end(by: number)
    }
  }

  /// Waits for the first signal and returns its number.
  package func wait() async -> Int32 {
    for await number in first { return number }
    // Without the pipe, no signal is reported, so this never returns.
    await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in }
    return 0
  }

  /// Ends this process by a signal, so that the parent process learns which signal ended it.
  package static func end(by number: Int32) -> Never {
    signal(number, SIG_DFL)
    unblock()
    kill(getpid(), number)
    // The signal normally ends the process before this line. The next lines make sure that this function never returns.
    sleep(1)
    _exit(128 + number)
  }

  /// Unblocks the signals in this thread.
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

  /// Returns the next signal; nil if none arrives before the timeout. If `timeout` is nil, waits forever.
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
  /// Creates the handler for a command that runs a server. The grace period covers the server's stop timeout and five
  /// more seconds for the work after the server's stop.
  package static func ofServer(stopTimeout: Duration = HTTPServer.Options().stopTimeout) -> Termination {
    Termination(grace: stopTimeout + .seconds(5))
  }
}
#endif

/// The error after a signal that asks the program to end.
package struct Terminated: Error {
  package let signal: Int32

  package init(signal: Int32) { self.signal = signal }
}

/// The descriptor to which the signal handler writes. A signal handler may do little more than write.
nonisolated(unsafe) private var signalPipe: Int32 = -1  // set once, before the handler that reads it is installed

private let noteSignal: @convention(c) (Int32) -> Void = { number in
  let error = errno
  var byte = UInt8(truncatingIfNeeded: number)
  _ = write(signalPipe, &byte, 1)
  errno = error
}
