#if os(Linux)
import Foundation
import Testing

@testable import CausewayCommand
@testable import CausewayTool

@Suite("The filter of the engine's output") struct RemarksFilterTests {
  @Test("The filter drops remarks, keeps other lines, and replaces control characters")
  func filter() throws {
    let all = String(String.UnicodeScalarView(Hostile.scalars.filter { $0 != "\n" && $0 != "\0" }))
    let said = "(process:1): Gtk-WARNING **: no desktop\n\n\u{1B}[2Jkept\u{202E} \(all) to the end ä漢\n"
    let told = try filtered(said)
    #expect(told.hasPrefix("?[2Jkept? "))
    #expect(told.hasSuffix(" to the end ä漢\n"))
    Hostile.expectHarmless(told, "the engine's output")
  }

  @Test("The filter keeps remarks that the user asks for, and replaces their control characters")
  func shownRemarks() throws {
    let said = "(process:1): Gtk-WARNING **: no \u{1B}desktop\n"
    #expect(
      try filtered(said, by: StandardError.filter(showsRemarks: true)) == "(process:1): Gtk-WARNING **: no ?desktop\n")
    #expect(try filtered(said, by: StandardError.filter(showsRemarks: false)) == "")
  }

  @Test("Each assigned scalar that a reader cannot see is replaced by one question mark")
  func everyScalar() throws {
    let all = (UInt32(0x80)...0xE0FFF).compactMap(Unicode.Scalar.init).filter { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: true
      // The buffer of a pipe is too small for all private-use scalars. The test `filter` contains some of them.
      case .privateUse: false
      default: scalar.properties.isDefaultIgnorableCodePoint
      }
    }
    #expect(all.count > 4_000)
    #expect(
      try filtered(String(String.UnicodeScalarView(all)) + "\n") == String(repeating: "?", count: all.count) + "\n")
  }

  @Test("The filter keeps at most four combining marks of a letter")
  func marks() throws {
    let said = "e\u{301}te\u{301} a" + String(repeating: "\u{301}", count: 40) + "b\n"
    let expected = "e\u{301}te\u{301} a" + String(repeating: "\u{301}", count: 4) + "?b\n"
    #expect(try filtered(said).unicodeScalars.elementsEqual(expected.unicodeScalars))
  }

  /// Returns the filter's output for a text, which must fit into a pipe.
  private func filtered(_ text: String, by filter: [String] = StandardError.remarksFilter) throws -> String {
    let (reading, writing) = try ChildProgram.pipe()
    let (result, output) = try ChildProgram.pipe()
    let process = try ChildProgram.start(filter, input: reading, output: output)
    close(reading)
    close(output)
    FileHandle(fileDescriptor: writing, closeOnDealloc: false).write(Data(text.utf8))
    close(writing)
    let reader = FileHandle(fileDescriptor: result, closeOnDealloc: true)
    let text = String(decoding: reader.readDataToEndOfFile(), as: UTF8.self)
    // The exit tests of Swift Testing wait for any child process. They must not find the filter's process instead of
    // their own, so the test waits for the filter.
    var status: Int32 = -1
    #expect(waitpid(process, &status, 0) == process && status == 0)
    return text
  }
}
#endif
