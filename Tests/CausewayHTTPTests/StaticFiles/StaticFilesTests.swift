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
      "50%.html": "percent", "a%20b.txt": "escape", "old.html": "<meta charset=koi8-r>", ".secret": "hidden",
      ".git/config": "hidden", ".well-known/keys.json": "{}", "../outside.txt": "outside",
      "../beside/\u{301}file": "outside", ".\u{301}hidden": "hidden",
    ] { try Data(text.utf8).write(to: site.appending(path: path)) }
    for (name, target) in [
      "out.txt": "../outside.txt", "up": "..", "root": "/", "aside": "../beside", "docs/out": "../../outside.txt",
      "again": "up/site/app.js", "circle": "circle", "whole": folder.path + "/site/app.js", "in.js": "app.js",
      "docs/in.js": "../app.js", "manual": "docs", "second": "manual/./in.js",
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
      ("index.html", "text/html; charset=utf-8"), ("old.html", "text/html; charset=koi8-r"),
      ("README", "application/octet-stream"),
    ])
  func contentTypes(name: String, type: String) async {
    let response = await get(name)
    #expect(response.status == 200)
    #expect(response[field: "Content-Type"] == type)
  }

  @Test("A folder is answered with its index; without the slash, with a redirect") func index() async {
    #expect(await text(get()) == "home")
    #expect(await text(get("docs", "")) == "docs")
    for index in [await get(), await get("docs", "")] {
      #expect(index[field: "Content-Type"] == "text/html; charset=utf-8")
    }
    let response = await get("docs")
    #expect(response.status == 308)
    #expect(response[field: "Location"] == "/docs/")
  }

  /// Public reports of the kind: senchalabs/connect#792, static-web-server/static-web-server#523.
  @Test(
    "The redirect to a folder keeps the path and the query as they came",
    arguments: [
      ("/docs?x=1", "/docs/?x=1"), ("/docs?", "/docs/?"), ("/%64ocs?a=%2F&b=c/d", "/%64ocs/?a=%2F&b=c/d"),
      ("/docs?x=1?y", "/docs/?x=1?y"),
    ])
  func redirect(target: String, location: String) async {
    let response = await files.answer(HTTPRequest(method: "GET", path: [], target: target))
    #expect(response.status == 308)
    #expect(response[field: "Location"] == location)
  }

  /// Public reports of the kind: vitejs/vite#6482.
  @Test(
    "A name is decoded once, and a percent sign without digits is itself",
    arguments: [
      ("/50%25.html", "percent"), ("/50%.html", "percent"), ("/a%2520b.txt", "escape"), ("/a%20b.txt", "spaces"),
      ("/a%20b.txt?c=%zz", "spaces"), ("/docs/index%2Ehtml", "docs"),
    ])
  func decoding(target: String, content: String) async {
    #expect(await text(files.answer(HTTPRequest(method: "GET", path: [], target: target))) == content)
  }

  @Test(
    "An address of no file is answered with 404",
    arguments: [
      "/%2e%2e/outside.txt", "/docs%2Findex.html", "/app.js%00", "/%E9", "/..", "/docs/../app.js", "//app.js", "app.js",
      "*",
    ])
  func addresses(target: String) async {
    #expect(await files.answer(HTTPRequest(method: "GET", path: [], target: target)).status == 404)
  }

  /// Vite and sirv answer alike.
  @Test(
    "With a single page, documents that do not exist are answered with the index, and other files are not",
    arguments: [
      ("/cart/1", "Sec-Fetch-Dest", "document", 200), ("/users/jane.doe", "Sec-Fetch-Dest", "iframe", 200),
      ("/cart/", "Sec-Fetch-Dest", "document", 200), ("/a%2Fb", "Sec-Fetch-Dest", "document", 200),
      ("/missing.js", "Sec-Fetch-Dest", "script", 404), ("/missing", "Sec-Fetch-Dest", "empty", 404),
      ("/cart", "Accept", "text/html,*/*;q=0.8", 200), ("/cart", "X-A", "", 200), ("/cart", "Accept", "*/*", 200),
      ("/cart.js", "Accept", "*/*", 404), ("/cart", "Accept", "application/json", 404),
      ("/cart", "Accept", "image/*", 404),
    ])
  func singlePage(target: String, name: String, value: String, status: Int) async throws {
    let page = try StaticFiles(folder: folder.appending(path: "site"), isSinglePage: true)
    for method in ["GET", "HEAD"] {
      let response = await page.answer(HTTPRequest(method: method, path: [], target: target, fields: [(name, value)]))
      #expect(response.status == status)
      #expect((response[field: "Content-Type"] == "text/html; charset=utf-8") == (status == 200))
    }
    #expect(await page.answer(HTTPRequest(method: "POST", path: [], target: target)).status == 405)
    #expect(
      await files.answer(HTTPRequest(method: "GET", path: [], target: target, fields: [(name, value)])).status == 404)
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

  /// Public reports of the kind: freshframework/fresh#1081, lwsjs/local-web-server#112.
  @Test(
    "Links that stay in the folder are followed",
    arguments: [
      (["in.js"], "script"), (["docs", "in.js"], "script"), (["manual", ""], "docs"), (["manual", "in.js"], "script"),
      (["second"], "script"),
    ])
  func innerLinks(path: [String], content: String) async {
    #expect(await text(files.answer(HTTPRequest(method: "GET", path: path))) == content)
  }

  @Test(
    "Links that lead outside the folder, in a circle or by the path of the system, and pipes are not followed",
    arguments: [
      ["out.txt"], ["up", "outside.txt"], ["root", "etc", "passwd"], ["pipe"], ["aside/\u{301}file"], ["docs", "out"],
      ["again"], ["circle"], ["whole"],
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

  @Test("Methods other than GET and HEAD are refused with 405", arguments: ["PUT", "POST", "DELETE", "get"])
  func methods(method: String) async {
    let response = await files.answer(HTTPRequest(method: method, path: ["app.js"]))
    #expect(response.status == 405)
    #expect(response[field: "Allow"] == "GET, HEAD")
  }

  @Test("A folder that does not exist, or that is a file, is an error") func missing() {
    #expect(throws: POSIXError(.ENOENT)) { try StaticFiles(folder: self.folder.appending(path: "nowhere")) }
    #expect(throws: POSIXError(.ENOTDIR)) { try StaticFiles(folder: self.folder.appending(path: "site/app.js")) }
  }
}
