#if os(Linux)
import Foundation
import Testing

@testable import CausewayCommand

@Suite("The filter of what the engine says") struct RemarksFilterTests {
  @Test("Remarks are left out, other lines stay, and a terminal acts on nothing")
  func filter() throws {
    let (reading, writing) = try ChildProgram.pipe()
    let (result, output) = try ChildProgram.pipe()
    try ChildProgram.start(StandardError.remarksFilter, input: reading, output: output)
    close(reading)
    close(output)
    let all = String(String.UnicodeScalarView(Hostile.scalars.filter { $0 != "\n" && $0 != "\0" }))
    let said = "(process:1): Gtk-WARNING **: no desktop\n\n\u{1B}[2Jkept\u{202E} \(all) to the end ä漢\n"
    FileHandle(fileDescriptor: writing, closeOnDealloc: false).write(Data(said.utf8))
    close(writing)
    let reader = FileHandle(fileDescriptor: result, closeOnDealloc: true)
    let told = String(decoding: reader.readDataToEndOfFile(), as: UTF8.self)
    #expect(told.hasPrefix("?[2Jkept? "))
    #expect(told.hasSuffix(" to the end ä漢\n"))
    let controls = told.unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: scalar != "\n"
      case .format: scalar.value < 0x10000
      default: false
      }
    }
    #expect(controls.isEmpty, "\(controls.map { String($0.value, radix: 16) })")
  }
}
#endif
