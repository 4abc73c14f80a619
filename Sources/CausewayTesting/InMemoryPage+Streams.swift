import Causeway
import CausewayJSON

/// The page's end of a stream in an ``InMemoryPage``. It checks that the app observes the credit and sends nothing
/// after the end.
@MainActor public final class InMemoryStream {
  /// The values that the app has sent and the page has not read yet.
  public private(set) var values: [JSONValue?] = []
  /// The pieces of bytes that the app has sent and the page has not read yet.
  public private(set) var pieces: [Bytes] = []
  /// The credit that the app has left in a stream to the page, or has granted in a stream from the page.
  public internal(set) var credit: Int
  /// Whether neither side has ended the stream.
  public internal(set) var isOpen = true
  /// Whether the app has cancelled the call that this stream answers.
  public internal(set) var isCancelled = false
  /// Called when a value or bytes arrive, and when the app grants credit or cancels the call.
  public var onChange: (@MainActor () -> Void)?

  /// The number of the request, or of the app's call.
  public let number: UInt64
  private unowned let page: InMemoryPage
  private let isAnswer: Bool
  private var unread: [Int] = []

  init(_ number: UInt64, of page: InMemoryPage, credit: Int, isAnswer: Bool = false) {
    self.number = number
    self.page = page
    self.credit = credit
    self.isAnswer = isAnswer
  }

  // MARK: The app's values

  func receive(_ value: JSONValue?, size: Int) {
    take(size)
    values.append(value)
  }

  func receive(_ bytes: Bytes) {
    take(bytes.count + StreamFlow.overhead)
    pieces.append(bytes)
  }

  private func take(_ units: Int) {
    if credit <= 0 { page.violations.append("the app sent more in stream \(number) than the page granted") }
    credit -= units
    unread.append(units)
  }

  /// Returns the values that have arrived, and grants the app their credit again. The stream forgets these values and
  /// all pieces of bytes, so read ``pieces`` first.
  @discardableResult
  public func read() -> [JSONValue?] {
    let read = values
    let units = unread.reduce(0, +)
    // Empty the arrays first, because the app may send more as soon as it receives the credit.
    values = []
    pieces = []
    unread = []
    if isOpen, units > 0 {
      credit += units
      page.sendPacket("g \(number) \(units)\n")
    }
    return read
  }

  // MARK: The page's values

  /// Sends a value, whether or not the app has granted credit.
  public func send(_ value: JSONValue?) {
    send(text: value?.json ?? "")
  }

  /// Sends any text as a value, well formed or not.
  public func send(text: String) {
    credit -= text.utf16.count + StreamFlow.overhead
    page.sendPacket("\(isAnswer ? "i" : "v") \(number) \(text)\n")
  }

  /// Sends a piece of bytes, whether or not the app has granted credit.
  public func send(_ bytes: Bytes) {
    credit -= bytes.count + StreamFlow.overhead
    page.sendPacket("\(isAnswer ? "j" : "w") \(number) \(page.keep(bytes))\n")
  }

  /// Ends the stream, with `error` if it is not nil.
  public func end(_ error: String? = nil) {
    let text = error.map { JSONValue.string($0).json } ?? ""
    isOpen = false
    if isAnswer {
      page.answers[number] = nil
      page.sendPacket("\(error == nil ? "a" : "e") \(number) \(text)\n")
    } else {
      page.sendPacket("z \(number) \(text)\n")
    }
  }
}

extension InMemoryPage {
  /// Sends a request of a stream.
  /// - Parameters:
  ///   - credit: the number of units that the app may send initially: a value costs the length of its JSON text plus
  ///     64.
  ///   - whenSettled: receives the settlement, which ends the stream.
  public func stream(
    _ dialect: String, _ body: JSONValue?, credit: Int = 1 << 20,
    whenSettled: @escaping (Settlement) -> Void = { _ in }
  ) -> InMemoryStream {
    let number = begin(whenSettled)
    let stream = InMemoryStream(number, of: self, credit: credit)
    streams[number] = stream
    sendPacket("t \(dialect) \(number) \(credit) \(body?.json ?? "")\n")
    return stream
  }

  /// Sends a request with a stream from this page.
  public func upload(
    _ dialect: String, _ body: JSONValue?, whenSettled: @escaping (Settlement) -> Void = { _ in }
  ) -> InMemoryStream {
    let number = begin(whenSettled)
    let stream = InMemoryStream(number, of: self, credit: 0)
    streams[number] = stream
    sendPacket("u \(dialect) \(number) \(body?.json ?? "")\n")
    return stream
  }

  /// Processes a line of a stream. Returns false for a line that is malformed or of an unknown kind.
  func takeStreamed(_ kind: UInt8, _ words: inout Wire.Words) -> Bool {
    if kind == UInt8(ascii: "t") {
      guard let dialect = words.next(), let call = words.number(), let credit = words.number() else { return false }
      let stream = InMemoryStream(call, of: self, credit: Int(clamping: credit), isAnswer: true)
      answers[call] = stream
      guard let onStreamCall else {
        stream.end("the page has no receiver for calls with streams: set `onStreamCall`")
        return true
      }
      onStreamCall(String(decoding: dialect, as: UTF8.self), parse(words.rest), stream)
      return true
    }
    guard let number = words.number() else { return false }
    switch kind {
    case UInt8(ascii: "v"):
      let size = StreamFlow.size(ofText: words.rest)
      let value = parse(words.rest)
      guard let stream = openStream(number) else { return true }
      stream.receive(value, size: size)
      stream.onChange?()
    case UInt8(ascii: "w"):
      guard let bytes = collect(words.rest) else { return false }
      guard let stream = openStream(number) else { return true }
      stream.receive(bytes)
      stream.onChange?()
    case UInt8(ascii: "g"), UInt8(ascii: "h"):
      guard let units = words.number() else { return false }
      // Ignore credit for a stream that is not open, because the app may have granted the credit before it read the
      // page's end of the stream.
      guard let stream = kind == UInt8(ascii: "g") ? streams[number] : answers[number] else { return true }
      stream.credit += Int(clamping: units)
      stream.onChange?()
    case UInt8(ascii: "k"):
      guard let stream = answers.removeValue(forKey: number) else { return true }
      stream.isOpen = false
      stream.isCancelled = true
      stream.onChange?()
    default: return false
    }
    return true
  }

  private func openStream(_ number: UInt64) -> InMemoryStream? {
    if streams[number] == nil { violations.append("the app sent a value in stream \(number), which is not open") }
    return streams[number]
  }
}
