import CausewayJSON

/// The limit for ``BridgeHost/receivedMessages``. Without a limit, a page could fill the app's memory with messages.
struct KeptMessages {
  /// The size of each kept message in bytes, the oldest first.
  private var sizes: [Int] = []
  private var size = 0

  /// Returns the messages with a new one added, without the oldest messages that exceed the limits.
  mutating func adding(_ message: BridgeMessage, to messages: [BridgeMessage]) -> [BridgeMessage] {
    var messages = messages
    messages.append(message)
    let weight = Self.weight(of: message)
    sizes.append(weight)
    size += weight
    // Never removes the newest message.
    while messages.count > 1, messages.count > GBGContract.keptMessages || size > GBGContract.keptBytes {
      messages.removeFirst()
      size -= sizes.removeFirst()
    }
    return messages
  }

  /// Returns the approximate size of a message in bytes. It counts all texts of the message, because any of them can be
  /// large.
  private static func weight(of message: BridgeMessage) -> Int {
    let payload = message.payload
    let texts = [
      message.version, message.correlationId, payload.action, payload.error?.code, payload.error?.message,
    ]
    let data = payload.data ?? [:]
    return texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
      + data.reduce(0) { $0 + $1.key.utf8.count + weight(of: $1.value) }
  }

  /// Returns the approximate size of a value in bytes.
  private static func weight(of value: JSONValue) -> Int {
    switch value {
    case .string(let text): text.utf8.count + 16
    case .array(let elements): elements.reduce(16) { $0 + weight(of: $1) }
    case .object(let members): members.reduce(16) { $0 + $1.key.utf8.count + weight(of: $1.value) }
    case .null, .bool, .number: 16
    }
  }
}
