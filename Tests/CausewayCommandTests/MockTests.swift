import CausewayJSON
import Foundation
import ProgramTestSupport
import Testing

/// `--contract` and `--mock`: a module answers a page in place of an app with a bridge of its own.
///
/// The tests run one after the other, because each starts an engine. All engines at once would delay the tests that
/// have timeouts.
@Suite("The mock of an app", .serialized) struct MockTests {
  private static let contract = """
    {
      "causeway": 1, "name": "Shop",
      "members": [
        { "name": "share", "caller": "page", "form": "call", "parameters": { "$ref": "#/$defs/Share" },
          "result": { "type": "boolean" }, "progress": { "type": "number" }, "errors": ["NotSignedIn"] },
        { "name": "keep", "caller": "page", "form": "call", "result": { "type": "integer" }, "takesBytes": true },
        { "name": "icon", "caller": "page", "form": "call", "parameters": { "type": "string" }, "result": "bytes" },
        { "name": "prices", "caller": "page", "form": "stream", "parameters": { "type": "string" },
          "elements": { "type": "number" } },
        { "name": "download", "caller": "page", "form": "stream", "elements": "bytes" },
        { "name": "sum", "caller": "page", "form": "upload", "elements": { "type": "number" },
          "result": { "type": "number" } },
        { "name": "measure", "caller": "page", "form": "upload", "elements": "bytes", "result": { "type": "integer" } },
        { "name": "seen", "caller": "page", "form": "event", "parameters": { "type": "string" } },
        { "name": "theme", "caller": "app", "form": "event", "parameters": { "enum": ["dark", "light"] } }
      ],
      "errors": [{ "name": "NotSignedIn", "code": "NOT_SIGNED_IN", "details": { "type": "integer" } }],
      "$defs": {
        "Share": { "type": "object", "properties": { "text": { "type": "string" } }, "required": ["text"] }
      }
    }
    """

  private static let mock = """
    import { AppError } from "causeway/testing";
    import { prices } from "./prices.js";

    export default ({ send }) => ({
      async share({ text }, { report }) {
        report(0.5);
        if (text === "anonymous") throw new AppError("NOT_SIGNED_IN", "Sign in first.", 7);
        if (text === "wrong") return "yes";
        if (text === "broken") throw new TypeError("I am broken");
        return true;
      },
      keep: (_, { bytes }) => bytes.byteLength,
      icon: (name) => new TextEncoder().encode(name),
      async *prices(symbol) {
        for (const price of prices) yield price;
        if (symbol === "wrong") yield "a lot";
        if (symbol === "closed") throw new AppError("CLOSED", "The exchange is closed.");
      },
      async *download() { yield new Uint8Array([1, 2]); yield new Uint8Array([3]).buffer; },
      async sum(_, values) {
        let sum = 0;
        for await (const value of values) sum += value;
        return sum;
      },
      async measure(_, pieces) {
        let length = 0;
        for await (const piece of pieces) length += piece.byteLength;
        return length;
      },
      seen: (name) => send("theme", name === "night" ? "dark" : "light"),
    });
    """

  /// Runs statements in a page, whose app is a mock.
  private static func page(_ script: String, mock: String = mock) async throws -> (JSONValue, error: String) {
    let folder = try Folder()
    let result = try await run(script, mock: mock, in: folder)
    #expect(result.code == 0, "\(result.error)")
    return (try JSONValue(parsing: result.output), result.error)
  }

  private static func run(_ script: String, mock: String = mock, in folder: Folder) async throws -> ProgramResult {
    try folder.write("index.html", "<!doctype html><title>Shop</title>")
    try folder.write("prices.js", "export const prices = [1, 2.5];")
    return try await causeway(
      "open", folder.path("index.html"), "--headless", "--contract", folder.write("shop.json", contract), "--mock",
      folder.write("mock.js", mock), "--run", folder.write("run.js", script))
  }

