#if os(Linux)
import Foundation
import ProgramTestSupport
import Testing

@testable import CausewayCommand

@Suite("The file of a picture") struct PictureOutputTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test(
    "The suffix determines the format",
    arguments: [
      ("a.png", PictureOutput.Format.png), ("A.PNG", .png), ("a.jpg", .jpeg), ("a.b.JPEG", .jpeg), ("a.gif", nil),
      ("a", nil),
      ("png", nil), ("/dev/stdout", .png), ("/dev/fd/3", .png), ("/dev/shm/a.gif", nil), ("a.png/", .png),
    ])
  func formats(path: String, format: PictureOutput.Format?) {
    #expect(PictureOutput.Format(path: path) == format)
  }

  @Test(
    "The command writes the format of the suffix",
    arguments: [
      ("page.jpg", [0xFF, 0xD8, 0xFF] as [UInt8]), ("page.png", [0x89, 0x50, 0x4E, 0x47]),
    ])
  func pictures(name: String, start: [UInt8]) async throws {
    _ = try folder.write("index.html", "<p>page")
    let result = try await causeway("open", folder.root, "--headless", "--screenshot", folder.path(name))
    #expect(result.code == 0, "\(result.error)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path(name))).starts(with: start))
  }

  @Test("The check leaves an existing file as it is, and no new one") func check() throws {
    let file = try folder.write("old.png", "old")
    try PrivateOutput.check(file)
    #expect(try folder.read("old.png") == "old")
    try PrivateOutput.check(folder.path("new.png"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("new.png")))
  }

  @Test("The check of a named pipe does not end its reader's wait") func pipe() throws {
    let path = folder.path("pipe.png")
    #expect(mkfifo(path, 0o600) == 0)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    try #require(reader >= 0)
    defer { close(reader) }
    try PrivateOutput.check(path)
    var state = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
    // If the check had opened and closed the pipe for writing, `poll` would report POLLHUP.
    #expect(poll(&state, 1, 0) == 0 && state.revents == 0)
  }
}
#endif
