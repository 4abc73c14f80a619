import Foundation
import ProgramTestSupport
import Testing

/// `causeway replay`, with traces that the test records.
///
/// The tests run one after the other, because each starts an engine. All engines at once would delay the tests that
/// have timeouts.
@Suite("The command replay", .serialized) struct ReplayCommandTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../..").standardizedFileURL.path
  private static let examples = root + "/Examples"
  private static let catalog = examples + "/onside/shop.storekit"

  private static let session = """
    const today = webkit.messageHandlers.todayWebViewBridge;
    await today.postMessage({ type: "track", ename: "opened" });
    await today.postMessage({ type: "headers" });
    const token = await today.postMessage({ type: "refreshToken" }).catch((error) => error.message);
    await today.postMessage({ type: "headers" });
    return token;
    """

  /// Records a trace of a page on whose bridge the script runs.
  private static func record(_ script: String, in folder: Folder, _ options: String...) async throws -> String {
    try folder.write("index.html", "<!doctype html><title>Page</title>")
    let file = folder.path("trace.jsonl")
    let result = try await causeway(
      [
        "open", folder.path("index.html"), "--headless", "--timeout", "120", "--trace", file, "--run",
        folder.write("run.js", script),
      ]
        + options)
    #expect(result.code == 0, "\(result.error)")
    return file
  }

  /// Records a trace of an example, and returns its file and the options with which the app answered.
  private static func recordExample(_ name: String, in folder: Folder) async throws -> (file: String, options: [String])
  {
    let file = folder.path("trace.jsonl")
    let page = "\(examples)/\(name)"
    let options =
      switch name {
      case "gbg": ["--profile", "\(page)/profile.json"]
      case "onside": ["--catalog", catalog]
      default: [String]()
      }
    let script = root + "/script/support/wait-for-demo.js"
    let recorded = try await causeway(
      ["open", page, "--headless", "--timeout", "120", "--trace", file, "--run", script] + options)
    #expect(recorded.code == 0, "\(recorded.error)")
    return (file, options)
  }

  @Test(arguments: ["today", "gbg", "link", "onside"])
  func theExamplesAreReplayedWithoutADifference(name: String) async throws {
    let folder = try Folder()
    let (file, options) = try await Self.recordExample(name, in: folder)
    let replayed = try await causeway(["replay", file, "--wait", "60"] + options)
    #expect(replayed.code == 0, "\(replayed.error)")
    #expect(replayed.output.hasSuffix("lines, no difference\n"), "\(replayed.output)")
  }

  /// The page of this trace asked for an address of the wallet, and left while the app's user had not answered.
  private static let left = ["opened", "request", "reply", "closed"].map { kind in
    let isReply = kind == "reply"
    let call = kind == "opened" || kind == "closed" ? "" : #","protocol":"link","name":"getAddress","call":1"#
    let rest =
      switch kind {
      case "request": #","body":{"messageId":"1","command":"getAddress","data":{"protocol":"ETH"}}"#
      case "reply": #","failure":"DOCUMENT_GONE: The page that sent the request was closed or left.""#
      default: ""
      }
    return ##"{"ms":1,"direction":"\##(isReply ? "app→page" : "page→app")","kind":"\##(kind)","document":"#1","##
      + #""mainFrame":true,"origin":"causeway://page.localhost"\#(call)\#(rest)}"#
  }.joined(separator: "\n")

  @Test(arguments: ["approve", "decline"])
  func aPageThatLeftDuringAPromptIsReplayed(answer: String) async throws {
    let folder = try Folder()
    let trace = try folder.write("trace.jsonl", Self.left)
    let profile = try folder.write("profile.json", #"{ "answer": "\#(answer)" }"#)
    let replayed = try await causeway(["replay", trace, "--protocol", "link", "--profile", profile])
    #expect(replayed.code == 0, "\(replayed.error)")
    #expect(replayed.output.hasSuffix("4 lines, no difference\n"), "\(replayed.output)")
  }

  @Test func aProfileThatAsksIsRefusedWithWhatToDo() async throws {
    let folder = try Folder()
    let trace = try folder.write("trace.jsonl", Self.left)
    let profile = try folder.write("ask.json", #"{ "answer": "ask" }"#)
    let replayed = try await causeway(["replay", trace, "--profile", profile])
    #expect(replayed.code == 2)
    #expect(replayed.error.contains(#"name a copy of the profile with "approve" or "decline""#), "\(replayed.error)")
  }

  /// Whether the page answers an event before the app asks the page about a purchase differs between runs.
  @Test func aQuestionBeforeTheAnswerToAnEventIsReplayed() async throws {
    let folder = try Folder()
    let (file, options) = try await Self.recordExample("onside", in: folder)
    var lines = try folder.read("trace.jsonl").split(separator: "\n")
    func isMessage(_ line: Substring, _ kind: String, _ name: String) -> Bool {
      line.contains(#""kind":"\#(kind)""#) && line.contains(#""name":"\#(name)""#)
    }
    let question = try #require(lines.firstIndex { isMessage($0, "call", "question") })
    let answer = try #require(lines[..<question].lastIndex { isMessage($0, "answer", "events") })
    lines.insert(lines.remove(at: answer), at: question)
    let other = try folder.write("other.jsonl", lines.joined(separator: "\n"))
    for trace in [file, other] {
      let replayed = try await causeway(["replay", trace] + options)
      #expect(replayed.code == 0, "\(replayed.error)")
    }
  }

  @Test func anAnswerThatDiffersIsShownAndShrunk() async throws {
    let folder = try Folder()
    let file = try await Self.record(Self.session, in: folder)
    let profile = try folder.write("profile.json", #"{ "today": { "refresh": "fail" } }"#)
    let shortest = folder.path("shortest.jsonl")
    let result = try await causeway("replay", file, "--profile", profile, "--shrink", shortest)
    #expect(result.code == 1)
    #expect(
      result.error.contains(
        """
        trace.jsonl, line 7: the answer to today refreshToken differs
          trace  {"authorization":"[redacted]"}
          now    SIGN_IN_REQUIRED: The session has ended. Sign in again.
        """), "\(result.error)")
    let lines = try folder.read("shortest.jsonl").split(separator: "\n")
    #expect(lines.count == 3 && lines[1].contains(#""name":"refreshToken""#))
    #expect(result.output == "\(shortest): 3 lines\n")
    let again = try await causeway("replay", shortest, "--profile", profile)
    #expect(again.code == 1 && again.error.contains("the answer to today refreshToken differs"))
  }

  @Test func aPageIsAnsweredFromTheTrace() async throws {
    let folder = try Folder()
    let file = try await Self.record(Self.session, in: folder)
    // The app of the replay would refuse the refresh, but the answers are those of the trace.
    let profile = try folder.write("profile.json", #"{ "today": { "refresh": "fail" } }"#)
    let result = try await causeway(
      "replay", file, "--profile", profile, "--page", folder.path("index.html"), "--headless", "--run",
      folder.path("run.js"))
    #expect(result.code == 0, "\(result.error)")
  }

  @Test func aPageThatSendsAnotherMessageIsADifference() async throws {
    let folder = try Folder()
    let file = try await Self.record(Self.session, in: folder)
    let script = Self.session.replacingOccurrences(of: #"ename: "opened""#, with: #"ename: "closed""#)
    let result = try await causeway(
      "replay", file, "--page", folder.path("index.html"), "--headless", "--run", folder.write("other.js", script))
    #expect(result.code == 1)
    #expect(
      result.error.contains(
        """
        line 2: the request today track differs
          at     ename
          trace  "opened"
          now    "closed"
        """), "\(result.error)")
  }

  @Test func aMessageThatDoesNotComeIsADifference() async throws {
    let folder = try Folder()
    let file = try await Self.record(Self.session, in: folder)
    let result = try await causeway(
      "replay", file, "--page", folder.path("index.html"), "--headless", "--wait", "0.5")
    #expect(result.code == 1)
    #expect(result.error.contains("line 2: the page does not send the request today track within"), "\(result.error)")
  }

  @Test func aProtocolThatTheAppDoesNotHaveIsNamed() async throws {
    let folder = try Folder()
    let file = try await Self.record(Self.session, in: folder)
    let result = try await causeway("replay", file, "--protocol", "link")
    #expect(result.code == 1)
    #expect(result.error.contains(#"the app does not have the protocol "today""#), "\(result.error)")
  }

  @Test(arguments: [
    ([], "TRACE.jsonl is missing"),
    (["FOLDER/none.jsonl"], "none.jsonl"),
    (["FOLDER/trace.jsonl", "--run", "x.js"], "--run needs --page PAGE"),
    (["FOLDER/trace.jsonl", "--page", "x", "--shrink", "y"], "--shrink cannot be combined with --page"),
    (["FOLDER/trace.jsonl", "--state", "x", "--shrink", "y"], "with --state the app would keep what the plays did"),
  ])
  func wrongArgumentsSayWhatToDo(words: [String], problem: String) async throws {
    let folder = try Folder()
    try folder.write(
      "trace.jsonl",
      ##"{"ms":1,"direction":"page→app","kind":"opened","document":"#1","mainFrame":true,"origin":"https://a.example"}"##
    )
    try folder.write("x.js", "return 1")
    let result = try await causeway(
      ["replay"] + words.map { $0.replacingOccurrences(of: "FOLDER/", with: folder.path("")) })
    #expect(result.code == 2)
    #expect(result.error.contains(problem), "\(result.error)")
  }
}
