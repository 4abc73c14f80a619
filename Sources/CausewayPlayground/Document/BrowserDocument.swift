import Causeway
import Foundation

/// One document in a browser: a channel that sends packets as text frames of the document's WebSocket.
@MainActor final class BrowserDocument: Channel {
  /// The close code with which a conversation ends for good.
  static let ended: UInt16 = 4000
  /// The close code for a token that is unknown or was used before.
  static let refused: UInt16 = 4001
  /// The maximum length of the name of a frame or a tab, in bytes.
  static let maximumName = 64
  /// The time within which a page must answer a question of the server. The time is limited because a page that is
  /// stopped in a debugger does not answer.
  private static let answerTime: Duration = .seconds(5)

  let frame: Frame
  /// The properties of the document that the server knew when it sent the HTML.
  let issued: IssuedDocument
  /// The host and the port of the document's address.
  var host: String { issued.host }
  private(set) var conversation: Conversation!
  private let socket: ClientSocket
  private let waiting: WaitingBytes<Data>
  private var window = SendWindow()
  private var questions: [Int: CheckedContinuation<Bool, Never>] = [:]
  private var fetches: [String: CheckedContinuation<Void, Never>] = [:]
  private var latestQuestion = 0
  /// The token with which the page may connect again.
  private(set) var token: String
  private var isEnded = false
  /// Called when the page is loaded.
  var onLoad: (@MainActor () -> Void)?
  /// Called when a sub-frame has sent its name to this document.
  var onFrame: (@MainActor (String) -> Void)?
  /// Called when the document has gone away.
  var onEnd: (@MainActor () -> Void)?

  init(_ socket: ClientSocket, frame: Frame, issued: IssuedDocument, token: String, bridge: Bridge) {
    self.socket = socket
    self.token = token
    self.frame = frame
    self.issued = issued
    waiting = WaitingBytes(limit: bridge.limits.waitingBytes)
    conversation = bridge.open(self)
    waiting.onCollect = { [weak self] in self?.conversation.pageDidCollectBytes() }
    socket.onText = { [weak self] text in self?.receive(text) }
    socket.onBytes = { [weak self] bytes in self?.receive(bytes) }
    socket.onClose = { [weak self] in self?.end() }
  }

  // MARK: The channel

  var isReady: Bool { socket.isOpen && window.hasRoom }

  func send(_ packet: String) {
    window.didSend(packet.utf8.count)
    socket.send(packet)
  }

  func takeBytes(named name: String) -> Bytes? {
    waiting.take(name).map { Bytes(storage: DataStorage(data: $0)) }
  }

  func offer(_ bytes: Bytes) -> String? {
    waiting.offer((bytes.storage as? DataStorage)?.data ?? bytes.withUnsafeBytes { Data($0) })
  }

  var hasOfferedBytes: Bool { waiting.hasOfferedBytes }

  func conversationDidClose() {
    waiting.close()
    socket.close(Self.ended, "The app has closed this conversation.")
  }

  /// Closes the connection, because the server is stopping. The page connects again as soon as a server is running.
  func leave() {
    socket.close(1001, "causeway serve is stopping")
  }

  /// Ends the conversation at once, because the page has connected again and this connection is dead.
  func supersede() {
    leave()
    end()
  }

  private func end() {
    guard !isEnded else { return }
    isEnded = true
    conversation.close()
    for question in questions.values { question.resume(returning: false) }
    for fetch in fetches.values { fetch.resume() }
    (questions, fetches) = ([:], [:])
    onEnd?()
    (onLoad, onFrame, onEnd) = (nil, nil, nil)
  }

  // MARK: From the page

