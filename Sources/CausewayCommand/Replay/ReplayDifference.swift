import Causeway
import CausewayJSON
import CausewayText

/// The first difference between a trace and its replay.
struct ReplayDifference: Hashable {
  /// The number of the line of the trace.
  let line: Int
  /// The kind of difference, as a sentence without a period.
  let problem: String
  /// The position in the message; nil if the whole message differs.
  var path: String?
  /// The value in the trace, as text; nil if ``problem`` says everything.
  var recorded: String?
  /// The value in the replay, as text.
  var found: String?

  init(_ line: TraceFile.Line, _ problem: String, recorded: String? = nil) {
    self.line = line.number
    self.problem = problem
    self.recorded = recorded
  }

  /// Compares a message with the line of the trace. Returns nil if they do not differ.
  /// - Parameter what: the message, such as "the app's answer to today headers".
  init?(
    _ line: TraceFile.Line, _ what: String, body: JSONValue?, failure: String?, fresh: FreshValues,
    ignoring ignored: Set<String>
  ) {
    self.init(line, "\(what) differs")
    // Compare only the codes, because the sentence after a code is for people and may change.
    let (old, new) = (Self.code(line.failure), Self.code(failure))
    if old != new {
      recorded = line.failure ?? Self.text(line.body)
      found = failure ?? Self.text(body)
      return
    }
    guard let difference = JSONDifference(line.body, body, fresh: fresh, ignoring: ignored) else { return nil }
    path = difference.path.isEmpty ? nil : difference.path
    recorded = Self.text(difference.recorded)
    found = Self.text(difference.found)
  }

  /// Returns whether another replay ends with the same difference. The UUIDs may differ.
  func isRepeated(by other: Self) -> Bool {
    line == other.line && problem == other.problem && path == other.path
      && found.map(FreshValues.withoutIDs) == other.found.map(FreshValues.withoutIDs)
  }

  private static func code(_ failure: String?) -> Substring? { failure?.prefix { $0 != ":" } }

  private static func text(_ value: JSONValue?) -> String {
    guard let value else { return "nothing" }
    let text = TerminalText(value.json).json
    return text.count > maximumLength ? text.prefix(maximumLength) + "…" : text
  }

  private static let maximumLength = 400

  /// The lines that show the difference below the command's sentence.
  var details: [String] {
    [
      path.map { "  at     \($0)" }, recorded.map { "  trace  \($0)" }, found.map { "  now    \($0)" },
    ].compactMap(\.self)
  }
}
