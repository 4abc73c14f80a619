#if os(Linux)
import Foundation
import ProgramTestSupport
import Testing

@testable import CausewayCommand

/// `causeway open --run`: the real program with pages and scripts that fail in different ways.
@Suite("Scripts of --run", .serialized) struct ScriptTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    for name in ["page", "scripts"] {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
    }
    _ = try folder.write("page/index.html", "<title>first</title><p>page<script src=shop.js></script>")
    _ = try folder.write("page/second.html", "<title>second</title><p>second")
    _ = try folder.write("page/shop.js", "\nfunction buy() {\n  missing();\n}\n")
  }

  private func open(_ scripts: [String], _ options: [String] = []) async throws -> ProgramResult {
    var words = ["open", folder.path("page"), "--headless"]
    for (index, script) in scripts.enumerated() {
      words += ["--run", try folder.write("scripts/script\(index).js", script)]
    }
    return try await causeway(words + options)
  }

  // MARK: Errors

  @Test("An error has the file, the line, the column and the calls, of the script and of the page") func places()
    async throws
  {
    let own = try await open(["const a = 1;\nfunction fail() {\n  throw new RangeError('no');\n}\nfail();"])
    #expect(own.code == 1)
    let error = try #require(try JSONSerialization.jsonObject(with: Data(own.error.utf8)) as? [String: Any])
    #expect(error["name"] as? String == "RangeError" && error["message"] as? String == "no")
    #expect(error["file"] as? String == "script0.js" && error["line"] as? Int == 3, "\(own.error)")
    let stack = try #require(error["stack"] as? [String])
    #expect(stack.count == 2, "\(own.error)")
    #expect(stack[0].hasPrefix("fail (script0.js:3:"), "\(own.error)")
    #expect(stack[1].hasPrefix("script0.js:5:"), "\(own.error)")
    let page = try await open(["buy();"])
    let thrown = try #require(try JSONSerialization.jsonObject(with: Data(page.error.utf8)) as? [String: Any])
    #expect(thrown["file"] as? String == "causeway://page.localhost/shop.js" && thrown["line"] as? Int == 3)
    #expect((thrown["stack"] as? [String])?.last?.hasPrefix("script0.js:1:") == true, "\(page.error)")
  }

  @Test("After a failure the screenshot and the trace are written, and the command says where") func evidence()
    async throws
  {
    let (picture, trace) = (folder.path("page.jpg"), folder.path("trace.jsonl"))
    for script in [
      "throw new Error('no')", "await new Promise((resolve) => { window.end = resolve })",
      "location.href = 'second.html'; "
        + "await new Promise((resolve) => { window.end = resolve })",
    ] {
      let result = try await open([script], ["--screenshot", picture, "--trace", trace, "--timeout", "6"])
      #expect(result.code != 0)
      #expect(try Data(contentsOf: URL(fileURLWithPath: picture)).starts(with: [0xFF, 0xD8]), "\(script)")
      #expect(result.error.contains("The screenshot is in \(picture)\n"), "\(result.error)")
      #expect(result.error.contains("The messages are in \(trace)\n"), "\(result.error)")
      #expect(try !folder.read("trace.jsonl").isEmpty)
      try FileManager.default.removeItem(atPath: picture)
    }
  }

  @Test("A script that leaves its page learns how to go on there") func leaving() async throws {
    let result = try await open(["location.href = 'second.html'; await new Promise((r) => { window.end = r })"])
    #expect(result.code == 1)
    #expect(
      result.error.contains("script0.js: the page went to causeway://page.localhost/second.html"), "\(result.error)")
    #expect(result.error.contains(RunScript.divider))
  }

  // MARK: Several scripts, and parts

  @Test("Scripts run one after the other, and print a line each") func several() async throws {
    let result = try await open(["window.a = 1; return 'one'", "return window.a + 1"])
    #expect(result.output == "\"one\"\n2\n", "\(result.error)")
    #expect(result.code == 0)
    let failed = try await open(["throw 1", "return 2"])
    #expect(failed.output.isEmpty && failed.code == 1)
  }

  @Test("A script goes on after a navigation below the dividing line") func parts() async throws {
    let script = """
      if (document.title !== "first") throw new Error("wrong page");
      location.href = "second.html";
        // causeway: next page
      sessionStorage.title = document.title;
      location.href = "index.html";
      await new Promise(() => {});
      // causeway: next page
      return [sessionStorage.title, document.title];
      """
    let result = try await open([script])
    #expect(result.output == "[\"second\",\"first\"]\n", "\(result.error)")
    let thrown = try await open(["location.href = 'second.html';\n// causeway: next page\n\nthrow new Error('here')"])
    #expect(thrown.error.contains("\"line\":4"), "\(thrown.error)")
    let stays = try await open(["1;\n// causeway: next page\nreturn 1"], ["--timeout", "4"])
    #expect(stays.code == 3 && stays.error.contains("part 1 of 2"), "\(stays.error)")
  }

  @Test("A script can be standard input") func standardInput() async throws {
    let process = Process()
    process.executableURL = BuiltPrograms.named("causeway")
    process.arguments = ["open", folder.path("page"), "--headless", "--run", "-"]
    process.environment = ProcessInfo.processInfo.environment.filter { $0.key != "DISPLAY" }
    let (input, output, error) = (Pipe(), Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = error
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data("return document.title".utf8))
    try input.fileHandleForWriting.close()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let complaint = String(decoding: error.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(text == "\"first\"\n", "\(complaint)")
  }

  // MARK: Modules

  @Test("A script imports modules beside it, and the page cannot read the folder") func modules() async throws {
    _ = try folder.write("scripts/steps.js", "import { two } from './more.mjs'; export const one = () => two - 1;")
    _ = try folder.write("scripts/more.mjs", "export const two = 2;")
    _ = try folder.write("scripts/secret.txt", "secret")
    let result = try await open([
      """
      const { one } = await import("./steps.js");
      const secret = new URL("./secret.txt", new Error().sourceURL || location.href);
      const shop = await import("/shop.js");
      return [one(), typeof shop, (await fetch(secret)).status];
      """
    ])
    #expect(result.output == "[1,\"object\",404]\n", "\(result.error)")
    let missing = try await open(["await import('./nothing.js')"])
    #expect(missing.code == 1)
  }

  // MARK: Problems of the page

  @Test("Uncaught errors, rejections and missing files are reported without --verbose") func problems() async throws {
    _ = try folder.write(
      "page/index.html",
      """
      <img src="missing.png"><script src="broken.js"></script>
      <script>Promise.reject(new TypeError("rejected"))</script>
      """)
    _ = try folder.write("page/broken.js", "\n  throw new Error('thrown')")
    let result = try await open(["return 1"])
    #expect(result.code == 0 && result.output == "1\n")
    #expect(
      result.error.contains("page: uncaught Error: thrown (causeway://page.localhost/broken.js:2:"), "\(result.error)")
    #expect(result.error.contains("page: causeway://page.localhost/missing.png could not be loaded"), "\(result.error)")
    #expect(result.error.contains("page: unhandled rejection: TypeError: rejected"), "\(result.error)")
    let failed = try await open(["return 1"], ["--fail-on-error"])
    #expect(failed.code == 1 && failed.output == "1\n")
    #expect(failed.error.contains("--fail-on-error: the page had 3 problems"), "\(failed.error)")
  }

  @Test("A rejection whose message is a symbol counts as a problem") func symbols() async throws {
    _ = try folder.write("page/index.html", "<script>Promise.reject({ message: Symbol('lost') })</script>")
    let result = try await open(["return 1"], ["--fail-on-error"])
    #expect(result.code == 1)
    #expect(result.error.contains("page: unhandled rejection: Error: Symbol(lost)"), "\(result.error)")
  }

  @Test("A page without problems says nothing, and passes --fail-on-error") func noProblems() async throws {
    let result = try await open(["return 1"], ["--fail-on-error"])
    #expect(result.code == 0 && result.error.isEmpty, "\(result.error)")
  }

  @Test("A store that cannot be reached is reported, and fails with --fail-on-error") func store() async throws {
    let options = ["--store", "http://127.0.0.1:1", "--app", "com.example.shop"]
    let result = try await open(["return 1"], options)
    #expect(result.code == 0)
    #expect(result.error.contains("the store http://127.0.0.1:1 cannot be reached"), "\(result.error)")
    #expect(result.error.contains("causeway store serve"))
    #expect(try await open(["return 1"], options + ["--fail-on-error"]).code == 1)
  }
}
#endif
