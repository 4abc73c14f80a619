import Causeway
import CausewayJSON

/// What ``BridgeHost/receivedMessages`` may hold: a page must not fill the app's memory with what nobody reads.
struct KeptMessages {
  /// How much the messages that are kept hold, each in bytes, the oldest first.
  private var sizes: [Int] = []
  private var size = 0

  /// The messages with a new one, and without the oldest that there is no room for any more.
  mutating func adding(_ message: BridgeMessage, to messages: [BridgeMessage]) -> [BridgeMessage] {
    var messages = messages
    messages.append(message)
    let weight = Self.weight(of: message)
    sizes.append(weight)
    size += weight
    // The newest is kept in any case.
    while messages.count > 1, messages.count > GBGContract.keptMessages || size > GBGContract.keptBytes {
      messages.removeFirst()
      size -= sizes.removeFirst()
    }
    return messages
  }

  /// About as many bytes as the message takes, in whichever of its texts they are.
  private static func weight(of message: BridgeMessage) -> Int {
    let payload = message.payload
    let texts = [
      message.version, message.correlationId, payload.action, payload.error?.code, payload.error?.message,
    ]
    let data = payload.data ?? [:]
    return texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
      + data.reduce(0) { $0 + $1.key.utf8.count + weight(of: $1.value) }
  }

  /// About as many bytes as the value takes.
  private static func weight(of value: JSONValue) -> Int {
    switch value {
    case .string(let text): text.utf8.count + 16
    case .array(let elements): elements.reduce(16) { $0 + weight(of: $1) }
    case .object(let members): members.reduce(16) { $0 + $1.key.utf8.count + weight(of: $1.value) }
    case .null, .bool, .number: 16
    }
  }
}
