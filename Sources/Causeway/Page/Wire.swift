/// The text that the page runtime and a ``Conversation`` exchange, the same over every channel.
///
/// A packet is a text of lines. Each line is one message on its own, so a message that is too large or is not JSON
/// spoils no other. JSON text holds no line break, so nothing needs to be escaped twice.
///
///     page to app                                app to page
///     r <dialect> <id> <body>   request          <number>               the packet's place in the order
///     m <dialect> <body>        message          s <id> <body>          request settled: resolve
///     c <id>                    withdraw         f <id> <body>          request settled: reject
///     a <call> <body>           answer           d <dialect> <body>     message
///     e <call> <body>           refusal          q <dialect> <call> <body>   the app asks
///
/// An empty body is `undefined`. A body that starts with `!` is something that the page could not write as JSON,
/// with the reason after it.
enum Wire {
  /// One line from a page.
  enum Line {
    case request(dialect: Substring, id: UInt64, body: Substring)
    case message(dialect: Substring, body: Substring)
    case withdraw(id: UInt64)
    case answer(call: UInt64, body: Substring)
    case refusal(call: UInt64, body: Substring)
  }

  /// Reads a line, or gives nil for what the page runtime never writes.
  static func parse(_ line: Substring) -> Line? {
    var rest = line.utf8[...]
    func word() -> Substring? {
      guard !rest.isEmpty else { return nil }
      let end = rest.firstIndex(of: UInt8(ascii: " ")) ?? rest.endIndex
      let word = line[rest.startIndex..<end]
      rest = end == rest.endIndex ? rest[end...] : rest[rest.index(after: end)...]
      return word
    }
    func number() -> UInt64? {
      // UInt64.init accepts a sign and leading zeros, which the runtime never writes.
      guard let word = word(), (0x31...0x39).contains(word.utf8.first ?? 0) || word == "0" else { return nil }
      return UInt64(word)
    }
    var body: Substring { line[rest.startIndex...] }

    switch word() {
    case "r":
      guard let dialect = word(), let id = number() else { return nil }
      return .request(dialect: dialect, id: id, body: body)
    case "m":
      guard let dialect = word() else { return nil }
      return .message(dialect: dialect, body: body)
    case "c":
      guard let id = number(), rest.isEmpty else { return nil }
      return .withdraw(id: id)
    case "a":
      guard let call = number() else { return nil }
      return .answer(call: call, body: body)
    case "e":
      guard let call = number() else { return nil }
      return .refusal(call: call, body: body)
    default:
      return nil
    }
  }

  /// Reads a body within the limits of the bridge.
  static func parseBody(_ text: Substring, limits: Limits) -> Body {
    if text.isEmpty { return .undefined }
    if text.utf8.first == UInt8(ascii: "!") { return .unreadable(String(text.dropFirst())) }
    do {
      var text = text
      let value = try text.withUTF8 { bytes in
        try JSONValue(
          parsing: UnsafeRawBufferPointer(bytes), limits: JSONLimits(maximumDepth: limits.messageDepth))
      }
      return .value(value)
    } catch {
      return .unreadable("\(error)")
    }
  }
}

/// Writes one packet for a page.
struct PacketWriter {
  private var bytes: [UInt8] = []

  /// How much was written since the last packet.
  var count: Int { bytes.count }
  /// Whether nothing was written since the last packet.
  var isEmpty: Bool { bytes.isEmpty }

  mutating func resolve(_ id: UInt64, _ value: JSONValue?) { line("s \(id) ", value) }
  mutating func reject(_ id: UInt64, _ reason: JSONValue) { line("f \(id) ", reason) }
  mutating func message(_ dialect: String, _ body: JSONValue) { line("d \(dialect) ", body) }
  mutating func call(_ dialect: String, _ call: UInt64, _ body: JSONValue) { line("q \(dialect) \(call) ", body) }

  /// The packet with its number, and an empty writer after it.
  mutating func take(number: UInt64) -> String {
    defer { bytes.removeAll(keepingCapacity: bytes.count < 1 << 16) }
    return "\(number)" + String(decoding: bytes, as: UTF8.self)
  }

  private mutating func line(_ head: String, _ body: JSONValue?) {
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: head.utf8)
    body?.write(into: &bytes, style: .compact)
  }
}
