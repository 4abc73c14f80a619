import Causeway
import CausewayJSON

/// A page without a web view: the page runtime's half of a conversation, in Swift, in the same process.
///
/// For tests of an app's own capabilities and for measuring the engine alone. What the engine says is kept to the
/// letter: a settlement of a request that is not open, or a packet out of order, lands in ``violations``.
@MainActor public final class InMemoryPage: Channel {
  /// The frame that this page pretends to be.
  public let frame: Frame
  /// The conversation with the app.
  public private(set) var conversation: Conversation!

  /// The messages that the app sent of itself, with their dialects, in order.
  public private(set) var messages: [(dialect: String, body: JSONValue?)] = []
  /// What the app's side must never do; empty in every correct run.
  public private(set) var violations: [String] = []
  /// Answers the app's calls: a dialect and a body in, an answer out; thrown errors become refusals.
  public var onCall: (@MainActor (_ dialect: String, _ body: JSONValue?) async throws -> JSONValue?)?
  /// Whether packets can be taken; the app gathers what it has to say meanwhile.
  public var isReady = true {
    didSet { if isReady, !oldValue { conversation.channelIsReady() } }
  }

  private let bridge: Bridge
  private var open: [UInt64: (Settlement) -> Void] = [:]
  private var bytes: [String: Bytes] = [:]
  private var latestBytes = 0
  private var latest: UInt64 = 0
  private var expectedPacket: UInt64 = 1
  private var packets: [String] = []

  /// How a request ended for the page.
  public enum Settlement: Hashable, Sendable {
    /// It resolved; nil is `undefined`.
    case resolved(JSONValue?)
    /// It resolved with bytes.
    case resolvedBytes(Bytes)
    /// It rejected with this reason; nil is `undefined`.
    case rejected(JSONValue?)
  }

  /// Opens a conversation with the bridge, as the main frame of an origin unless told otherwise.
  public init(
    _ bridge: Bridge, origin: Origin = Origin(scheme: "https", host: "page.example"), isMainFrame: Bool = true,
    mainFrameOrigin: Origin? = nil
  ) {
    frame = Frame(
      document: DocumentID(), isMainFrame: isMainFrame, origin: origin, mainFrameOrigin: mainFrameOrigin)
    self.bridge = bridge
    conversation = bridge.open(self)
  }

  // MARK: The page speaks

  /// Asks, with bytes beside the body if any are given, and waits for the settlement.
  public func request(_ dialect: String, _ body: JSONValue?, bytes: Bytes? = nil) async -> Settlement {
    await withCheckedContinuation { continuation in
      request(dialect, text: body?.json ?? "", bytes: bytes) { continuation.resume(returning: $0) }
    }
  }

  /// Asks with a body in any spelling, well formed or not.
  /// - Parameter whenSettled: called when the request is settled; never if the document goes away first.
  /// - Returns: the page's number of the request.
  @discardableResult
  public func request(
    _ dialect: String, text: String, bytes: Bytes? = nil, whenSettled: @escaping (Settlement) -> Void
  ) -> UInt64 {
    latest += 1
    open[latest] = whenSettled
    if let bytes {
      conversation.receive("b \(dialect) \(latest) \(keep(bytes)) \(text)\n")
    } else {
      conversation.receive("r \(dialect) \(latest) \(text)\n")
    }
    return latest
  }

  /// Tells something that has no answer.
  public func post(_ dialect: String, _ body: JSONValue?) {
    conversation.receive("m \(dialect) \(body?.json ?? "")\n")
  }

  /// Says that an answer is no longer wanted.
  public func withdraw(_ request: UInt64) {
    conversation.receive("c \(request)\n")
  }

  /// Says anything, as a hostile page might.
  public func say(_ packet: String) {
    conversation.receive(packet[...])
  }

  /// The document goes away.
  public func close() {
    conversation.close()
  }

  // MARK: Bytes

  private func keep(_ bytes: Bytes) -> String {
    latestBytes += 1
    self.bytes["\(latestBytes)"] = bytes
    return "\(latestBytes)"
  }

  /// Gives bytes that came with a request, once.
  public func takeBytes(named name: String) -> Bytes? { bytes.removeValue(forKey: name) }

  /// Keeps bytes until the settlement comes, as many as the bridge's limits allow.
  public func offer(_ bytes: Bytes) -> String? {
    let waiting = self.bytes.values.reduce(0) { $0 + $1.count }
    return bytes.count <= bridge.limits.waitingBytes - waiting ? keep(bytes) : nil
  }

  // MARK: The app speaks

  /// Nothing more is answered.
  public func conversationDidClose() {
    open = [:]
  }

  /// Takes a packet, as the page runtime does: one that comes while another is read is read after it.
  public func send(_ packet: String) {
    packets.append(packet)
    guard packets.count == 1 else { return }
    while let packet = packets.first {
      read(packet)
      packets.removeFirst()
    }
  }

  private func read(_ packet: String) {
    var packet = packet
    packet.withUTF8 { text in
      var lines = PacketLines(text)
      var first = Wire.Words(lines.next() ?? text)
      let number = first.number()
      if number != expectedPacket { violations.append("packet \(number ?? 0) in the place of \(expectedPacket)") }
      expectedPacket += 1
      while let line = lines.next() { take(line) }
    }
  }

  private func take(_ line: Wire.Text) {
    func isNone() { violations.append("a line that is none: \(String(decoding: line, as: UTF8.self))") }
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
      guard let bytes = takeBytes(named: String(decoding: words.rest, as: UTF8.self)) else {
        return violations.append("bytes that are not there")
      }
      settle(id, .resolvedBytes(bytes))
    case UInt8(ascii: "d"):
      guard let dialect = words.next() else { return isNone() }
      messages.append((String(decoding: dialect, as: UTF8.self), parse(words.rest)))
    case UInt8(ascii: "q"):
      guard let dialect = words.next(), let call = words.number() else { return isNone() }
      answer(call, String(decoding: dialect, as: UTF8.self), parse(words.rest))
    default: isNone()
    }
  }

  private func parse(_ text: Wire.Text) -> JSONValue? {
    switch Wire.parseBody(text, limits: bridge.limits) {
    case .value(let value): return value
    case .undefined: return nil
    case .unreadable(let reason):
      violations.append("a body that is not JSON: \(reason)")
      return nil
    }
  }

  private func settle(_ id: UInt64, _ settlement: Settlement) {
    guard let whenSettled = open.removeValue(forKey: id) else {
      return violations.append("a settlement of a request that is not open: \(id)")
    }
    whenSettled(settlement)
  }

  private func answer(_ call: UInt64, _ dialect: String, _ body: JSONValue?) {
    Task {
      do {
        guard let onCall else { throw PageCallError.rejected("the page takes no calls") }
        let answer = try await onCall(dialect, body)
        conversation.receive("a \(call) \(answer?.json ?? "")\n")
      } catch {
        conversation.receive("e \(call) \(JSONValue.string("\(error)").json)\n")
      }
    }
  }
}
