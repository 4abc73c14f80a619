import ProgramTestSupport
import Foundation
import Testing

@testable import CausewayCommand

/// The real program `causeway`, which runs as users run it, with real pages and without a display.
@Suite("The command causeway", .serialized) struct CommandTests {
  // MARK: causeway open --run

  @Test func theValueIsPrintedAsOneLineOfJSONInThePagesOrder() async throws {
    let result = try await run(script: "return { z: 1, a: [true, null, undefined], u: undefined, t: 'é\\u2028' }")
    #expect(result.output == "{\"z\":1,\"a\":[true,null,null],\"t\":\"é\\u2028\"}\n")
    #expect(result.code == 0)
    #expect(result.error.isEmpty, "\(result.error)")
  }

  @Test func undefinedIsPrintedAsUndefined() async throws {
    let result = try await run(script: "await null")
    #expect(result.output == "undefined\n")
    #expect(result.code == 0)
  }

  @Test func aScriptThatRejectsEndsWith1AndPrintsTheReasonAsJSON() async throws {
    let result = try await run(script: "throw new TypeError('no\\nway')")
    #expect(result.code == 1)
    #expect(result.output.isEmpty)
    #expect(result.error.hasPrefix(#"{"name":"TypeError","message":"no\nway","#), "\(result.error)")
    #expect(result.error.contains(#""file":"script.js","line":1,"#), "\(result.error)")
    let plain = try await run(script: "throw { code: 7 }")
    #expect(plain.error == "{\"code\":7}\n")
  }

  @Test func aScriptWithASyntaxErrorEndsWith1() async throws {
    let result = try await run(script: "return (")
    #expect(result.code == 1)
    #expect(result.error.contains("SyntaxError"))
  }

  @Test func aScriptThatNeverEndsEndsWith3() async throws {
    // Keep a reference to `resolve` in `window`. Otherwise the promise could never settle, and the engine would end the
    // script at the next garbage collection.
    let result = try await run(script: "await new Promise((resolve) => { window.end = resolve })", ["--timeout", "20"])
    #expect(result.code == 3)
    #expect(result.error.contains("running the script"))
  }

  @Test func aPageThatReplacesBuiltInsDoesNotChangeTheValue() async throws {
    let page = "<script>JSON.stringify = () => 'x'; Array.prototype.toJSON = undefined; Promise = null;</script>"
    let result = try await run(page: page, script: "return [1, { a: 2 }]")
    #expect(result.output == "[1,{\"a\":2}]\n")
  }

  /// As with old versions of Prototype.js.
  @Test func aToJSONOnPrototypesDoesNotChangeTheValue() async throws {
    let page = "<script>Array.prototype.toJSON = Object.prototype.toJSON = () => 'changed'</script>"
    let script = "console.log([1]); return [1, { a: [2] }, new Date(0)]"
    let result = try await run(page: page, script: script, ["--verbose"])
    #expect(result.output == "[1,{\"a\":[2]},\"1970-01-01T00:00:00.000Z\"]\n")
    #expect(result.error.contains("[1]"), "\(result.error)")
  }

  @Test func aScriptThatLeavesItsPageEndsWith1() async throws {
    let result = try await run(script: "location.href = 'about:blank'; await new Promise(() => {})")
    #expect(result.code == 1)
    #expect(result.error.hasPrefix("causeway: script.js: the page went to about:blank"), "\(result.error)")
  }

  // MARK: causeway open, the bridge

  @Test func theProfileDecidesWhatTheAppAnswers() async throws {
    let folder = try Folder()
    let profile = try folder.write(
      "profile.json",
      #"{"today": {"headers": {"A": "b"}, "refreshedAuthorization": "Bearer new", "refresh": "succeed"}}"#)
    let result = try await run(
      script: """
        const ask = (m) => webkit.messageHandlers.todayWebViewBridge.postMessage(m);
        return [await ask({ type: 'headers' }), await ask({ type: 'refreshToken' }),
          await ask({ type: 'establishSession' }), (await ask({ type: 'next' })) === undefined, origin];
        """, ["--profile", profile])
    #expect(
      result.output
        == "[{\"A\":\"b\"},{\"authorization\":\"Bearer new\"},{\"ok\":true},true,\"causeway://page.localhost\"]\n")
  }

