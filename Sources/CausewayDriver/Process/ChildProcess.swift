import Foundation

/// A function that starts a program in its own process group, with a standard input and a standard output.
///
/// It is called on the main actor, so that no program inherits a pipe that is made for another one.
package typealias StartProgram =
  @MainActor @Sendable (_ words: [String], _ input: Int32, _ output: Int32) throws -> pid_t

/// A program that this process has started. It ends when its standard input ends, which also happens if the driver is
/// killed.
package final class ChildProcess: Sendable {
  /// The way in which a program has ended.
  package enum End: Hashable, Sendable, CustomStringConvertible {
    case exited(Int32)
    case signaled(Int32)

    package var description: String {
      switch self {
      case .exited(let code): "ended with exit code \(code)"
      case .signaled(let number): "was ended by signal \(number)"
      }
    }
  }

  /// The lines of the program's standard output, until the program ends.
  package let lines: AsyncStream<Data>
  private let input: Descriptor
  private let state = ChildState()
  let process: pid_t

  /// - Throws: the system's error.
  @MainActor package init(_ words: [String], start: StartProgram) throws {
    let (inputReading, inputWriting) = try Descriptor.pipe()
    let (outputReading, outputWriting) = try Descriptor.pipe()
    process = try start(words, inputReading.number, outputWriting.number)
    inputReading.close()
    outputWriting.close()
    input = inputWriting
    let (lines, continuation) = AsyncStream.makeStream(of: Data.self)
    self.lines = lines
    let (state, process) = (state, process)
    Thread.detachNewThread {
      var buffer = LineBuffer()
      while let data = outputReading.read() {
        for line in buffer.take(data) { continuation.yield(line) }
      }
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      let signal = status & 0x7F
      state.end(signal == 0 ? .exited((status >> 8) & 0xFF) : .signaled(signal))
      // A program that crashes may leave its last line without a line break. The line comes after the end, so that a
      // reader can tell that it may be incomplete.
      if let line = buffer.finish() { continuation.yield(line) }
      continuation.finish()
    }
  }

  /// Writes to the program's standard input. Does nothing if the program has ended.
  func write(_ text: String) { input.write(Data(text.utf8)) }

  var hasEnded: Bool { state.isOver }

  /// Waits until the program has ended.
  package func ended() async -> End { await state.wait() }

  /// Ends the program: closes its standard input and, if it has not ended after the grace period, kills it.
  ///
  /// - Parameter killsGroup: whether to kill the programs that it has started too. A display must not be killed, because
  ///   its files would be left; it ends by itself after its program.
  package func stop(grace: Duration = .seconds(5), killsGroup: Bool = false) async {
    input.close()
    let (state, process) = (state, killsGroup ? -process : process)
    let alarm = Task {
      try await Task.sleep(for: grace)
      if !state.isOver { kill(process, SIGKILL) }
    }
    _ = await state.wait()
    alarm.cancel()
  }
}

/// The end of a program, for the tasks that wait for it.
private final class ChildState: @unchecked Sendable {  // the lock protects the mutable state
  private let lock = NSLock()
  private var end: ChildProcess.End?
  private var waiters: [CheckedContinuation<ChildProcess.End, Never>] = []

  var isOver: Bool { lock.withLock { end != nil } }

  func end(_ end: ChildProcess.End) {
    let waiters = lock.withLock {
      self.end = end
      defer { self.waiters = [] }
      return self.waiters
    }
    for waiter in waiters { waiter.resume(returning: end) }
  }

  func wait() async -> ChildProcess.End {
    await withCheckedContinuation { continuation in
      let end = lock.withLock {
        if self.end == nil { waiters.append(continuation) }
        return self.end
      }
      if let end { continuation.resume(returning: end) }
    }
  }
}
