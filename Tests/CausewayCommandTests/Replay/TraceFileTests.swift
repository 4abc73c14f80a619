import CausewayJSON
import Testing

@testable import CausewayCommand
@testable import CausewayTool

/// Makes a trace from its lines, with the members that every line has.
@MainActor func trace(_ lines: [JSONObject]) throws -> TraceFile {
  let text = lines.map { line in
    var members: JSONObject = ["ms": 1, "document": "#1", "mainFrame": true, "origin": "https://page.example"]
    for (name, value) in line { members[name] = value }
    return JSONValue.object(members).json
  }
  return try TraceFile(text.joined(separator: "\n"), name: "trace.jsonl")
}

/// Makes a request of the page and the app's answer.
func exchange(_ call: Double, _ name: String, _ body: JSONValue, answer: JSONValue) -> [JSONObject] {
  let common: JSONObject = ["protocol": "today", "name": .string(name), "call": .number(call)]
  var request = common
  request["direction"] = "page→app"
  request["kind"] = "request"
  request["body"] = body
  var reply = common
  reply["direction"] = "app→page"
  reply["kind"] = "reply"
  reply["body"] = answer
  return [request, reply]
}

@MainActor @Suite("The file of a trace") struct TraceFileTests {
  @Test func eachLineIsAMessage() throws {
    let trace = try trace(exchange(3, "headers", ["type": "headers"], answer: ["X": "1"]))
    #expect(trace.lines.map(\.number) == [1, 2])
    #expect(trace.lines.map(\.kind) == [.request, .reply])
    #expect(trace.lines.map(\.subject) == ["today headers", "today headers"])
    #expect(trace.lines[1].call == 3 && trace.lines[1].body == ["X": "1"])
  }

  /// As editors and version control on Windows write it.
  @Test(arguments: ["", "\u{FEFF}"]) func lineEndsOfWindowsAndAByteOrderMarkAreRead(mark: String) throws {
    let lines = exchange(3, "headers", ["type": "headers"], answer: ["X": "a\u{2028}b"]).map { line in
      var members: JSONObject = ["ms": 1, "document": "#1", "mainFrame": true, "origin": "https://page.example"]
      for (name, value) in line { members[name] = value }
      return JSONValue.object(members).json
    }
    let trace = try TraceFile(mark + lines.joined(separator: "\r\n") + "\r\n\r\n", name: "trace.jsonl")
    #expect(trace.lines.map(\.number) == [1, 2])
    #expect(trace.lines[1].body == ["X": "a\u{2028}b"])
  }

  @Test(arguments: [
    ("", "the trace has no messages"),
    ("{}", #"line 1: "direction" is missing or not a string"#),
    ("\n[]", "line 2: the line is not a JSON object"),
    ("{", "line 1: "),
    (#"{"direction":"up","kind":"reply"}"#, #"line 1: "direction" must be page→app or app→page"#),
    (#"{"direction":"page→app","kind":"call me"}"#, #"line 1: the kind "call me" is not known"#),
    (
      ##"{"direction":"page→app","kind":"request","document":"#1","origin":"nonsense"}"##,
      "line 1: "
    ),
  ])
  func anythingElseIsRefusedWithItsLine(text: String, problem: String) {
    let error = #expect(throws: UsageError.self) { try TraceFile(text, name: "trace.jsonl") }
    #expect(error?.problem.contains(problem) == true, "\(error?.problem ?? "")")
  }
}

@MainActor @Suite("The plan of a replay") struct ReplayPlanTests {
  @Test func anExchangeWithRedactedParametersIsLeftOutWithItsAnswer() throws {
    let plan = ReplayPlan(
      try trace(
        exchange(1, "a", ["secret": "[redacted]"], answer: 1) + exchange(2, "b", ["type": "b"], answer: "[redacted]")),
      contract: nil)
    #expect(plan.trace.lines.map(\.number) == [3, 4])
    #expect(plan.omissions.map(\.line.number) == [1])
    #expect(plan.omissions.map(\.reason) == ["the trace redacts what the page sent"])
  }

  @Test func anExchangeWithBytesIsLeftOut() throws {
    var lines = exchange(1, "a", [], answer: 1)
    lines[0]["bytes"] = 12
    let plan = ReplayPlan(try trace(lines), contract: nil)
    #expect(plan.trace.lines.isEmpty)
    #expect(plan.omissions.map(\.reason) == ["a trace does not have the bytes that the page sent"])
  }
}