  /// A page sets `receive` late if its script is a module that loads other files.
  @Test func hostReadyIsSentWhenThePageCanReceiveIt() async throws {
    let result = try await run(
      script: """
        const received = new Promise((resolve) => { window.resolve = resolve; });
        setTimeout(() => { GBGBridge.receive = (message) => resolve(message.payload.action); }, 500);
        return received;
        """)
    #expect(result.output == "\"host.ready\"\n", "\(result.error)")
  }

  @Test func theDefaultsWorkOnAndroidToo() async throws {
    let result = try await run(
      script: "return [await todayWebViewBridge.postMessage({ type: 'refreshToken' }), __todayWebView.platform]",
      ["--platform", "android"])
    #expect(result.output == "[{\"authorization\":\"Bearer t2\"},\"android\"]\n")
  }

  @Test func anOriginThatIsNotAllowedGetsUndefined() async throws {
    let result = try await run(
      script: "return (await webkit.messageHandlers.todayWebViewBridge.postMessage({ type: 'headers' })) === undefined",
      ["--allow", "https://shop.example"])
    #expect(result.output == "true\n")
  }

  @Test func theTraceHasOneLineForEachMessageAndNoSecret() async throws {
    let folder = try Folder()
    let trace = folder.path("trace.jsonl")
    _ = try await run(
      script: "return await webkit.messageHandlers.todayWebViewBridge.postMessage({ type: 'refreshToken' })",
      ["--trace", trace])
    let text = try String(contentsOfFile: trace, encoding: .utf8)
    let lines = try text.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(lines.contains { $0["kind"] as? String == "request" && $0["name"] as? String == "refreshToken" })
    #expect(lines.contains { $0["kind"] as? String == "reply" && $0["name"] as? String == "refreshToken" })
    #expect(!text.contains("t2"))
  }

  @Test func theScreenshotIsAPNGFile() async throws {
    let folder = try Folder()
    let picture = folder.path("page.png")
    let result = try await run(script: "return 1", ["--screenshot", picture])
    #expect(result.code == 0)
    let data = try Data(contentsOf: URL(fileURLWithPath: picture))
    #expect(data.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(data.count > 500)
  }

  // MARK: Files that the command writes

  @Test func onlyThisUserCanReadATraceAndAPicture() async throws {
    let folder = try Folder()
    for name in ["trace.jsonl", "page.png"] {
      _ = try folder.write(name, "of an earlier run, for everybody")
      chmod(folder.path(name), 0o644)
    }
    let options = ["--trace", folder.path("trace.jsonl"), "--screenshot", folder.path("page.png")]
    for name in ["trace.jsonl", "page.png", "new.jsonl"] {
      _ = try await run(script: "return 1", name == "new.jsonl" ? ["--trace", folder.path(name)] : options)
      let mode = try FileManager.default.attributesOfItem(atPath: folder.path(name))[.posixPermissions] as? Int
      #expect(mode == 0o600, "\(name): \(mode ?? 0)")
    }
  }

  @Test func aTraceAndAPictureAreNotWrittenThroughALink() async throws {
    let folder = try Folder()
    let target = try folder.write("target", "mine")
    try FileManager.default.createSymbolicLink(atPath: folder.path("link.png"), withDestinationPath: target)
    try FileManager.default.linkItem(atPath: target, toPath: folder.path("second-name.png"))
    for option in ["--trace", "--screenshot"] {
      for name in ["link.png", "second-name.png"] {
        let result = try await run(script: "return 1", [option, folder.path(name)])
        #expect(result.code == 2)
        #expect(result.error.contains(name), "\(result.error)")
        #expect(try folder.read("target") == "mine")
      }
    }
  }

  @Test func aTraceCanGoIntoAPipe() async throws {
    let result = try await run(script: "return 1", ["--trace", "/dev/stderr"])
    #expect(result.code == 0)
    #expect(result.error.contains("\"kind\":\"opened\""))
  }

