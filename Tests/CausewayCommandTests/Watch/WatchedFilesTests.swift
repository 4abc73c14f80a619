#if os(Linux)
import Foundation
import ProgramTestSupport
import Testing

@testable import CausewayCommand

@Suite("The files that a page uses") struct WatchedFilesTests {
  private let folder: Folder
  private let files = WatchedFiles()

  init() throws {
    folder = try Folder()
    for name in ["a.js", "b.js"] { try folder.write(name, "first") }
    for name in ["a.js", "b.js", "missing.js"] { files.add(url(name)) }
  }

  private func url(_ name: String) -> URL { URL(fileURLWithPath: folder.path(name)) }

  /// The names of the changed files, once they no longer change.
  private func changes() -> [String] { files.settledChanges().map(\.lastPathComponent) }

  /// Writes into the file, as some editors do. Other editors write a new file and rename it, as `Folder.write` does.
  private func append(_ text: String, to name: String) throws {
    let handle = try FileHandle(forWritingTo: url(name))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
  }

  @Test("Files that nobody has changed are not reported") func unchanged() {
    #expect(!files.hasChanges)
    #expect(changes().isEmpty && changes().isEmpty)
  }

  @Test("A change is reported at the first look at which the files are as at the look before") func settling() throws {
    try append("!", to: "a.js")
    #expect(files.hasChanges)
    #expect(changes().isEmpty, "more changes may follow")
    try append("!", to: "a.js")
    #expect(changes().isEmpty, "the file has changed again")
    #expect(changes() == ["a.js"])
  }

  @Test("Files that change together are reported together") func burst() throws {
    try append("!", to: "b.js")
    #expect(changes().isEmpty)
    try append("!", to: "a.js")
    try folder.write("missing.js", "new")
    #expect(changes().isEmpty)
    #expect(changes() == ["a.js", "b.js", "missing.js"])
  }

  @Test("A file that changes all the time does not hold back the others for ever") func endless() throws {
    try append("!", to: "b.js")
    for _ in 1..<WatchedFiles.maximumLooks {
      try append("!", to: "a.js")
      #expect(changes().isEmpty)
    }
    try append("!", to: "a.js")
    #expect(changes() == ["a.js", "b.js"])
    files.removeAll()
    #expect(changes().isEmpty)
  }

  @Test("A file that is replaced by a file of the same size and age has changed") func replaced() throws {
    try folder.write("new.js", "other")
    let date = try FileManager.default.attributesOfItem(atPath: folder.path("a.js"))[.modificationDate]
    try FileManager.default.setAttributes([.modificationDate: try #require(date)], ofItemAtPath: folder.path("new.js"))
    #expect(rename(folder.path("new.js"), folder.path("a.js")) == 0)
    #expect(files.hasChanges)
  }

  @Test("A file that is removed has changed, and so has a missing file that is made") func removedAndMade() throws {
    try FileManager.default.removeItem(atPath: folder.path("a.js"))
    #expect(files.hasChanges)
    try folder.write("missing.js", "new")
    _ = changes()
    #expect(changes() == ["a.js", "missing.js"])
  }

  @Test("Other files do not matter") func otherFiles() throws {
    try folder.write("trace.jsonl", "{}")
    #expect(!files.hasChanges)
  }

  @Test("A file that is read again keeps the version that the page has used") func readAgain() throws {
    try append("!", to: "a.js")
    files.add(url("a.js"))
    #expect(files.hasChanges)
    files.removeAll()
    #expect(!files.hasChanges)
    files.add(url("a.js"))
    #expect(!files.hasChanges)
  }

  @Test(
    "The text names one file",
    arguments: [
      (["shop/js/a.js"], "js/a.js has changed"), (["/x/a.js"], "/x/a.js has changed"),
      (["shop/a.js", "shop/b.js"], "a.js and 1 other file have changed"),
      (["shop/a.js", "shop/b.js", "shop/c.js"], "a.js and 2 other files have changed"),
    ])
  func text(names: [String], text: String) {
    let root = URL(fileURLWithPath: "/pages/shop")
    let files = names.map { URL(fileURLWithPath: $0.hasPrefix("/") ? $0 : "/pages/" + $0) }
    #expect(ChangeText.of(files, in: root) == text)
  }
}
#endif
