import CausewayJSON

/// A message that an inspector may show later.
protocol KeptMessage {
  /// The message as a line of a trace.
  var json: JSONValue { get }
  /// The memory that the message takes, roughly, in bytes.
  var weight: Int { get }
}

/// The limits beyond which ``KeptMessages`` drops its oldest messages.
enum KeptMessagesLimit {
  /// The maximum number of messages.
  static let messages = 10_000
  /// The maximum total of the messages' weights, in bytes. The newest message is always kept.
  static let bytes = 64 << 20
}

/// The newest messages. Their texts are made when an inspector gets them, because most messages pass while no inspector
/// is open.
struct KeptMessages<Message: KeptMessage> {
  private struct Entry {
    let number: Int
    let weight: Int
    /// The message; nil if it is no longer kept.
    var message: Message?
  }

  private var entries: [Entry] = []
  /// The index of the oldest message in ``entries``.
  private var first = 0
  private var bytes = 0
  private var latest = 0
  /// The number of messages that are no longer kept.
  private var dropped = 0
  /// The number of messages at the end that ``takeNew()`` has not returned.
  private var unsent = 0

  /// Adds a message, and gives it a number.
  mutating func add(_ message: Message) {
    latest += 1
    let weight = message.weight
    entries.append(Entry(number: latest, weight: weight, message: message))
    bytes += weight
    unsent += 1
    while count > KeptMessagesLimit.messages || (bytes > KeptMessagesLimit.bytes && count > 1) {
      bytes -= entries[first].weight
      entries[first].message = nil
      first += 1
      dropped += 1
    }
    unsent = min(unsent, count)
    if first > KeptMessagesLimit.messages {
      entries.removeFirst(first)
      first = 0
    }
  }

  private var count: Int { entries.count - first }

  /// Returns a message for the inspector with all messages that this method has not returned before; nil if there are
  /// none.
  mutating func takeNew() -> String? {
    defer { unsent = 0 }
    return unsent > 0 ? batch(entries.suffix(unsent), dropped: 0) : nil
  }

  /// A message for the inspector with all kept messages; nil if there are none.
  var all: String? {
    count > 0 ? batch(entries[first...], dropped: dropped) : nil
  }

  private func batch(_ entries: ArraySlice<Entry>, dropped: Int) -> String {
    let messages = entries.compactMap { entry -> JSONValue? in
      guard case .object(var object)? = entry.message?.json else { return nil }
      object["id"] = .number(Double(entry.number))
      return .object(object)
    }
    return JSONValue.object([
      "type": "messages", "messages": .array(messages), "dropped": .number(Double(dropped)),
    ]).json
  }

  mutating func clear() {
    (entries, first, bytes, dropped, unsent) = ([], 0, 0, 0, 0)
  }
}

extension JSONValue {
  /// The memory that the value takes, roughly, in bytes.
  var weight: Int {
    switch self {
    case .string(let text): 16 + text.utf8.count
    case .array(let values): values.reduce(16) { $0 + $1.weight }
    case .object(let members): members.reduce(16) { $0 + 32 + $1.value.weight }
    default: 16
    }
  }
}
