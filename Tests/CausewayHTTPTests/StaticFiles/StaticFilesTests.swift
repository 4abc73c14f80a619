import CausewayHTTP
import Foundation
import Testing

@Suite("Files of a folder") final class StaticFilesTests {
  private let folder: URL
  private let files: StaticFiles

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "static-files-\(UUID())")
    let site = folder.appending(path: "site")
    for path in ["docs", ".git", ".well-known", "empty", "../beside"] {
      try FileManager.default.createDirectory(at: site.appending(path: path), withIntermediateDirectories: true)
    }
    for (path, text) in [
      "index.html": "home", "docs/index.html": "docs", "app.js": "script", "a b.txt": "spaces", "README": "plain",
      ".secret": "hidden", ".git/config": "hidden", ".well-known/keys.json": "{}", "../outside.txt": "outside",
      "../beside/\u{301}file": "outside", ".\u{301}hidden": "hidden",
    ] { try Data(text.utf8).write(to: site.appending(path: path)) }
    for (name, target) in [
      "out.txt": "../outside.txt", "up": "..", "in.js": "app.js", "root": "/", "aside": "../beside",
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: site.appending(path: name).path, withDestinationPath: target)
    }
    #expect(mkfifo(site.appending(path: "pipe").path, 0o600) == 0)
    files = try StaticFiles(folder: site)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }  // Ignore errors, because the folder is temporary.

  private func get(_ path: String..., fields: [(name: String, value: String)] = []) async -> HTTPResponse {
    await files.answer(HTTPRequest(method: "GET", path: path, fields: fields))
  }

  private func text(_ response: HTTPResponse) -> String { String(decoding: response.body, as: UTF8.self) }

  @Test(
    "The extension of a file's name determines its content type",
    arguments: [
      ("app.js", "text/javascript; charset=utf-8"), ("a b.txt", "text/plain; charset=utf-8"),
      ("index.html", "text/html; charset=utf-8"), ("README", "application/octet-stream"),
    ])
  func contentTypes(name: String, type: String) async {
    let response = await get(name)
    #expect(response.status == 200)
    #expect(response[field: "Content-Type"] == type)
  }

  @Test("A folder is answered with its index; without the slash, with a redirect") func index() async {
    #expect(await text(get()) == "home")
    #expect(await text(get("docs", "")) == "docs")
    let response = await get("docs")
    #expect(response.status == 308)
    #expect(response[field: "Location"] == "/docs/")
  }

  @Test(
    "Other paths are answered with 404",
    arguments: [
      ["nothing"], ["empty", ""], ["docs", "nothing"], ["app.js", ""], ["app.js", "x"], ["", "app.js"],
      ["docs", "", ""],
      ["docs/index.html"], ["../outside.txt"], ["..", "outside.txt"], [".", "app.js"], ["docs/../app.js"],
    ])
  func nothing(path: [String]) async {
    #expect(await files.answer(HTTPRequest(method: "GET", path: path)).status == 404)
  }

  @Test(
    "Links and pipes are not followed",
    arguments: [
      ["out.txt"], ["up", "outside.txt"], ["in.js"], ["root", "etc", "passwd"], ["pipe"], ["aside/\u{301}file"],
    ])
  func links(path: [String]) async {
    #expect(await files.answer(HTTPRequest(method: "GET", path: path)).status == 404)
  }

  @Test("Hidden files are not served, except those in .well-known") func hidden() async {
    #expect(await get(".secret").status == 404)
    #expect(await get(".\u{301}hidden").status == 404)
    #expect(await get(".git", "config").status == 404)
    #expect(await text(get(".well-known", "keys.json")) == "{}")
  }

  @Test("A file that the client already has is not sent again until it changes") func tags() async throws {
    let tag = try #require(await get("app.js")[field: "ETag"])
    for known in [tag, "W/" + tag, "\"other\", \(tag)", "*"] {
      let response = await get("app.js", fields: [("If-None-Match", known)])
      #expect(response.status == 304 && response.body.isEmpty)
    }
    #expect(await get("app.js", fields: [("If-None-Match", "\"other\"")]).status == 200)
    try Data("changed".utf8).write(to: folder.appending(path: "site/app.js"))
    #expect(await text(get("app.js", fields: [("If-None-Match", tag)])) == "changed")
  }

  @Test("Methods other than GET and HEAD are refused with 405") func methods() async {
    let response = await files.answer(HTTPRequest(method: "PUT", path: ["app.js"]))
    #expect(response.status == 405)
    #expect(response[field: "Allow"] == "GET, HEAD")
  }

  @Test("A folder that does not exist, or that is a file, is an error") func missing() {
    #expect(throws: POSIXError(.ENOENT)) { try StaticFiles(folder: self.folder.appending(path: "nowhere")) }
    #expect(throws: POSIXError(.ENOTDIR)) { try StaticFiles(folder: self.folder.appending(path: "site/app.js")) }
  }
}
