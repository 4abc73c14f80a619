import Causeway
import CausewayJSON

/// A page without a web view: the page runtime's side of a conversation, written in Swift, in the same process.
///
/// Use it to test an app's own capabilities and to measure the engine alone. The page checks the engine's packets
/// strictly: a settlement of a request that is not open, or a packet out of order, is recorded in ``violations``.
@MainActor public final class InMemoryPage: Channel {
  /// The frame that this page simulates.
  public let frame: Frame
  /// The conversation with the app.
  public private(set) var conversation: Conversation!

  /// The messages that the app sent without a request, with their dialects, in order.
  public private(set) var messages: [(dialect: String, body: JSONValue?)] = []
  /// The mistakes of the app's side; empty in every correct run.
  public internal(set) var violations: [String] = []
  /// The handler that answers the app's calls. It takes a dialect and a body and returns an answer; a thrown error
  /// becomes a refusal.
  public var onCall: (@MainActor (_ dialect: String, _ body: JSONValue?) async throws -> JSONValue?)?
  /// The call that ``onCall`` answers in this task.
  @TaskLocal private static var answeredCall: UInt64?

  /// Reports progress of the call that ``onCall`` is answering. Does nothing outside of ``onCall``.
  public func report(_ progress: JSONValue) {
    guard let call = Self.answeredCall else { return }
    conversation.receive("p \(call) \(progress.json)\n")
  }

  /// Whether the page accepts packets. While this is false, the app collects its packets.
  public var isReady = true {
    didSet { if isReady, !oldValue { conversation.channelIsReady() } }
  }

  let bridge: Bridge
  /// The streams of this page's requests, by the request's number.
  var streams: [UInt64: InMemoryStream] = [:]
  /// The streams with which this page answers calls, by the call's number.
  var answers: [UInt64: InMemoryStream] = [:]
  /// The handler that answers the app's calls of streams. It sends values with the ``InMemoryStream`` and ends it.
  public var onStreamCall: (@MainActor (_ dialect: String, _ body: JSONValue?, _ stream: InMemoryStream) -> Void)?
  private var open: [UInt64: (Settlement) -> Void] = [:]
  /// The bytes of this page that the app has not taken yet.
  private var handedOver: [String: Bytes] = [:]
  /// The bytes of the app that this page has not collected yet.
  private var offered: [String: Bytes] = [:]
  private var latestBytes = 0
  private var latest: UInt64 = 0
  private var expectedPacket: UInt64 = 1
  private var isReading = false
  /// The packets that arrived while another packet was being processed, in order.
  private var packets: [String] = []

  /// The outcome of a request for the page.
  public enum Settlement: Hashable, Sendable {
    /// The request resolved with a value; nil is `undefined`.
    case resolved(JSONValue?)
    /// The request resolved with bytes.
    case resolvedBytes(Bytes)
    /// The request rejected with this reason; nil is `undefined`.
    case rejected(JSONValue?)
  }

  /// Opens a conversation with the bridge, by default as the main frame of an origin.
  public init(
    _ bridge: Bridge, origin: Origin = Origin(scheme: "https", host: "page.example"), isMainFrame: Bool = true,
    mainFrameOrigin: Origin? = nil
  ) {
    frame = Frame(
      document: DocumentID(), isMainFrame: isMainFrame, origin: origin, mainFrameOrigin: mainFrameOrigin)
    self.bridge = bridge
    conversation = bridge.open(self)
  }

  // MARK: From the page

  /// Sends a request, with bytes beside the body if any are given, and waits for the settlement.
  public func request(_ dialect: String, _ body: JSONValue?, bytes: Bytes? = nil) async -> Settlement {
    await withCheckedContinuation { continuation in
      request(dialect, text: body?.json ?? "", bytes: bytes) { continuation.resume(returning: $0) }
    }
  }

  /// Sends a request whose body can be any text, well formed or not.
  /// - Parameter whenSettled: takes the settlement. Never called if the document closes first.
  /// - Returns: the page's number for the request.
  @discardableResult
  public func request(
    _ dialect: String, text: String, bytes: Bytes? = nil, whenSettled: @escaping (Settlement) -> Void
  ) -> UInt64 {
    begin(whenSettled)
    if let bytes {
      conversation.receive("b \(dialect) \(latest) \(keep(bytes)) \(text)\n")
    } else {
      // Benchmarks measure this method. String interpolation would allocate and copy several times.
      var packet = "r "
      packet.reserveCapacity(dialect.utf8.count + text.utf8.count + 32)
      packet += dialect
      packet += " "
      packet += String(latest)
      packet += " "
      packet += text
      packet += "\n"
      conversation.receive(packet[...])
    }
    return latest
  }

  @discardableResult
  func begin(_ whenSettled: @escaping (Settlement) -> Void) -> UInt64 {
    latest += 1
    open[latest] = whenSettled
    return latest
  }

  /// Sends a message that gets no answer.
  public func post(_ dialect: String, _ body: JSONValue?) {
    conversation.receive("m \(dialect) \(body?.json ?? "")\n")
  }

