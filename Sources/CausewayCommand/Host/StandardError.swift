import Causeway
import CausewayText
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

  /// A program that leaves out remarks, and replaces what a terminal acts on or a reader cannot see: a page can have a
  /// part in what the engine says.
  nonisolated static let remarksFilter = [
    "env", "LC_ALL=C", "sed", "--unbuffered", "--regexp-extended",
    #"/^(\*\* )?\((process|[^:]+):[0-9]+\): .*(WARNING|Message)/d; /^$/d; s/\t/ /g; s/[[:cntrl:]]/?/g; "#
      + "s/\(invisible.joined(separator: "|"))/?/g; s/((\(marks)){4})(\(marks))+/\\1?/g",
  ]

  /// What ``TerminalText`` writes out, except for what Unicode has not assigned yet, as expressions for the bytes of
  /// UTF-8.
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

  /// The combining marks for letters of any script (U+0300, U+1AB0, U+1DC0, U+20D0 and U+FE20, each with those behind
  /// it).
  nonisolated private static let marks =
    #"\xCC[\x80-\xBF]|\xCD[\x80-\xAF]|\xE1\xAA[\xB0-\xBF]|\xE1\xAB[\x80-\xBF]|\xE1\xB7[\x80-\xBF]|\xE2\x83[\x90-\xBF]|"#
    + #"\xEF\xB8[\xA0-\xAF]"#
  #endif
}
