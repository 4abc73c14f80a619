#if os(Linux)
import Foundation
import ProgramTestSupport
import Testing

/// `causeway open --watch`: the real program, while files change.
@Suite("--watch", .serialized, .timeLimit(.minutes(10))) struct WatchTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write("index.html", "<script type=module src=page.js></script>")
    try folder.write("page.js", "import { text } from './text.js'; console.log(text)")
    try folder.write("text.js", "export const text = 'first'")
  }

  /// Opens the page. Its console is on standard error.
  private func open() throws -> RunningProgram {
    try RunningProgram(["open", folder.root, "--headless", "--watch", "--verbose"], lines: .error)
  }

  /// Reads lines up to the first one that contains a text. Returns the lines before it.
  private func read(
    _ lines: inout AsyncStream<String>.Iterator, upTo text: String
  ) async throws -> [String] {
    var before: [String] = []
    while let line = await lines.next() {
      if line.contains(text) { return before }
      before.append(line)
    }
    throw ServerFailure(description: "the program ended before it wrote \"\(text)\": \(before)")
  }

  @Test("A page is loaded again when a file that it imports has changed") func changedFile() async throws {
    let program = try open()
    var lines = program.lines.makeAsyncIterator()
    _ = try await read(&lines, upTo: "first")
    // The folder's helper writes a new file and renames it, as many editors do.
    try folder.write("text.js", "export const text = 'second'")
    _ = try await read(&lines, upTo: "watch: text.js has changed; loading the page again")
    _ = try await read(&lines, upTo: "second")
    try folder.write("index.html", "<script>console.log('third')</script>")
    _ = try await read(&lines, upTo: "watch: index.html has changed")
    let before = try await read(&lines, upTo: "third")
    #expect(!before.contains { $0.contains("watch:") }, "one change is one reload: \(before)")
    #expect(try await program.end(by: SIGTERM).code == SIGTERM)
  }

  @Test("A missing file is noticed when it is made, and a removed page when it comes back") func missing() async throws
  {
    try FileManager.default.removeItem(atPath: folder.path("text.js"))
    let program = try open()
    var lines = program.lines.makeAsyncIterator()
    _ = try await read(&lines, upTo: "there is no file \(folder.path("text.js"))")
    try folder.write("text.js", "export const text = 'made'")
    _ = try await read(&lines, upTo: "made")
    try FileManager.default.removeItem(atPath: folder.path("index.html"))
    _ = try await read(&lines, upTo: "watch: index.html has changed")
    try folder.write("index.html", "<script>console.log('back')</script>")
    _ = try await read(&lines, upTo: "back")
    _ = try await program.end(by: SIGTERM)
  }
}
#endif
