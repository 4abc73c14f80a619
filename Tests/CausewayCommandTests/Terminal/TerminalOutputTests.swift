import ProgramTestSupport
import CausewayJSON
import Foundation
import Testing

/// The command's output of texts from outside: the real program, with pages and files that can harm a terminal.
@Suite("Texts from outside in the command's output", .serialized) struct TerminalOutputTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
  }

  // MARK: Pages

  @Test("The page's console, errors, messages, frames and title are written on separate lines")
  func page() async throws {
    try FileManager.default.createDirectory(atPath: folder.path("page"), withIntermediateDirectories: true)
    _ = try folder.write("page/index.html", "<p>page")
    _ = try folder.write(
      "page/frame.html", "<script>console.log('in the frame', \(Hostile.script))</script>")
    let script = try folder.write(
      "script.js",
      """
      const text = \(Hostile.script);
      const turn = () => new Promise((resolve) => setTimeout(resolve, 50));
      document.title = text;
      for (const level of ["log", "info", "warn", "error"]) console[level]("by " + level, text, { [text]: text });
      console.error(new TypeError("as an error " + text));
      setTimeout(() => { throw new Error("uncaught " + text); });
      setTimeout(() => { throw "thrown " + text; });
      Promise.reject(new Error("rejected " + text));
      const picture = new Image();
      picture.src = "picture-" + text;
      document.body.append(picture);
      const frame = document.createElement("iframe");
      frame.src = "causeway://other.localhost/frame.html?" + text;
      document.body.append(frame);
      const quietly = (promise) => Promise.resolve(promise).catch(() => {});
      const { todayWebViewBridge, sendMessageHandler, gbgBridge } = webkit.messageHandlers;
      const bodies = (name) => [
        { type: name + text, [text]: text }, { type: "headers", value: text }, name + text, [name + text],
        { messageId: name + text, command: name + text, data: text }, { messageId: text, command: "getAddress" },
        { version: "1.0", correlationId: name + text, type: "request", timestamp: 1,
          payload: { action: name + text, data: { [text]: text } } },
        { version: "1.0", correlationId: "1", type: "request", timestamp: 1,
          payload: { action: "host.close", data: { [text]: text } } },
      ];
      for (const body of bodies("to-today")) await quietly(todayWebViewBridge.postMessage(body));
      for (const body of bodies("to-link")) quietly(sendMessageHandler.postMessage(body));
      for (const body of bodies("to-gbg")) quietly(gbgBridge.postMessage(body));
      await quietly(onside.initializeOnside(text));
      await quietly(onside.initializeOnside("v1"));
      for (const name of ["a" + text, "opened"]) {
        quietly(onside.trackEvent({ name, parameters: { ["p" + text]: text, good: text } }));
      }
      // The log shows only the beginning of a long body, so this text is short.
      const some = text.slice(20, 40) + "\\n\(Hostile.forged): a line";
      quietly(onside.loadProducts({ productIdentifiers: ["to-onside" + some] }));
      quietly(onside.purchase({ productIdentifier: "to-onside" + text, appAccountToken: text }));
      await new Promise((resolve) => { frame.onload = resolve; setTimeout(resolve, 2000); });
      for (let turns = 0; turns < 6; turns += 1) await turn();
      return { title: document.title, text };
      """)
    let catalog = try folder.write("shop.storekit", Self.catalog)
    let result = try await causeway([
      "open", folder.path("page"), "--headless", "--verbose", "--run", script, "--catalog", catalog, "--timeout", "40",
    ])
    #expect(result.code == 0, "\(result.error.suffix(2_000))")
    Hostile.expectHarmless(result.error, "standard error")
    Hostile.expectHarmless(result.output, "standard output")
    for level in ["log", "info", "warn", "error"] {
      Hostile.expectLine(with: "console", "by \(level)", in: result.error)
    }
    for words in ["as an error", "uncaught", "thrown", "rejected", "in the frame"] {
      Hostile.expectLine(with: "console", words, in: result.error)
    }
    for name in ["to-today", "to-link", "to-gbg", "to-onside"] { Hostile.expectLine(with: name, in: result.error) }
    // The value is JSON text with the script's result.
    #expect(result.output.split(separator: "\n").count == 1)
    #expect(try JSONValue(parsing: result.output)["text"]?.stringValue?.contains("\u{9B}") == true)
  }

  @Test("The JSON of a script's value contains no character on which a terminal acts")
  func value() async throws {
    let result = try await run(script: "const text = \(Hostile.script); return { [text]: text }")
    #expect(result.code == 0)
    Hostile.expectHarmless(result.output, "standard output")
    #expect(result.output.split(separator: "\n").count == 1)
    let value = try #require(JSONValue(parsing: result.output).objectValue?.first)
    let text = try #require(value.value.stringValue)
    #expect(value.key == text)
    #expect(Hostile.scalars.allSatisfy(text.unicodeScalars.contains))
  }

  @Test(
    "The JSON of a script's error contains no character on which a terminal acts",
    arguments: [
      "throw new TypeError(text)", "throw text", "throw { name: text, [text]: text, message: text, code: text }",
      "throw Object.assign(new Error('x'), { name: text, code: text })",
      "class X extends Error {}; const x = new X(text); x.toString = () => text; throw x",
    ])
  func rejection(end: String) async throws {
    let result = try await run(script: "const text = \(Hostile.script);\n\(end)")
    #expect(result.code == 1)
    Hostile.expectHarmless(result.error, "standard error")
    Hostile.expectLine(in: result.error)
    #expect(throws: Never.self) { try JSONValue(parsing: result.error) }
  }

  @Test("The error of a script with a syntax error, or of one that leaves its page, is harmless too")
  func unreadableScript() async throws {
    for script in [
      "return `\u{202E}${\u{9B}", "const \u{200B}\u{9B} = ;", "throw new SyntaxError(\(Hostile.script))",
      "location.href = 'causeway://other.localhost/' + \(Hostile.script); await new Promise(() => {})",
    ] {
      let result = try await run(script: script)
      #expect(result.code == 1)
      Hostile.expectHarmless(result.error, "standard error")
    }
  }

  // MARK: Arguments and files

  @Test(
    "Error messages quote arguments without control characters",
    arguments: [
      [Hostile.name], ["open", Hostile.name], ["open", "a", Hostile.name], ["open", "--\(Hostile.name)"],
      ["open", "a", "--timeout", Hostile.name], ["open", "a", "--platform", Hostile.name],
      ["open", "a", "--protocol", Hostile.name], ["open", "a", "--allow", Hostile.name],
      ["open", "a", "--allow", "https://a.example/" + Hostile.name], ["open", "a", "--run", Hostile.name],
      ["open", "a", "--profile", Hostile.name], ["open", "a", "--trace", "/no/\(Hostile.name)/t"],
      ["open", "a", "--catalog", Hostile.name], ["open", "a", "--store", Hostile.name, "--app", Hostile.name],
      ["open", "a", "--store", "http://127.0.0.1", "--app", Hostile.name],
      ["open", "http://127.0.0.1:1/" + Hostile.name, "--headless"], ["conformance", Hostile.name],
      ["store", Hostile.name], ["merchant", "history", Hostile.name, "--merchant-id", "m"],
      ["merchant", "verify", Hostile.name, "--jwks", Hostile.name],
      ["merchant", "verify", "-", "--jwks", "http://" + Hostile.name],
      ["merchant", "serve", "--store", "x" + Hostile.name], ["store", "serve", "--catalog", Hostile.name],
    ])
  func arguments(words: [String]) async throws {
    let result = try await causeway(words)
    #expect(result.code != 0)
    #expect(result.error.hasPrefix("causeway: "))
    Hostile.expectHarmless(result.error, "standard error")
    Hostile.expectHarmless(result.output, "standard output")
  }

  @Test("Error messages quote profiles and catalogs without control characters")
  func files() async throws {
    func json(_ text: String) throws -> String {
      String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
    }
    let text = try json(String(String.UnicodeScalarView(Hostile.scalars)) + "\n\(Hostile.forged): a line")
    let profiles = [
      "{\(text): 1}", "{\"answer\": \(text)}", "{\"today\": {\(text): 1}}",
      "{\"today\": {\"trustedOrigins\": [\(text)]}}",
      "{\"gbg\": {\"camera.document\": {\"file\": \(text)}}}", "{\"link\": {\"fail\": {\(text): {\"type\": \(text)}}}}",
      "{\"onside\": {\"storefront\": \(text)}}", "{\"onside\": {\"store\": \(text), \"app\": \(text)}}",
      "{\"onside\": {\"catalog\": \(text)}}", "{\(text)", Hostile.name, "\u{9B}\u{1B}[2J",
    ]
    _ = try folder.write("index.html", "<p>page")
    for profile in profiles {
      let result = try await causeway([
        "open", folder.root, "--headless", "--profile", try folder.write("profile.json", profile), "--timeout", "20",
      ])
      #expect(result.code != 0, "\(profile)")
      Hostile.expectHarmless(result.error, "standard error for \(profile)")
    }
    let catalog = """
      { "identifier": \(text), "version": { "major": 4, "minor": 0 }, "settings": { "_storefront": \(text) },
        "nonRenewingSubscriptions": [], "subscriptionGroups": [],
        "products": [ { "displayPrice": \(text), "familyShareable": false, "internalID": "1", "localizations": [],
          "productID": \(text), "referenceName": "Coins", "type": \(text) } ] }
      """
    let result = try await causeway([
      "open", folder.root, "--catalog", try folder.write(Hostile.name, catalog), "--headless",
    ])
    #expect(result.code == 2)
    #expect(result.error.split(separator: "\n").count > 1, "not one line for each mistake: \(result.error)")
    Hostile.expectHarmless(result.error, "standard error")
    Hostile.expectLine(in: result.error)
  }

  @Test("An error message with a file's name is one line")
  func names() async throws {
    _ = try folder.write(Hostile.name + ".html", "<p>page")
    let result = try await causeway([
      "open", folder.path(Hostile.name + ".html"), "--headless", "--screenshot", "/no/\(Hostile.name).png",
    ])
    #expect(result.code == 2)
    Hostile.expectHarmless(result.error, "standard error")
    Hostile.expectLine(in: result.error)
  }

  private func run(script: String) async throws -> ProgramResult {
    try FileManager.default.createDirectory(atPath: folder.path("page"), withIntermediateDirectories: true)
    _ = try folder.write("page/index.html", "<p>page")
    let file = try folder.write("script.js", script)
    return try await causeway(["open", folder.path("page"), "--headless", "--run", file])
  }

  private static let catalog = """
    { "identifier": "TEST", "version": { "major": 4, "minor": 0 }, "settings": { "_storefront": "DEU" },
      "nonRenewingSubscriptions": [], "subscriptionGroups": [],
      "products": [
        { "displayPrice": "4.99", "familyShareable": false, "internalID": "1", "localizations": [],
          "productID": "coins", "referenceName": "Coins", "type": "Consumable" } ] }
    """
}