  @Test func functionsAnswerCallsWithProgressAndBytes() async throws {
    let (value, error) = try await Self.page(
      """
      const shop = causeway.connect();
      const progress = [];
      const isShared = await shop.share({ text: "Hello" }, { onProgress: (value) => progress.push(value) });
      const kept = await shop.keep(undefined, { bytes: new Uint8Array(5) });
      return [isShared, progress, kept, new TextDecoder().decode(await shop.icon("star"))];
      """)
    #expect(value == [true, [0.5], 5, "star"])
    #expect(error.isEmpty, "\(error)")
  }

  @Test func generatorsAnswerStreams() async throws {
    let (value, _) = try await Self.page(
      """
      const shop = causeway.connect();
      const prices = [], bytes = [];
      for await (const price of shop.prices("BTC")) prices.push(price);
      for await (const piece of shop.download()) bytes.push(...new Uint8Array(piece));
      return [prices, bytes];
      """)
    #expect(value == [[1, 2.5], [1, 2, 3]])
  }

  @Test func functionsReadUploads() async throws {
    let (value, _) = try await Self.page(
      """
      const shop = causeway.connect();
      return [await shop.sum(undefined, [1, 2, 3]), await shop.measure(undefined, new Blob(["12345"]))];
      """)
    #expect(value == [6, 5])
  }

  @Test func eventsTravelInBothDirections() async throws {
    let (value, _) = try await Self.page(
      """
      const shop = causeway.connect();
      const theme = new Promise((resolve) => shop.on.theme(resolve));
      shop.seen("night");
      return await theme;
      """)
    #expect(value == "dark")
  }

  @Test func anEventThatDoesNotFitTheContractIsNotSent() async throws {
    let (value, error) = try await Self.page(
      """
      const shop = causeway.connect();
      const theme = new Promise((resolve) => shop.on.theme(resolve));
      shop.seen("night");
      return await theme;
      """,
      mock: """
        export default ({ send }) => ({
          seen() { send("them", "dark"); send("theme", "blue"); send("theme", "light"); },
        });
        """)
    #expect(value == "light")
    #expect(
      error.contains(
        #"mock.js: the contract Shop has no event "them" of the app, so it was not sent; did you mean theme?"#),
      "\(error)")
    #expect(
      error.contains(#"mock.js: the data of the event "theme" does not fit the contract, so it was not sent: "#),
      "\(error)")
  }

  @Test func anErrorWithACodeReachesThePageAsItsClass() async throws {
    let (value, error) = try await Self.page(
      """
      const shop = causeway.connect();
      const error = await shop.share({ text: "anonymous" }).catch((error) => error);
      return [error instanceof shop.errors.NotSignedIn, error.code, error.message, error.details];
      """)
    #expect(value == [true, "NOT_SIGNED_IN", "Sign in first.", 7])
    #expect(error.isEmpty, "\(error)")
  }

  @Test func anyOtherErrorIsFailedAndIsPrintedWithItsLine() async throws {
    let (value, error) = try await Self.page(
      #"return await causeway.call("share", { text: "broken" }).catch((error) => [error.code, error.message]);"#)
    let text = #"the mock's function "share" has thrown TypeError: I am broken (mock.js:9)"#
    #expect(value == ["FAILED", .string(text)])
    #expect(error == "mock.js: \(text)\n")
  }

  @Test func anAnswerThatDoesNotFitTheContractIsRefused() async throws {
    let (value, error) = try await Self.page(
      """
      const call = await causeway.call("share", { text: "wrong" }).catch((error) => error.message);
      const prices = [];
      try {
        for await (const price of causeway.stream("prices", "wrong")) prices.push(price);
      } catch (error) {
        prices.push(error.message);
      }
      return [call, prices];
      """)
    func text(_ function: String, _ mismatch: String) -> String {
      "the value of the mock's function \"\(function)\" does not fit the contract: \(mismatch)"
    }
    let call = text("share", "expected a Boolean but found a string")
    let price = text("prices", "expected a number but found a string")
    #expect(value == [.string(call), [1, 2.5, .string(price)]])
    #expect(error == "mock.js: \(call)\nmock.js: \(price)\n")
  }

  @Test func valuesOfThePageAreCheckedBeforeTheMockRuns() async throws {
    let (value, error) = try await Self.page(
      """
      const codes = [];
      await causeway.call("share", {}).catch((error) => codes.push(error.code, error.message));
      await causeway.upload("sum", undefined, [1, "two"]).catch((error) => codes.push(error.code, error.message));
      return codes;
      """)
    #expect(
      value == [
        "INVALID_PARAMETERS", "The parameters are invalid: at text: expected a string but found nothing.",
        "INVALID_PARAMETERS", "The parameters are invalid: expected a number but found a string.",
      ])
    #expect(error.isEmpty, "\(error)")
  }

