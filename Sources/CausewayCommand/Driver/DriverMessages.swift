#if os(Linux)
import Causeway
import CausewayJSON

/// The newest messages of a page, with numbers.
@MainActor final class DriverMessages {
  /// The maximum number of messages that are kept.
  private static let limit = 10_000

  private var messages: [BridgeObservation] = []
  /// The number of the newest message.
  private var latest = 0

  func add(_ message: BridgeObservation) {
    latest += 1
    messages.append(message)
    if messages.count > Self.limit + Self.limit / 10 { messages.removeFirst(messages.count - Self.limit) }
  }

  /// Returns the messages after a number, as lines of a trace with their numbers.
  func after(_ number: Int) -> JSONValue {
    let first = latest - messages.count + 1
    let kept = messages.dropFirst(max(0, number + 1 - first))
    let lines = zip(kept.indices, kept).map { index, message in
      var line: JSONObject = ["number": .number(Double(first + index))]
      for (key, value) in message.json.objectValue ?? [:] { line[key] = value }
      return JSONValue.object(line)
    }
    return ["messages": .array(lines), "last": .number(Double(latest))]
  }
}
#endif
