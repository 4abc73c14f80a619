import CausewayJSON
import FuzzSupport

@testable import Causeway

/// The page's end of the channel. It counts the page's requests and the app's answers.
@MainActor final class RecordingPage: Channel {
  let frame = Frame(document: DocumentID(), isMainFrame: true, origin: Origin(scheme: "https", host: "page.example"))
  var limits = Limits()
  var isReady = true
  var isClosed = false
  /// Whether the app dropped requests, because the page accepted no answers and too many answers waited.
  var hasDropped = false

  /// The number of requests with each id. `answered` is the number of answers to them.
  private var asked: [UInt64: Int] = [:]
  private var answered: [UInt64: Int] = [:]
  private var packets: UInt64 = 0
  private var calls: Set<UInt64> = []

  /// Counts the requests in a packet.
  func willSay(_ packet: Substring) {
    var packet = packet
    packet.withUTF8 { text in
      for line in PacketLines(text) {
        if case .request(_, let id, _, _) = Wire.parse(line) { asked[id, default: 0] += 1 }
      }
    }
  }

  func send(_ packet: String) {
    expect(isReady && !isClosed, "the app sent a packet that the page does not accept")
    var lines = packet.split(separator: "\n", omittingEmptySubsequences: false)
    packets += 1
    expect(lines.removeFirst() == "\(packets)", "packet \(packets) has a wrong number")
    expect(!lines.isEmpty, "a packet is empty")
    for line in lines { take(line) }
  }

  func conversationDidClose() { isClosed = true }

  /// Returns bytes for a name of one byte, the first time that the name is used. Returns nil for all other names.
  func takeBytes(named name: String) -> Bytes? {
    guard name.utf8.count == 1, taken.insert(name).inserted else { return nil }
    return [1, 2, 3]
  }

  private var taken: Set<String> = []

  private func take(_ line: Substring) {
    let isCall = line.hasPrefix("q ")
    let words = line.split(separator: " ", maxSplits: isCall ? 3 : 2, omittingEmptySubsequences: false)
    expect(words.count == (isCall ? 4 : 3), "a line has too few parts: \(line)")
    let body = words[words.count - 1]
    expect(try body.isEmpty || !JSONValue(parsing: String(body)).json.isEmpty, "a body is not JSON: \(body)")
    // An answer can repeat a message. JSON escapes make each byte at most six bytes long, and the rest of the line is
    // shorter than 200 bytes.
    expect(line.utf8.count <= 6 * limits.messageBytes + 200, "an answer has \(line.utf8.count) bytes")
    switch words[0] {
    case "s", "f": settle(words[1])
    case "d": expect(words[1] == "causeway", "an event has a wrong dialect")
    case "q":
      guard let call = UInt64(words[2]) else { fatalError("a call has no number: \(line)") }
      expect(words[1] == "causeway" && calls.insert(call).inserted, "two calls have the same number")
    default: fatalError("a line has an unknown kind: \(line)")
    }
  }

  private func settle(_ text: Substring) {
    guard let id = UInt64(text) else { fatalError("a settlement has no number: \(text)") }
    answered[id, default: 0] += 1
    expect(answered[id, default: 0] <= asked[id, default: 0], "request \(id) was settled too often")
  }

  /// Checks that every id of a request has an answer, unless the app dropped requests. Call this at the end.
  ///
  /// A page can use an id again while its request is open. Such an id may have fewer answers than requests, so this
  /// method does not compare the two numbers.
  func checkAnswers() {
    if hasDropped { return }
    for id in asked.keys { expect(answered[id] != nil, "request \(id) was never settled") }
  }
}
