import ProgramTestSupport
import Foundation
import Testing

/// The command `causeway host-kit`, which runs as users run it.
@Suite("The command host-kit") struct HostKitTests {
  @Test(arguments: [("android", "page/today.js"), ("windows", "today-messages.js")])
  func theCommandWritesTheFilesOfAKit(kit: String, file: String) async throws {
    let folder = try Folder()
    let result = try await causeway("host-kit", kit, folder.path("new/kit"))
    #expect(result.code == 0, "\(result.error)")
    let names = result.output.split(separator: "\n").map(String.init)
    #expect(names.contains { $0.hasSuffix("/\(file)") })
    #expect(names.contains { $0.hasSuffix("/README.md") })
    let root = URL(fileURLWithPath: #filePath).pathComponents.prefix { $0 != "Tests" }.joined(separator: "/")
      .dropFirst()
    let original = try String(contentsOfFile: "\(root)/HostKits/\(kit)/\(file)", encoding: .utf8)
    #expect(try String(contentsOfFile: folder.path("new/kit/\(file)"), encoding: .utf8) == original)
  }

  @Test func ifAFileExistsNoFileIsWritten() async throws {
    let folder = try Folder()
    let mine = try folder.write("today-messages.js", "mine")
    let result = try await causeway("host-kit", "windows", folder.root)
    #expect(result.code == 1)
    #expect(result.error.contains("today-messages.js already exists, so nothing was written"))
    #expect(result.output.isEmpty)
    #expect(try String(contentsOfFile: mine, encoding: .utf8) == "mine")
    #expect(!FileManager.default.fileExists(atPath: folder.path("README.md")))
  }

  @Test func aLinkInPlaceOfAFileIsNotFollowed() async throws {
    let folder = try Folder()
    let outside = folder.path("outside.js")
    try FileManager.default.createDirectory(atPath: folder.path("kit"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("kit/today-messages.js"), withDestinationPath: outside)
    let result = try await causeway("host-kit", "windows", folder.path("kit"))
    #expect(result.code == 1)
    #expect(!FileManager.default.fileExists(atPath: outside))
  }

  @Test func aLinkInPlaceOfAFolderIsNotFollowed() async throws {
    let folder = try Folder()
    for name in ["outside", "kit"] {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: false)
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("kit/java"), withDestinationPath: folder.path("outside"))
    let result = try await causeway("host-kit", "android", folder.path("kit"))
    #expect(result.code == 1)
    #expect(result.error.contains("kit/java is a symbolic link"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("outside")).isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("kit")) == ["java"])
  }

  @Test func ifAFileCannotBeWrittenAllWrittenFilesAreRemoved() async throws {
    let folder = try Folder()
    // A file has the name of the last folder that the command writes, so the command cannot create the folder.
    _ = try folder.write("page", "mine")
    let result = try await causeway("host-kit", "android", folder.root)
    #expect(result.code == 1)
    #expect(result.error.contains("could not be written"))
    let left = try FileManager.default.subpathsOfDirectory(atPath: folder.root).filter { $0.contains(".") }
    #expect(left.isEmpty, "\(left)")
    #expect(try folder.read("page") == "mine")
  }

  @Test func theTargetFolderMayBeALink() async throws {
    let folder = try Folder()
    try FileManager.default.createDirectory(atPath: folder.path("real"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("kit"), withDestinationPath: folder.path("real"))
    let result = try await causeway("host-kit", "windows", folder.path("kit"))
    #expect(result.code == 0, "\(result.error)")
    #expect(FileManager.default.fileExists(atPath: folder.path("real/today-messages.js")))
  }

  @Test func aFolderThatCannotBeCreatedEndsWith1() async throws {
    let folder = try Folder()
    let file = try folder.write("file", "")
    let result = try await causeway("host-kit", "windows", file + "/kit")
    #expect(result.code == 1)
    #expect(result.error.contains("could not be written"))
    #expect(result.error.contains("choose a folder"))
  }

  @Test(arguments: [
    ["host-kit"], ["host-kit", "ios"], ["host-kit", "android", "a", "b"], ["host-kit", "android", ""],
  ])
  func badUsageEndsWith2(words: [String]) async throws {
    let result = try await causeway(words)
    #expect(result.code == 2)
    #expect(result.output.isEmpty)
    #expect(result.error.contains("usage: causeway host-kit NAME [DIR]"))
  }

  @Test func theHelpContainsTheUsage() async throws {
    let result = try await causeway("host-kit", "--help")
    #expect(result.code == 0)
    #expect(result.output.contains("Usage: causeway host-kit NAME [DIR]"))
  }
}
