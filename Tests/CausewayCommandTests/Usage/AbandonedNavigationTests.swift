#if os(Linux)
import Foundation
import ProgramTestSupport
import Testing
import WebTestSupport

/// `causeway open --run` with navigations that leave the page where it is.
@Suite("Navigations that leave the page where it is", .serialized) struct AbandonedNavigationTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
  }

  @MainActor private func server() throws -> HTTPServer {
    try HTTPServer([
      "/": .page("<title>shop</title><p>x"), "/next": .page("<title>next</title>"),
      "/204": HTTPServer.Response(status: 204), "/205": HTTPServer.Response(status: 205),
      "/zip": HTTPServer.Response("PK", type: "application/zip"),
      "/file": HTTPServer.Response(
        "a,b", type: "text/csv", headers: ["Content-Disposition": "attachment; filename=\"report.csv\""]),
    ])
  }

  private func run(_ script: String, at url: URL) async throws -> ProgramResult {
    try await causeway(["open", url.absoluteString, "--headless", "--run", try folder.write("script.js", script)])
  }

  @Test(
    "The script goes on, and the bridge answers",
    arguments: ["mailto:help@shop.example", "tel:+491234", "shop-app://cart", "/204", "/205", "/zip", "/file"])
  @MainActor func scriptGoesOn(target: String) async throws {
    let server = try server()
    let result = try await run(
      """
      const post = () => webkit.messageHandlers.todayWebViewBridge.postMessage({ type: "headers" });
      const pending = post();
      location.href = \(String(reflecting: target));
      await new Promise((resolve) => setTimeout(resolve, 300));
      return [document.title, Object.keys(await pending), Object.keys(await post())];
      """, at: server.url("/"))
    #expect(result.output == #"["shop",["X-Today-Client"],["X-Today-Client"]]"# + "\n", "\(result.error)")
    #expect(result.code == 0)
  }

  @Test("A part of a script that waits for the next page ends with the reason") @MainActor func nextPage() async throws
  {
    let server = try server()
    let refused = try await run(
      "location.href = '/204';\n// causeway: next page\nreturn document.title", at: server.url("/"))
    #expect(refused.code == 1)
    #expect(refused.error.contains("/204: "), "\(refused.error)")
    let followed = try await run(
      """
      location.href = "mailto:help@shop.example";
      await new Promise((resolve) => setTimeout(resolve, 200));
      location.href = "/next";
      // causeway: next page
      return document.title
      """, at: server.url("/"))
    #expect(followed.output == "\"next\"\n", "\(followed.error)")
  }

  @Test("A first page that is no page is an error", arguments: ["/204", "/zip"])
  @MainActor func firstPage(path: String) async throws {
    let server = try server()
    let result = try await run("return 1", at: server.url(path))
    #expect(result.code == 1)
    #expect(result.error.contains(path), "\(result.error)")
  }

  @Test("Without a window, the position, the camera and the screen are refused at once")
  @MainActor func devices() async throws {
    let server = try server()
    let result = try await run(
      """
      const position = (name) => new Promise((resolve) =>
        navigator.geolocation[name](() => resolve("granted"), (e) => resolve(e.code === e.PERMISSION_DENIED)));
      const media = (name) => navigator.mediaDevices[name]({ video: true }).then(() => "granted", (e) => e.name);
      return [
        await position("getCurrentPosition"), await position("watchPosition"), await media("getUserMedia"),
        await media("getDisplayMedia"),
      ];
      """, at: server.url("/"))
    #expect(
      result.output == #"[true,true,"NotAllowedError","NotAllowedError"]"# + "\n", "\(result.error)")
  }
}
#endif
