import ProgramTestSupport
import Foundation
import Testing

@testable import CausewayCommand
@testable import CausewayTool

/// The temporary folders of commands: which folders are removed at the end of a command or at the next start, and which
/// are never removed.
@Suite("Temporary folders of the command", .serialized) struct TemporaryFolderTests {
  private let base = FileManager.default.temporaryDirectory

  @Test("Only this user can read a folder, and its removal removes all contents")
  func life() throws {
    let folder = try TemporaryFolder()
    let mode = try FileManager.default.attributesOfItem(atPath: folder.url.path)[.posixPermissions] as? Int
    #expect(mode == 0o700)
    let outside = try Folder()
    let kept = try outside.write("kept", "mine")
    let inner = folder.url.appendingPathComponent("a/b/c")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    try Data("x".utf8).write(to: inner.appendingPathComponent("file"))
    try FileManager.default.createSymbolicLink(
      atPath: inner.appendingPathComponent("link").path, withDestinationPath: outside.root)
    folder.remove()
    #expect(!FileManager.default.fileExists(atPath: folder.url.path))
    #expect(FileManager.default.fileExists(atPath: kept), "a symbolic link was followed")
    folder.remove()  // A second call must have no effect.
  }

  @Test("The removal of a folder removes files with names of every length")
  func names() throws {
    let folder = try TemporaryFolder()
    for length in 1...255 {
      try Data().write(to: folder.url.appendingPathComponent(String(repeating: "n", count: length)))
    }
    folder.remove()
    #expect(!FileManager.default.fileExists(atPath: folder.url.path))
  }

  @Test("The start of a command removes no folder that is in use")
  func inUse() throws {
    let folder = try TemporaryFolder()
    TemporaryFolder.removeLeftovers()
    #expect(FileManager.default.fileExists(atPath: folder.url.path))
    folder.remove()
  }

  @Test("The start of a command removes the folders of killed commands, and no folder that only looks similar")
  func leftovers() throws {
    let mark = ".causeway"
    let target = try Folder()
    let kept = try target.write(mark, "mine")
    func make(_ name: String, mode: mode_t = 0o700, files: [String]) throws -> String {
      let path = base.appendingPathComponent(name).path
      try #require(mkdir(path, mode) == 0)
      for file in files { try Data().write(to: URL(fileURLWithPath: path + "/" + file)) }
      return path
    }
    let left = [
      try make("causeway-run-aaaaaa", files: [mark, "queue.sqlite"]),
      try make("causeway-run-aaaaab", files: []),  // A command was killed before it wrote its mark.
    ]
    let others = [
      try make("causeway-run-aaaaac", files: ["mine"]), try make("causeway-run-aaaaad", mode: 0o755, files: [mark]),
      try make("causeway-run-mine-too", files: [mark]), try make("causeway-aaaaae", files: [mark]),
    ]
    let link = base.appendingPathComponent("causeway-run-aaaaaf").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target.root)
    defer { for path in left + others + [link] { try? FileManager.default.removeItem(atPath: path) } }
    TemporaryFolder.removeLeftovers()
    for path in left { #expect(!FileManager.default.fileExists(atPath: path), "\(path) was not removed") }
    for path in others + [link, kept] { #expect(FileManager.default.fileExists(atPath: path), "\(path) was removed") }
  }
}
