import CausewayJSON

/// The text format that the page runtime and a ``Conversation`` exchange. It is the same for every channel.
///
/// A packet is a text of lines. Each line is a separate message, so a message that is too large or is not JSON does not
/// affect the others. JSON text contains no line breaks, so lines need no further escaping.
///
///     page to app                                    app to page
///     r <dialect> <id> <body>          request       <number>               the packet's number
///     b <dialect> <id> <bytes> <body>  the same      s <id> <body>          request settled: resolve
///                                      with bytes    b <id> <bytes>         request settled: resolve with bytes
///     m <dialect> <body>               message       f <id> <body>          request settled: reject
///     c <id>                           withdraw      d <dialect> <body>     message
///     a <call> <body>                  answer        q <dialect> <call> <body>   the app calls the page
///     e <call> <body>                  refusal
///     p <call> <body>                  progress of a call
///     d <bytes>                        drop bytes
///     x <dialect> <body>               a script of the page threw while it received a message
///     l <dialect> <id> =<member> <body> and, in the rest of the packet, a long text
///                                      request whose body is an object with this member
///
///     streams of the page's requests
///     t <dialect> <id> <credit> <body> request of a stream            v <id> <body>         a value of it
///     u <dialect> <id> <body>          request with a stream          w <id> <bytes>        a piece of bytes of it
///     v <id> <body>                    a value of it                  g <id> <credit>       more may be sent
///     w <id> <bytes>                   a piece of bytes of it
///     z <id> <body>                    its end, with the error if it failed
///     g <id> <credit>                  more may be sent
///
///     streams with which the page answers calls of the app
///     i <call> <body>                  a value                        t <dialect> <call> <credit> <body>   the call
///     j <call> <bytes>                 a piece of bytes               h <call> <credit>     more may be sent
///                                                                     k <call>              the answer is not needed
///
/// A settled request or call ends its stream. ``StreamFlow`` describes the credit.
///
/// An empty body is `undefined`. A body that starts with `!` stands for a value that the page could not write as JSON,
/// and the reason follows the `!`. A long text is not written as JSON, because a page needs several times as long to
/// write characters that JSON escapes. Line breaks in it do not end its line. Bytes are not part of the text: the
/// channel carries them in its own way, and `<bytes>` is the channel's name for them, without a space.
package enum Wire {
  /// A part of a packet, which is not copied. It is valid only while the packet is read.
  package typealias Text = UnsafeBufferPointer<UInt8>

  /// A line from a page.
  enum Line {
    case request(dialect: Text, id: UInt64, bytes: Text?, stream: RequestedStream, body: Text)
    case message(dialect: Text, body: Text)
    case withdraw(id: UInt64)
    case answer(call: UInt64, body: Text)
    case refusal(call: UInt64, body: Text)
    case drop(bytes: Text)
    case thrown(dialect: Text, description: Text)
    case value(id: UInt64, body: Text)
    case piece(id: UInt64, bytes: Text)
    case end(id: UInt64, error: Text)
    case credit(id: UInt64, units: UInt64)
    case answerValue(call: UInt64, body: Text)
    case answerPiece(call: UInt64, bytes: Text)
    case progress(call: UInt64, body: Text)
  }

  /// The kind of stream that a request asks for.
  enum RequestedStream: Hashable {
    /// No stream.
    case none
    /// A stream from the app, with the credit that the page grants at first.
    case toPage(credit: UInt64)
    /// A stream from the page.
    case fromPage
  }

  /// Parses a line; returns nil for a line that the page runtime never writes.
  static func parse(_ line: Text) -> Line? {
    var words = Words(line)
    guard let kind = words.next(), kind.count == 1 else { return nil }
    switch kind[0] {
    case UInt8(ascii: "r"), UInt8(ascii: "l"):
      guard let dialect = words.next(), let id = words.number() else { return nil }
      return .request(dialect: dialect, id: id, bytes: nil, stream: .none, body: words.rest)
    case UInt8(ascii: "v"):
      guard let id = words.number() else { return nil }
      return .value(id: id, body: words.rest)
    case UInt8(ascii: "i"):
      guard let call = words.number() else { return nil }
      return .answerValue(call: call, body: words.rest)
    case UInt8(ascii: "b"):
      guard let dialect = words.next(), let id = words.number(), let bytes = words.next(), !bytes.isEmpty
      else { return nil }
      return .request(dialect: dialect, id: id, bytes: bytes, stream: .none, body: words.rest)
    case UInt8(ascii: "t"):
      guard let dialect = words.next(), let id = words.number(), let credit = words.number() else { return nil }
      return .request(dialect: dialect, id: id, bytes: nil, stream: .toPage(credit: credit), body: words.rest)
    case UInt8(ascii: "u"):
      guard let dialect = words.next(), let id = words.number() else { return nil }
      return .request(dialect: dialect, id: id, bytes: nil, stream: .fromPage, body: words.rest)
    case UInt8(ascii: "w"):
      guard let id = words.number(), let bytes = words.next(), !bytes.isEmpty, words.rest.isEmpty else { return nil }
      return .piece(id: id, bytes: bytes)
    case UInt8(ascii: "z"):
      guard let id = words.number() else { return nil }
      return .end(id: id, error: words.rest)
    case UInt8(ascii: "g"):
      guard let id = words.number(), let units = words.number(), words.rest.isEmpty else { return nil }
      return .credit(id: id, units: units)
    case UInt8(ascii: "j"):
      guard let call = words.number(), let bytes = words.next(), !bytes.isEmpty, words.rest.isEmpty else { return nil }
      return .answerPiece(call: call, bytes: bytes)
    case UInt8(ascii: "m"):
      guard let dialect = words.next() else { return nil }
      return .message(dialect: dialect, body: words.rest)
    case UInt8(ascii: "c"):
      guard let id = words.number(), words.rest.isEmpty else { return nil }
      return .withdraw(id: id)
    case UInt8(ascii: "a"):
      guard let call = words.number() else { return nil }
      return .answer(call: call, body: words.rest)
    case UInt8(ascii: "p"):
      guard let call = words.number() else { return nil }
      return .progress(call: call, body: words.rest)
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

  /// Parses a body within the bridge's limits.
  package static func parseBody(_ text: Text, limits: Limits) -> Body {
    guard let first = text.first else { return .undefined }
    if first == UInt8(ascii: "=") { return parseLongBody(Text(rebasing: text.dropFirst()), limits: limits) }
    if first == UInt8(ascii: "!") { return .unreadable(String(decoding: text.dropFirst(), as: UTF8.self)) }
    do {
      return .value(
        try JSONValue(
          parsing: UnsafeRawBufferPointer(text), limits: JSONLimits(maximumDepth: limits.messageDepth)))
    } catch {
      return .unreadable("\(error)")
    }
  }

  /// Parses a body with a long text: the name of the member that has the text, a space, the JSON of an object without
  /// that member, a line break, the text.
  private static func parseLongBody(_ text: Text, limits: Limits) -> Body {
    var words = Words(text)
    guard let member = words.next(), let end = words.rest.firstIndex(of: UInt8(ascii: "\n")),
      case .value(.object(var object)) = parseBody(Text(rebasing: words.rest[..<end]), limits: limits)
    else { return .unreadable("the long text is not a member of an object") }
    object[String(decoding: member, as: UTF8.self)] = .string(
      String(decoding: words.rest[(end + 1)...], as: UTF8.self))
    return .value(.object(object))
  }

  /// The words of a line, which are separated by single spaces.
  package struct Words {
    /// The text after the words that were read.
    package private(set) var rest: Text

    package init(_ line: Text) { rest = line }

    package mutating func next() -> Text? {
      guard !rest.isEmpty else { return nil }
      let end = rest.firstIndex(of: UInt8(ascii: " ")) ?? rest.count
      let word = Text(rebasing: rest[..<end])
      rest = Text(rebasing: rest.dropFirst(end + 1))
      return word
    }

    /// Reads the next word as a number in the runtime's form, which is digits without leading zeros. Returns nil if the
    /// word has another form.
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
