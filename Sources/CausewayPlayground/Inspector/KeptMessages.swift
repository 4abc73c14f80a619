import CausewayJSON

/// The newest messages, as JSON texts.
struct KeptMessages {
  /// The maximum number of messages.
  static let maximum = 10_000
  /// The maximum total of the messages' texts, in bytes. The newest message is always kept.
  static let maximumBytes = 64 << 20

  private var texts: [String] = []
  /// The offset of the oldest message in ``texts``.
  private var first = 0
  private var bytes = 0
  private var latest = 0
  /// The number of messages that were not kept.
  private var dropped = 0
  /// The number of messages at the end that ``takeNew()`` has not returned.
  private var unsent = 0

  /// Adds a message, and gives it a number.
  mutating func add(_ message: JSONValue) {
    latest += 1
    var message = message
    if case .object(var object) = message {
      object["id"] = .number(Double(latest))
      message = .object(object)
    }
    let text = message.json
    texts.append(text)
    bytes += text.utf8.count
    unsent += 1
    while texts.count - first > Self.maximum || (bytes > Self.maximumBytes && texts.count - first > 1) {
      bytes -= texts[first].utf8.count
      texts[first] = ""
      first += 1
      dropped += 1
    }
    unsent = min(unsent, texts.count - first)
    if first > Self.maximum {
      texts.removeFirst(first)
      first = 0
    }
  }

  /// Returns a message for the inspector with all messages that this method has not returned before; nil if there are
  /// none.
  mutating func takeNew() -> String? {
    defer { unsent = 0 }
    return unsent > 0 ? batch(texts.suffix(unsent), dropped: 0) : nil
  }

  /// A message for the inspector with all kept messages; nil if there are none.
  var all: String? {
    texts.count > first ? batch(texts[first...], dropped: dropped) : nil
  }

  private func batch(_ texts: ArraySlice<String>, dropped: Int) -> String {
    #"{"type":"messages","messages":["# + texts.joined(separator: ",") + #"],"dropped":\#(dropped)}"#
  }

  mutating func clear() {
    (texts, first, bytes, dropped, unsent) = ([], 0, 0, 0, 0)
  }
}