  @Test func aFailureToWriteTheTraceIsReportedOnceAndThePageContinues() async throws {
    let result = try await run(script: "return 1", ["--trace", "/dev/full"])
    #expect(result.code == 0)
    #expect(result.output == "1\n")
    #expect(
      result.error.components(separatedBy: "--trace /dev/full: the trace ends here").count == 2, "\(result.error)")
  }

  // MARK: Pages that do not load

  @Test func aMissingPageEndsWith1() async throws {
    let missing = try await causeway("open", "/no/such/page.html", "--headless")
    #expect(missing.code == 1)
    #expect(missing.error.contains("does not exist"))
    let refused = try await causeway("open", "http://127.0.0.1:1/", "--headless")
    #expect(refused.code == 1)
    #expect(refused.error.contains("127.0.0.1:1"))
  }

  @Test func aPageThatStopsItsLoadIsUsedAsItIs() async throws {
    let result = try await run(
      page: "<p>half<img src=x.png><script>window.stop()</script>", script: "return document.body.innerText",
      ["--timeout", "10"])
    #expect(result.output == "\"half\"\n")
    #expect(result.code == 0)
  }

  @Test func aRedirectByAScriptIsFollowed() async throws {
    let folder = try Folder()
    _ = try folder.write("index.html", "<script>location.replace('next.html')</script>")
    _ = try folder.write("next.html", "<p>next")
    let script = try folder.write("s.js", "return location.pathname")
    let result = try await causeway("open", folder.root, "--headless", "--run", script)
    #expect(result.output == "\"/next.html\"\n")
  }

  @Test func aLinkOutOfTheFolderIsNotFollowed() async throws {
    let folder = try Folder()
    _ = try folder.write("index.html", "<p>")
    let outside = try Folder()
    let secret = try outside.write("secret.html", "secret")
    try FileManager.default.createSymbolicLink(atPath: folder.path("link.html"), withDestinationPath: secret)
    let script = try folder.write(
      "s.js",
      "return await Promise.all(['link.html', '../secret.html', '%2e%2e/secret.html'].map(async (u) => (await fetch(u)).status))"
    )
    let result = try await causeway("open", folder.root, "--headless", "--run", script)
    #expect(result.output == "[404,404,404]\n")
  }

  // MARK: Bad usage

  @Test(arguments: [
    ["open"], ["open", "a", "b"], ["open", "a", "--nope"], ["open", "a", "--timeout", "x"], ["open", "a", "--timeout"],
    ["open", "a", "--platform", "linux"], ["open", "a", "--protocol", "x"], ["open", "a", "--allow", "shop"],
    ["open", "a", "--headless=1"], ["open", "a", "--run", "/no/such.js"], ["open", "a", "--profile", "/no/such.json"],
    ["open", "a", "--trace", "/no/such/dir/t"], ["nothing"], ["conformance"], ["conformance", "nothing"],
    ["conformance", "today", "--list"],
  ])
  func badUsageEndsWith2AndAnErrorMessage(words: [String]) async throws {
    let result = try await causeway(words)
    #expect(result.code == 2)
    #expect(result.output.isEmpty)
    #expect(result.error.hasPrefix("causeway: "))
  }

  @Test func theErrorForAnUnknownKeyOfAProfileNamesTheKey() async throws {
    let folder = try Folder()
    let profile = try folder.write("p.json", #"{"today": {"hedaers": {}}, "other": 1}"#)
    let result = try await causeway("open", folder.root, "--profile", profile)
    #expect(result.code == 2)
    #expect(result.error.contains("today.hedaers"))
  }

  @Test func theListContainsEverySuiteWithItsPlatforms() async throws {
    let result = try await causeway("conformance", "--list")
    #expect(result.code == 0)
    let suites = result.output.split(separator: "\n")
    #expect(
      Set(suites.compactMap { $0.split(separator: " ").first })
        == Set(BridgeProtocol.allCases.map { Substring($0.rawValue) }))
    #expect(suites.contains("today windows"))
    #expect(!suites.contains("link windows"))
  }

  @Test func theHelpContainsTheUsage() async throws {
    for words in [["--help"], ["open", "--help"], ["conformance", "--help"], []] {
      let result = try await causeway(words)
      #expect(result.code == 0)
      #expect(result.output.contains("Usage: causeway"))
    }
  }

  // MARK: Running

  private func run(page: String = "<p>page", script: String, _ options: [String] = []) async throws -> ProgramResult {
    let folder = try Folder()
    _ = try folder.write("index.html", page)
    let file = try folder.write("script.js", script)
    return try await causeway(["open", folder.root, "--headless", "--run", file] + options)
  }
}
