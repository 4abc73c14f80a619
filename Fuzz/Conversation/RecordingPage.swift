import CausewayJSON
import FuzzSupport

@testable import Causeway

/// The page's end of the channel. It counts the page's requests and the app's answers, and checks each line of the app.
@MainActor final class RecordingPage: Channel {
  let frame = Frame(document: DocumentID(), isMainFrame: true, origin: Origin(scheme: "https", host: "page.example"))
  var limits = Limits()
  var isReady = true
  var isClosed = false
  /// Whether the app dropped requests, because the page accepted no answers and too many answers were waiting.
  var hasDropped = false

  /// The number of requests with each id. `answered` has the number of answers to these requests.
  private var asked: [UInt64: Int] = [:]
  private var answered: [UInt64: Int] = [:]
  private var packets: UInt64 = 0
  private var calls: Set<UInt64> = []
  /// The calls whose answers the app no longer wants.
  private var withdrawnCalls: Set<UInt64> = []
  /// The remaining credit of each stream to the page: the credit that the page granted, minus the app's values.
  private var credit: [UInt64: Int] = [:]
  private var offered = 0
  /// Whether the page has not collected bytes that the app offered.
  private(set) var hasOfferedBytes = false

  /// Counts the requests in a packet, and the credit that it grants.
  func willSay(_ packet: Substring) {
    var packet = packet
    packet.withUTF8 { text in
      for line in PacketLines(text) {
        switch Wire.parse(line) {
        case .request(_, let id, _, let stream, _):
          asked[id, default: 0] += 1
          if case .toPage(let units) = stream { grant(id, units) }
        case .credit(let id, let units): grant(id, units)
        default: break
        }
      }
    }
  }

  private func grant(_ id: UInt64, _ units: UInt64) {
    credit[id] = min(credit[id, default: 0] + min(Int(clamping: units), 1 << 40), 1 << 40)
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

  /// Accepts bytes and returns their name. Refuses every third piece, as a page without room does.
  func offer(_ bytes: Bytes) -> String? {
    offered += 1
    guard !offered.isMultiple(of: 3) else { return nil }
    hasOfferedBytes = true
    return "\(offered)"
  }

  /// Collects all bytes that the app offered.
  func collectBytes() { hasOfferedBytes = false }

  private func take(_ line: Substring) {
    let count = Self.words(line)
    let words = line.split(separator: " ", maxSplits: count - 1, omittingEmptySubsequences: false)
    expect(words.count == count, "a line has too few parts: \(line)")
    let body = words[words.count - 1]
    // These lines end with a number or a name.
    let hasBody = !["w", "g", "h", "k"].contains(words[0])
    expect(
      try !hasBody || body.isEmpty || !JSONValue(parsing: String(body)).json.isEmpty, "a body is not JSON: \(body)")
    // An answer can repeat a message. JSON escapes make each byte at most six bytes long, and the rest of the line is
    // shorter than 200 bytes.
    expect(line.utf8.count <= 6 * limits.messageBytes + 200, "an answer has \(line.utf8.count) bytes")
    switch words[0] {
    case "s", "f": settle(words[1])
    case "d": expect(words[1] == "causeway", "an event has a wrong dialect")
    case "q", "t":
      expect(words[1] == "causeway" && calls.insert(number(words[2])).inserted, "two calls have the same number")
      if words[0] == "t" { expect(number(words[3]) > 0, "a call of a stream grants no credit") }
    case "k":
      expect(calls.contains(number(words[1])), "the app withdrew a call that it never made")
      expect(withdrawnCalls.insert(number(words[1])).inserted, "call \(words[1]) was withdrawn twice")
    case "h":
      expect(number(words[2]) > 0 && calls.contains(number(words[1])), "a grant for a call that was never made")
      expect(!withdrawnCalls.contains(number(words[1])), "a grant for the withdrawn call \(words[1])")
    case "v": takeStreamed(words[1], units: StreamFlow.size(ofText: body.utf8))
    case "w": takeStreamed(words[1], units: StreamFlow.overhead)
    case "g":
      expect(number(words[2]) > 0, "a grant is empty")
      expectOpen(number(words[1]))
    default: fatalError("a line has an unknown kind: \(line)")
    }
  }

  /// Returns the number of words in a line of this kind. The last word may contain spaces.
  private static func words(_ line: Substring) -> Int {
    switch line.first {
    case "q": 4
    case "t": 5
    case "k": 2
    default: 3
    }
  }

  private func number(_ text: Substring) -> UInt64 {
    guard let number = UInt64(text) else { fatalError("a line has no number: \(text)") }
    return number
  }

  /// Checks that the app has credit for the values that it sends. The bytes of pieces are not counted, so the remaining
  /// credit is never too small, and the check never fails wrongly.
  private func takeStreamed(_ text: Substring, units: Int) {
    let id = number(text)
    expectOpen(id)
    // A page can use an id again while its request is open; then the credit belongs to several requests.
    if asked[id] == 1 { expect(credit[id, default: 0] > 0, "stream \(id) got more than the page granted") }
    credit[id, default: 0] -= units
  }

  private func expectOpen(_ id: UInt64) {
    expect(asked[id] != nil, "a line for the stream \(id), which was never requested")
    if asked[id] == 1 { expect(answered[id] == nil, "a line for the stream \(id), which has ended") }
  }

  private func settle(_ text: Substring) {
    let id = number(text)
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
