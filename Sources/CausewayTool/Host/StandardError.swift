import CausewayText
import Foundation

/// The command's output besides its result: errors, and the messages of the bridge.
@MainActor package enum StandardError {
  /// A copy of the standard error with which the command was started, because descriptor 2 may be redirected later.
  private nonisolated static let descriptor = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)

  /// Writes one line immediately. Control characters and line breaks in it are written as visible text, so that a
  /// terminal does not act on them.
  ///
  /// The whole output to standard error uses this function, because most lines quote a page, a file, a request or an
  /// argument.
  package nonisolated static func print(_ line: String) {
    write(TerminalText(line).line)
  }

  /// Writes one line of compact JSON. Control characters are escaped, so that a terminal does not act on them and the
  /// JSON value stays the same.
  package nonisolated static func print(json: String) {
    write(TerminalText(json).json)
  }

  /// Writes a line. Ignores errors, because the command must continue even if standard error was closed.
  private nonisolated static func write(_ line: String) {
    _ = StandardStream.write((progress.isShown ? removal : "") + line + "\n", to: descriptor)
    progress.isShown = false
  }

  // MARK: Progress

  /// Whether the standard error with which the command was started is a terminal.
  package nonisolated static var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Shows a line that the next output replaces. Call this only on a terminal.
  package nonisolated static func show(progress text: String) {
    var size = winsize()
    // Cut the text at the terminal's width, because a line that the terminal wraps could not be removed. A terminal
    // that does not know its width probably has 80 columns.
    let width = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
    _ = StandardStream.write(removal + TerminalText(text).line.prefix(width - 1), to: descriptor)
    progress.isShown = true
  }

  /// Removes the line of ``show(progress:)``.
  package nonisolated static func removeProgress() {
    guard progress.isShown else { return }
    _ = StandardStream.write(removal, to: descriptor)
    progress.isShown = false
  }

  /// Goes to the beginning of the line and erases it.
  private nonisolated static let removal = "\r\u{1B}[K"

  private nonisolated static let progress = ProgressState()

  #if os(Linux)
  /// The environment variable that shows the remarks of the desktop libraries, if it is set and not empty.
  package nonisolated static let remarksVariable = "CAUSEWAY_LIBRARY_MESSAGES"

  /// Hides the desktop libraries' remarks about services that a machine without a desktop does not have. The engine's
  /// processes inherit descriptor 2, so this method redirects it through a filter. Reports of crashes pass the filter.
  /// The filter ends after this process and the engine's processes have ended.
  package static func hideLibraryWarnings() {
    do throws(POSIXError) {
      let (reading, writing) = try ChildProgram.pipe()
      defer {
        close(reading)
        close(writing)
      }
      let showsRemarks = ProcessInfo.processInfo.environment[remarksVariable]?.isEmpty == false
      try ChildProgram.start(filter(showsRemarks: showsRemarks), input: reading, output: descriptor)
      dup2(writing, STDERR_FILENO)
    } catch {
      // Continue without the filter. The remarks are then printed.
    }
  }

  /// The command line of the filter that removes the remarks.
  package nonisolated static let remarksFilter = filter(showsRemarks: false)

  /// Returns the command line of a filter that removes the remarks, unless they are shown. The filter also replaces
  /// control characters and invisible characters, because the engine's output may contain a page's text.
  package nonisolated static func filter(showsRemarks: Bool) -> [String] {
    let removal = #"/^(\*\* )?\((process|[^:]+):[0-9]+\): .*(WARNING|Message)/d; /^$/d; "#
    return [
      "env", "LC_ALL=C", "sed", "--unbuffered", "--regexp-extended",
      (showsRemarks ? "" : removal) + #"s/\t/ /g; s/[[:cntrl:]]/?/g; "#
        + "s/\(invisible.joined(separator: "|"))/?/g; s/((\(marks)){4})(\(marks))+/\\1?/g",
    ]
  }

  /// The characters that ``TerminalText`` makes visible, as regular expressions for their UTF-8 bytes. Characters that
  /// Unicode has not assigned yet are missing.
  nonisolated private static let invisible = [
    #"\xC2[\x80-\x9F\xAD]"#, #"\xCD\x8F"#, #"\xD8[\x80-\x85\x9C]"#, #"\xDB\x9D"#, #"\xDC\x8F"#,
    #"\xE0\xA2[\x90\x91]"#, #"\xE0\xA3\xA2"#, #"\xE1\x85[\x9F\xA0]"#, #"\xE1\x9E[\xB4\xB5]"#,
    #"\xE1\xA0[\x8B-\x8F]"#, #"\xE2\x80[\x8B-\x8F\xA8-\xAE]"#, #"\xE2\x81[\xA0-\xAF]"#, #"\xE2\xA0\x80"#,
    #"\xE3\x85\xA4"#, #"\xEE[\x80-\xBF][\x80-\xBF]"#, #"\xEF[\x80-\xA3][\x80-\xBF]"#, #"\xEF\xB8[\x80-\x8F]"#,
    #"\xEF\xBB\xBF"#, #"\xEF\xBE\xA0"#, #"\xEF\xBF[\xB0-\xBC]"#, #"\xF0\x91\x82\xBD"#, #"\xF0\x91\x83\x8D"#,
    #"\xF0\x93\x90[\xB0-\xBF]"#, #"\xF0\x93\x91[\x81\x82]"#, #"\xF0\x96\xBF\xA4"#, #"\xF0\x9B\xB2[\xA0-\xA3]"#,
    #"\xF0\x9D\x85[\x99\xB3-\xBA]"#, #"\xF3\xA0[\x80-\xBF][\x80-\xBF]"#, #"\xF3[\xB0-\xBF][\x80-\xBF][\x80-\xBF]"#,
    #"\xF4[\x80-\x8F][\x80-\xBF][\x80-\xBF]"#,
  ]

  /// The combining marks that fit letters of any script: the blocks that begin at U+0300, U+1AB0, U+1DC0, U+20D0 and
  /// U+FE20.
  nonisolated private static let marks =
    #"\xCC[\x80-\xBF]|\xCD[\x80-\xAF]|\xE1\xAA[\xB0-\xBF]|\xE1\xAB[\x80-\xBF]|\xE1\xB7[\x80-\xBF]|\xE2\x83[\x90-\xBF]|"#
    + #"\xEF\xB8[\xA0-\xAF]"#
  #endif
}

/// Whether the last line of standard error shows progress, and the next output replaces it.
private final class ProgressState: @unchecked Sendable {
  // The lock protects the value, because every thread may print.
  private let lock = NSLock()
  private var value = false

  package var isShown: Bool {
    get { lock.withLock { value } }
    set { lock.withLock { value = newValue } }
  }
}