  func receive(_ text: String) {
    let rest = text.dropFirst()
    switch text.utf8.first {
    case UInt8(ascii: "="): acknowledge(Int(rest))
    case UInt8(ascii: "<"): deliver(String(rest))
    case UInt8(ascii: "!"): onLoad?()
    case UInt8(ascii: "^"): if rest.utf8.count <= Self.maximumName { onFrame?(String(rest)) }
    case UInt8(ascii: "$"): fetches.removeValue(forKey: String(rest))?.resume()
    case UInt8(ascii: "?"):
      let words = rest.split(separator: " ")
      guard words.count == 2, let number = Int(words[0]) else { return }
      questions.removeValue(forKey: number)?.resume(returning: words[1] == "1")
    default: conversation.receive(text[...])
    }
  }

  private func acknowledge(_ count: Int?) {
    guard let count, window.didReceive(count) else { return }
    conversation.channelIsReady()
  }

  func receive(_ bytes: Data) {
    guard let end = bytes.prefix(21).firstIndex(of: UInt8(ascii: "\n")) else { return }
    let name = String(decoding: bytes[..<end], as: UTF8.self)
    let isTaken = waiting.handOver(bytes[(end + 1)...], under: name)
    socket.send(">\(name) \(isTaken ? 1 : 0)")
  }

  /// Sends the bytes that the page has requested.
  private func deliver(_ name: String) {
    guard let bytes = waiting.collect(name) else { return socket.send(">\(name) 0") }
    socket.send(Data("\(name)\n".utf8) + bytes)
  }

  // MARK: To the page's transport

  /// Gives the page a new token with which it may connect again.
  /// - Parameter both: the token, and the token of the page's frames.
  func renew(token: String, both: String) {
    self.token = token
    socket.send("+" + both)
  }

  /// Makes the browser load the page again.
  func reload() { if socket.isOpen { socket.send("*") } }

  /// Sends the page the name of its tab.
  func send(tab: String) { socket.send("~" + tab) }

  /// Returns whether the page has a function under a dotted name. Returns false if the document is gone or does not
  /// answer.
  func hasFunction(_ name: String) async -> Bool {
    guard socket.isOpen else { return false }
    latestQuestion += 1
    let number = latestQuestion
    return await withCheckedContinuation { continuation in
      questions[number] = continuation
      socket.send("?\(number) \(name)")
      afterAnswerTime { [weak self] in self?.questions.removeValue(forKey: number)?.resume(returning: false) }
    }
  }

  /// Makes the page fetch a path of this server. Returns when the page has tried to fetch the path, is gone, or does
  /// not answer.
  func fetch(_ path: String) async {
    guard socket.isOpen else { return }
    await withCheckedContinuation { continuation in
      fetches[path] = continuation
      socket.send("$" + path)
      afterAnswerTime { [weak self] in self?.fetches.removeValue(forKey: path)?.resume() }
    }
  }

  private func afterAnswerTime(_ body: @escaping @MainActor () -> Void) {
    Task {
      try await Task.sleep(for: Self.answerTime)
      body()
    }
  }
}

/// A storage that holds a `Data` value without a copy.
private struct DataStorage: ByteStorage {
  let data: Data

  var count: Int { data.count }

  func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try data.withUnsafeBytes(body)
  }
}

/// The sizes of the packets that the page has not confirmed, which limit how many bytes wait in the connection.
struct SendWindow {
  /// The number of unconfirmed bytes at which sending stops.
  static let room = 8 << 20

  private var sizes: [Int] = []
  private var first = 0
  private var confirmed = 0
  private var bytes = 0

  /// Whether another packet may be sent.
  var hasRoom: Bool { bytes < Self.room }

  mutating func didSend(_ size: Int) {
    sizes.append(size)
    bytes += size
  }

  /// Records that the page has received `count` packets so far. Returns true if there is room again.
  mutating func didReceive(_ count: Int) -> Bool {
    let hadRoom = hasRoom
    while confirmed < count, first < sizes.count {
      bytes -= sizes[first]
      first += 1
      confirmed += 1
    }
    if first > 1024, first * 2 > sizes.count {
      sizes.removeFirst(first)
      first = 0
    }
    return !hadRoom && hasRoom
  }
}
