#if os(Linux)
import ProgramTestSupport
import Foundation
import Testing

/// A Wayland session is found under a name that is relative to XDG_RUNTIME_DIR, which the command replaces.
@Suite("The display of a Wayland session") struct WaylandTests {
  @Test("It is asked with --headless too", arguments: [["WAYLAND_DISPLAY": "session-7"], [:]])
  func headless(names: [String: String]) async throws {
    let folder = try Folder()
    let page = try folder.write("index.html", "<p>page")
    // Without a name, libwayland takes this one.
    let session = try #require(UnixListener(folder.path(names["WAYLAND_DISPLAY"] ?? "wayland-0")))
    let environment = names.merging(["XDG_RUNTIME_DIR": folder.root]) { $1 }
    let result = try await causeway(["open", page, "--headless", "--timeout", "20"], environment: environment)
    #expect(session.connections > 0, "\(result.code) \(result.error)")
  }
}
#endif
