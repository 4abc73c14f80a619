import Causeway
import CausewayText
import Foundation

/// The results of the command. Lines go out at once: who started the command may wait for them.
enum StandardOutput {
  /// Writes lines in which a terminal acts on nothing; line breaks in a line are written out.
  ///
  /// - Throws: ``OutputError``.
  static func print(_ lines: String...) throws(OutputError) {
    try print(lines: lines)
  }

  /// Writes lines in which a terminal acts on nothing; line breaks in a line are written out.
  ///
  /// - Throws: ``OutputError``.
  static func print(lines: [String]) throws(OutputError) {
    try write(text(of: lines))
  }

  /// What is written for lines.
  static func text(of lines: [String]) -> String { lines.map { TerminalText($0).line + "\n" }.joined() }

  /// Writes a line of compact JSON, or a single word. A terminal acts on nothing in it, and its value stays the same.
  ///
  /// - Throws: ``OutputError``.
  static func print(json: String) throws(OutputError) {
    try write(TerminalText(json).json + "\n")
  }

  private static func write(_ text: String) throws(OutputError) {
    guard let error = StandardStream.write(text, to: STDOUT_FILENO) else { return }
    throw OutputError(reason: String(cString: strerror(error)))
  }
}

/// The standard output takes nothing more: its disk is full, or its reader is gone.
struct OutputError: Error, CustomStringConvertible {
  let reason: String

  var description: String { "standard output cannot be written: \(reason)" }
}

/// Writing to the descriptors that the command was started with.
enum StandardStream {
  /// Writes everything.
  ///
  /// - Returns: the system's error if that fails; nil if it does not.
  static func write(_ text: String, to descriptor: Int32) -> Int32? {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      let error = errno
      if count < 0, error == EINTR { continue }
      if count < 0, error == EAGAIN {
        // Another program that has the other end may have made it non-blocking.
        var reader = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        if poll(&reader, 1, 10_000) > 0 { continue }
      }
      guard count > 0 else { return error }
      rest = rest.dropFirst(count)
    }
    return nil
  }
}
