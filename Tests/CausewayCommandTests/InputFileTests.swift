#if os(Linux)
import CausewayTool
import Foundation
import Testing

@testable import CausewayCommand

/// Files that the user names and that are streams, such as the pipe of a shell's `<(…)`. They have no size, and can be read
/// only once.
@Suite("Input files") struct InputFileTests {
  /// Returns the path of a pipe with a text, as a shell passes it, and closes the pipe at the end of `body`.
  private func withPipe<Result>(_ text: String, _ body: (String) throws -> Result) throws -> Result {
    let (reading, writing) = try ChildProgram.pipe()
    defer { close(reading) }
    // The text fits into the pipe's buffer.
    try FileHandle(fileDescriptor: writing, closeOnDealloc: true).write(contentsOf: Data(text.utf8))
    return try body("/dev/fd/\(reading)")
  }

  @Test func aPipeIsReadToItsEnd() throws {
    let text = String(repeating: "causeway", count: 4_000)
    let data = try withPipe(text) { try InputFile.read($0, upTo: 1 << 20) }
    #expect(data == Data(text.utf8))
  }

  @Test func aDeviceIsReadToTheLimit() throws {
    #expect(try InputFile.read("/dev/zero", upTo: 100_000) == Data(count: 100_000))
  }

  @Test func aFileOfTheKernelIsReadAlthoughItsSizeIsZero() throws {
    #expect(try InputFile.read("/proc/self/status", upTo: 1 << 20).starts(with: Data("Name:".utf8)))
  }

  @Test func theCopyOfAPipeCanBeReadTwice() throws {
    try withPipe("{}") { path in
      #expect(InputFile.isStream(path))
      let copy = try InputFile.rereadable(path, as: "profile.json")
      #expect(copy.hasSuffix("/profile.json"))
      for _ in 0..<2 { #expect(try InputFile.read(copy, upTo: 10) == Data("{}".utf8)) }
      #expect(!InputFile.isStream(copy))
    }
    #expect(try InputFile.rereadable("/proc/self/status", as: "x") == "/proc/self/status")
  }

  @Test func aProfileFromAPipeIsReadAndItsFilesAreInTheCurrentFolder() throws {
    let text = #"{ "answer": "decline", "causeway": { "contract": "shop.json", "mock": "mock.js" } }"#
    let profile = try withPipe(text) { try Profile(contentsOf: $0) }
    #expect(profile.answer == .decline)
    let folder = URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true)
    #expect(profile.causeway.contract?.path == folder.appendingPathComponent("shop.json").path)
  }

  @Test func aMissingFileAndAFolderAreNamed() {
    for (path, reason) in [("/no/such/file", "the file does not exist"), ("/tmp", "it is a folder; name a file")] {
      let error = #expect(throws: UsageError.self) { try InputFile.read(path, upTo: 10) }
      #expect(error?.problem == "\(path): the file cannot be read: \(reason)")
    }
  }

  @Test func aScriptKeepsTheLineSeparatorsOfItsStrings() {
    let folder = URL(fileURLWithPath: "/tmp")
    let script = RunScript(
      "return \"a\u{2028}b\";\r\n\(RunScript.divider)\r\nreturn 2;", name: "run.js", folder: folder)
    #expect(script.parts.map(\.source) == ["return \"a\u{2028}b\";", "\n\nreturn 2;"])
  }
}
#endif
