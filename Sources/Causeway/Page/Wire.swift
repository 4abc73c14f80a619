import CausewayJSON

/// The text that the page runtime and a ``Conversation`` exchange, the same over every channel.
///
/// A packet is a text of lines. Each line is one message on its own, so a message that is too large or is not JSON
/// spoils no other. JSON text holds no line break, so nothing needs to be escaped twice.
///
///     page to app                                    app to page
///     r <dialect> <id> <body>          request       <number>               the packet's place in the order
///     b <dialect> <id> <bytes> <body>  the same      s <id> <body>          request settled: resolve
///                                      with bytes    b <id> <bytes>         request settled: resolve with bytes
///     m <dialect> <body>               message       f <id> <body>          request settled: reject
///     c <id>                           withdraw      d <dialect> <body>     message
///     a <call> <body>                  answer        q <dialect> <call> <body>   the app asks
///     e <call> <body>                  refusal
///     d <bytes>                        drop bytes
///     x <dialect> <body>               the page threw as it took a message
///
/// An empty body is `undefined`. A body that starts with `!` is something that the page could not write as JSON,
/// with the reason after it. Bytes travel apart from the text, as the channel sees fit; `<bytes>` is the channel's
/// own name for them, without a space.
package enum Wire {
  /// Text of a page, in place: of no use once the packet has been read.
  package typealias Text = UnsafeBufferPointer<UInt8>

  /// One line from a page.
  enum Line {
    case request(dialect: Text, id: UInt64, bytes: Text?, body: Text)
    case message(dialect: Text, body: Text)
    case withdraw(id: UInt64)
    case answer(call: UInt64, body: Text)
    case refusal(call: UInt64, body: Text)
    case drop(bytes: Text)
    case thrown(dialect: Text, description: Text)
  }

  /// Reads a line, or gives nil for what the page runtime never writes.
  static func parse(_ line: Text) -> Line? {
    var words = Words(line)
    guard let kind = words.next(), kind.count == 1 else { return nil }
    switch kind[0] {
    case UInt8(ascii: "r"):
      guard let dialect = words.next(), let id = words.number() else { return nil }
      return .request(dialect: dialect, id: id, bytes: nil, body: words.rest)
    case UInt8(ascii: "b"):
      guard let dialect = words.next(), let id = words.number(), let bytes = words.next(), !bytes.isEmpty
      else { return nil }
      return .request(dialect: dialect, id: id, bytes: bytes, body: words.rest)
    case UInt8(ascii: "m"):
      guard let dialect = words.next() else { return nil }
      return .message(dialect: dialect, body: words.rest)
    case UInt8(ascii: "c"):
      guard let id = words.number(), words.rest.isEmpty else { return nil }
      return .withdraw(id: id)
    case UInt8(ascii: "a"):
      guard let call = words.number() else { return nil }
      return .answer(call: call, body: words.rest)
    case UInt8(ascii: "e"):
      guard let call = words.number() else { return nil }
      return .refusal(call: call, body: words.rest)
    case UInt8(ascii: "d"):
      guard let bytes = words.next(), !bytes.isEmpty, words.rest.isEmpty else { return nil }
      return .drop(bytes: bytes)
    case UInt8(ascii: "x"):
      guard let dialect = words.next() else { return nil }
      return .thrown(dialect: dialect, description: words.rest)
    default:
      return nil
    }
  }

  /// Reads a body within the limits of the bridge.
  package static func parseBody(_ text: Text, limits: Limits) -> Body {
    guard let first = text.first else { return .undefined }
    if first == UInt8(ascii: "!") { return .unreadable(String(decoding: text.dropFirst(), as: UTF8.self)) }
    do {
      return .value(
        try JSONValue(
          parsing: UnsafeRawBufferPointer(text), limits: JSONLimits(maximumDepth: limits.messageDepth)))
    } catch {
      return .unreadable("\(error)")
    }
  }

  /// The words of a line, each ended by one space.
  package struct Words {
    /// What follows the words that were read.
    package private(set) var rest: Text

    package init(_ line: Text) { rest = line }

    package mutating func next() -> Text? {
      guard !rest.isEmpty else { return nil }
      let end = rest.firstIndex(of: UInt8(ascii: " ")) ?? rest.count
      let word = Text(rebasing: rest[..<end])
      rest = Text(rebasing: rest.dropFirst(end + 1))
      return word
    }

    /// The next word if it is a number as the runtime writes it: digits, without zeros before them.
    package mutating func number() -> UInt64? {
      guard let word = next(), let first = word.first, first != UInt8(ascii: "0") || word.count == 1 else { return nil }
      var number: UInt64 = 0
      for byte in word {
        guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
        let (tens, overflow) = number.multipliedReportingOverflow(by: 10)
        let (sum, carry) = tens.addingReportingOverflow(UInt64(byte - UInt8(ascii: "0")))
        guard !overflow, !carry else { return nil }
        number = sum
      }
      return number
    }
  }
}
