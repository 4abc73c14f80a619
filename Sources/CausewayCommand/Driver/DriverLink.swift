#if os(Linux)
import CausewayDriver
import CausewayJSON
import CausewayTool
import Foundation

/// The connection of a session's process to `causeway driver`: lines of JSON on standard input and standard output.
///
/// The connection takes the two descriptors away from the rest of the process. Otherwise the engine's processes would
/// inherit them, and the driver would not notice when this process ends.
@MainActor final class DriverLink {
  /// The lines of the driver, until it closes the connection or ends.
  let lines: AsyncStream<JSONValue>
  private let output: Int32

  /// - Throws: the system's error.
  init() throws {
    let input = try Self.take(STDIN_FILENO, flags: O_RDONLY)
    output = try Self.take(STDOUT_FILENO, flags: O_WRONLY)
    let (lines, continuation) = AsyncStream.makeStream(of: JSONValue.self)
    self.lines = lines
    let file = FileHandle(fileDescriptor: input)
    Thread.detachNewThread {
      var reader = LineBuffer()
      while true {
        let data = file.availableData
        guard !data.isEmpty else { break }
        for line in reader.take(data) {
          // The driver sends only JSON.
          if let value = try? JSONValue(parsing: line, limits: AppLink.limits) { continuation.yield(value) }
        }
      }
      continuation.finish()
    }
  }

  /// Sends a line. If the driver has ended, the line is lost.
  func send(_ value: JSONValue) {
    _ = StandardStream.write(value.json + "\n", to: output)
  }

  /// Returns a copy of a descriptor that no other program inherits, and connects the descriptor itself to `/dev/null`.
  private static func take(_ descriptor: Int32, flags: Int32) throws -> Int32 {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    let null = open("/dev/null", flags | O_CLOEXEC)
    guard copy >= 0, null >= 0, dup2(null, descriptor) >= 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
    close(null)
    return copy
  }
}
#endif
