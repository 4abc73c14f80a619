import Causeway
import Foundation

/// What the command says besides its result: complaints, and what passes the bridge.
@MainActor enum StandardError {
  /// The standard error that the command was started with, whatever becomes of descriptor 2.
  private nonisolated static let descriptor = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)

  /// Writes one line in which a terminal acts on nothing, at once; line breaks in it are written out.
  ///
  /// Everything that the command says goes through here, and most lines quote a page, a file, a request or an argument.
  nonisolated static func print(_ line: String) {
    write(TerminalText(line).line)
  }

  /// Writes one line of compact JSON. A terminal acts on nothing in it, and its value stays the same.
  nonisolated static func print(json: String) {
    write(TerminalText(json).json)
  }

  /// Where nobody reads any more, what is said is lost; the command still comes to its end.
  private nonisolated static func write(_ line: String) {
    _ = StandardStream.write(line + "\n", to: descriptor)
  }

  #if os(Linux)
  /// Leaves out the desktop libraries' remarks on services that a machine without a desktop does not have. The
  /// engine's processes inherit descriptor 2, so it goes through a filter; crashes are still told. The filter ends when
  /// this process and the engine's have ended.
  static func hideRemarks() {
    do throws(POSIXError) {
      let (reading, writing) = try ChildProgram.pipe()
      defer {
        close(reading)
        close(writing)
      }
      try ChildProgram.start(remarksFilter, input: reading, output: descriptor)
      dup2(writing, STDERR_FILENO)
    } catch {
      // The remarks stay.
    }
  }

  /// A program that leaves out remarks, and replaces what a terminal acts on: a page can have a part in what the engine
  /// says. The bytes are those of UTF-8.
  nonisolated static let remarksFilter = [
    "env", "LC_ALL=C", "sed", "--unbuffered", "--regexp-extended",
    #"/^(\*\* )?\((process|[^:]+):[0-9]+\): .*(WARNING|Message)/d; /^$/d; "#
      + #"s/\t/ /g; s/[[:cntrl:]]/?/g; s/\xC2[\x80-\x9F\xAD]/?/g; s/\xD8\x9C/?/g; s/\xE1\xA0\x8E/?/g; "#
      + #"s/\xE2\x80[\x8B-\x8F\xA8-\xAE]/?/g; s/\xE2\x81[\xA0-\xAF]/?/g; s/\xEF\xBB\xBF/?/g; "#
      + #"s/\xEF\xBF[\xB9-\xBB]/?/g; s/\xF3\xA0[\x80-\x81][\x80-\xBF]/?/g"#,
  ]
  #endif
}