  @Test func aStreamThatThrowsEndsWithItsError() async throws {
    let (value, _) = try await Self.page(
      """
      try {
        for await (const _ of causeway.stream("prices", "closed")) {}
      } catch (error) {
        return [error.code, error.message];
      }
      """)
    #expect(value == ["CLOSED", "The exchange is closed."])
  }

  @Test func functionsThatAreMissingAreNamed() async throws {
    let (value, error) = try await Self.page(
      #"return await causeway.upload("sum", undefined, [1]).catch((error) => error.message);"#,
      mock: """
        export default {
          share: () => true, async *prices() {}, icon() {}, keep() {}, measure() {}, async *download() {},
        };
        """)
    #expect(value == #"the mock has no function "sum""#)
    #expect(error.contains("mock.js: calls of sum fail, because the mock has no such function\n"), "\(error)")
  }

  @Test(arguments: [
    (
      "export default { shar: () => true };",
      #"mock.js: the contract Shop has no "shar" that pages use; did you mean share?"#
    ),
    ("export default { share: 3 };", "mock.js: the mock cannot be loaded: TypeError: `share` must be a function"),
    ("\nexport default { share: ", "the mock cannot be loaded: SyntaxError: Unexpected end of script"),
    ("export const share = () => true;", "TypeError: `export default` must be an object with functions"),
    (#"import "./missing.js"; export default {};"#, "the mock cannot be loaded: TypeError: "),
  ])
  func aMockThatCannotBeUsedEndsTheCommand(mock: String, problem: String) async throws {
    let result = try await Self.run("return 1", mock: mock, in: Folder())
    #expect(result.code == 1)
    #expect(result.error.contains(problem), "\(result.error)")
    #expect(result.output.isEmpty)
  }

  @Test(arguments: [
    (["--contract", "FOLDER/shop.json"], "--mock FILE.js is missing"),
    (["--mock", "FOLDER/mock.js"], "--contract FILE.json is missing"),
    (["--contract", "FOLDER/none.json", "--mock", "FOLDER/mock.js"], "none.json: the file does not exist"),
    (["--protocol", "causeway"], "--protocol causeway needs the contract of your app"),
  ])
  func wrongOptionsSayWhatToDo(options: [String], problem: String) async throws {
    let folder = try Folder()
    try folder.write("index.html", "<!doctype html>")
    try folder.write("shop.json", Self.contract)
    try folder.write("mock.js", Self.mock)
    let words = options.map { $0.replacingOccurrences(of: "FOLDER/", with: folder.path("")) }
    let result = try await causeway(["open", folder.path("index.html"), "--headless"] + words)
    #expect(result.code == 2)
    #expect(result.error.contains(problem), "\(result.error)")
  }

  @Test func aProfileCanNameTheFiles() async throws {
    let folder = try Folder()
    try folder.write("index.html", "<!doctype html>")
    try folder.write("shop.json", Self.contract)
    try folder.write("mock.js", "export default { icon: () => new Uint8Array(3) };")
    try folder.write("profile.json", #"{ "causeway": { "contract": "shop.json", "mock": "mock.js" } }"#)
    let result = try await causeway(
      "open", folder.path("index.html"), "--headless", "--profile", folder.path("profile.json"), "--run",
      folder.write("run.js", #"return (await causeway.call("icon", "a")).byteLength;"#))
    #expect(result.output == "3\n", "\(result.error)")
  }
}