  /// Tells the app that the answer to a request is no longer needed.
  public func withdraw(_ request: UInt64) {
    conversation.receive("c \(request)\n")
  }

  /// Sends any text, as a hostile page might.
  public func sendPacket(_ packet: String) {
    conversation.receive(packet[...])
  }

  /// Closes the conversation, as when the document goes away.
  public func close() {
    conversation.close()
  }

  // MARK: Bytes

  func keep(_ bytes: Bytes) -> String {
    let name = newName()
    handedOver[name] = bytes
    return name
  }

  private func newName() -> String {
    latestBytes += 1
    return "\(latestBytes)"
  }

  /// Removes and returns bytes that came with a request.
  public func takeBytes(named name: String) -> Bytes? { handedOver.removeValue(forKey: name) }

  /// Stores bytes until the line that names them arrives. Returns their name; nil if the waiting bytes would exceed the
  /// bridge's limit.
  public func offer(_ bytes: Bytes) -> String? {
    let waiting = offered.values.reduce(0) { $0 + $1.count }
    guard bytes.count <= bridge.limits.waitingBytes - waiting else { return nil }
    let name = newName()
    offered[name] = bytes
    return name
  }

  /// Whether the app has sent bytes whose line has not arrived.
  public var hasOfferedBytes: Bool { !offered.isEmpty }

  /// Removes and returns bytes that the app has sent.
  func collect(_ name: Wire.Text) -> Bytes? {
    guard let bytes = offered.removeValue(forKey: String(decoding: name, as: UTF8.self)) else { return nil }
    conversation.pageDidCollectBytes()
    return bytes
  }

  // MARK: From the app

  /// Drops all open requests, so that none of them is settled.
  public func conversationDidClose() {
    open = [:]
    streams = [:]
    answers = [:]
  }

  /// Processes a packet as the page runtime does: a packet that arrives while another is processed waits for its turn.
  public func send(_ packet: String) {
    guard !isReading else { return packets.append(packet) }
    isReading = true
    read(packet)
    while !packets.isEmpty { read(packets.removeFirst()) }
    isReading = false
  }

  private func read(_ packet: String) {
    var packet = packet
    packet.withUTF8 { text in
      var lines = PacketLines(text)
      var first = Wire.Words(lines.next() ?? text)
      let number = first.number()
      if number != expectedPacket {
        violations.append("the app sent packet \(number ?? 0) instead of packet \(expectedPacket)")
      }
      expectedPacket += 1
      while let line = lines.next() { take(line) }
    }
  }

  private func take(_ line: Wire.Text) {
    func isNone() { violations.append("the app sent an invalid line: \(String(decoding: line, as: UTF8.self))") }
    var words = Wire.Words(line)
    guard let kind = words.next(), kind.count == 1 else { return isNone() }
    switch kind[0] {
    case UInt8(ascii: "s"):
      guard let id = words.number() else { return isNone() }
      settle(id, .resolved(parse(words.rest)))
    case UInt8(ascii: "f"):
      guard let id = words.number() else { return isNone() }
      settle(id, .rejected(parse(words.rest)))
    case UInt8(ascii: "b"):
      guard let id = words.number() else { return isNone() }
      guard let bytes = collect(words.rest) else {
        return violations.append("the app sent an answer with the name of bytes that it never handed over")
      }
      settle(id, .resolvedBytes(bytes))
    case UInt8(ascii: "d"):
      guard let dialect = words.next() else { return isNone() }
      messages.append((String(decoding: dialect, as: UTF8.self), parse(words.rest)))
    case UInt8(ascii: "q"):
      guard let dialect = words.next(), let call = words.number() else { return isNone() }
      answer(call, String(decoding: dialect, as: UTF8.self), parse(words.rest))
    default:
      if !takeStreamed(kind[0], &words) { isNone() }
    }
  }

  func parse(_ text: Wire.Text) -> JSONValue? {
    switch Wire.parseBody(text, limits: bridge.limits) {
    case .value(let value): return value
    case .undefined: return nil
    case .unreadable(let reason):
      violations.append("the app sent a body that is not JSON: \(reason)")
      return nil
    }
  }

  private func settle(_ id: UInt64, _ settlement: Settlement) {
    if !streams.isEmpty { streams.removeValue(forKey: id)?.isOpen = false }
    guard let whenSettled = open.removeValue(forKey: id) else {
      return violations.append("the app settled request \(id), which is not open")
    }
    whenSettled(settlement)
  }

  private func answer(_ call: UInt64, _ dialect: String, _ body: JSONValue?) {
    Task {
      do {
        guard let onCall else { throw PageCallError.rejected("the page has no receiver for calls: set `onCall`") }
        let answer = try await Self.$answeredCall.withValue(call) { try await onCall(dialect, body) }
        conversation.receive("a \(call) \(answer?.json ?? "")\n")
      } catch {
        conversation.receive("e \(call) \(JSONValue.string("\(error)").json)\n")
      }
    }
  }
}
