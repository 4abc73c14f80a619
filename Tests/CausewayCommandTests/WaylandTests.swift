#if os(Linux)
import ProgramTestSupport
import Foundation
import Testing

/// Tests for the display of a Wayland session. The display's name is relative to the folder in XDG_RUNTIME_DIR,
/// although the command sets this variable to another folder.
@Suite("The display of a Wayland session") struct WaylandTests {
  @Test("The command connects to the display even with --headless", arguments: [["WAYLAND_DISPLAY": "session-7"], [:]])
  func headless(names: [String: String]) async throws {
    let folder = try Folder()
    let page = try folder.write("index.html", "<p>page")
    // Without WAYLAND_DISPLAY, libwayland uses the name `wayland-0`.
    let session = try #require(UnixListener(folder.path(names["WAYLAND_DISPLAY"] ?? "wayland-0")))
    let environment = names.merging(["XDG_RUNTIME_DIR": folder.root]) { $1 }
    let result = try await causeway(["open", page, "--headless", "--timeout", "20"], environment: environment)
    #expect(session.connections > 0, "\(result.code) \(result.error)")
  }
}
#endif
