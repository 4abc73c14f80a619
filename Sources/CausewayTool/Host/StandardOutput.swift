import CausewayText
import Foundation

/// The command's results. Lines are written immediately, because the process that started the command may wait for
/// them.
package enum StandardOutput {
  /// Whether standard output is a terminal.
  package static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Writes lines. Control characters and line breaks in a line are written as visible text, so that a terminal does
  /// not act on them.
  ///
  /// - Throws: ``OutputError``.
  package static func print(_ lines: String...) throws(OutputError) {
    try print(lines: lines)
  }

  /// Writes lines. Control characters and line breaks in a line are written as visible text, so that a terminal does
  /// not act on them.
  ///
  /// - Throws: ``OutputError``.
  package static func print(lines: [String]) throws(OutputError) {
    try write(text(of: lines))
  }

  /// Writes the lines of a table, with colors if `color` says so.
  ///
  /// - Throws: ``OutputError``.
  package static func print(table: [StyledLine], color: ColorChoice) throws(OutputError) {
    let isColored = color.isOn
    try write(table.map { $0.text(isColored: isColored) + "\n" }.joined())
  }

  /// Writes the text of a file, which another program may read. On a terminal, control characters are written as visible
  /// text; in a pipe or a file, the text is unchanged.
  ///
  /// - Throws: ``OutputError``.
  package static func print(file: String) throws(OutputError) {
    guard isTerminal else { return try write(file) }
    let lines = file.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    try print(lines: lines.last == "" ? lines.dropLast() : lines)
  }

  /// Returns the text that ``print(lines:)`` writes.
  package static func text(of lines: [String]) -> String { lines.map { TerminalText($0).line + "\n" }.joined() }

  /// Writes a line of compact JSON, or a single word. Control characters are escaped, so that a terminal does not act
  /// on them and the JSON value stays the same.
  ///
  /// - Throws: ``OutputError``.
  package static func print(json: String) throws(OutputError) {
    try write(TerminalText(json).json + "\n")
  }

  private static func write(_ text: String) throws(OutputError) {
    guard let error = StandardStream.write(text, to: STDOUT_FILENO) else { return }
    throw OutputError(reason: String(cString: strerror(error)))
  }
}

/// The error for a standard output that cannot be written, because the disk is full or the reader is gone.
package struct OutputError: Error, CustomStringConvertible {
  package let reason: String

  package var description: String { "standard output cannot be written: \(reason)" }
}

/// A namespace for the function that writes to standard output and standard error.
package enum StandardStream {
  /// Writes the whole text.
  ///
  /// - Returns: The system's error if the write fails; otherwise nil.
  package static func write(_ text: String, to descriptor: Int32) -> Int32? {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      let error = errno
      if count < 0, error == EINTR { continue }
      if count < 0, error == EAGAIN {
        // Wait until the descriptor accepts data: another program that shares it may have made it non-blocking.
        var reader = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        if poll(&reader, 1, 10_000) > 0 { continue }
      }
      guard count > 0 else { return error }
      rest = rest.dropFirst(count)
    }
    return nil
  }
}
