import Testing

@testable import CausewayHTTP

@Suite("Reading requests from bytes") struct RequestReaderTests {
  /// The events that the reader returned for some bytes, with the parts of each body joined, and its fault.
  private struct Outcome: Hashable {
    var events: [RequestReader.Event] = []
    var fault: RequestFault?
  }

  private func read(_ text: String, parts: Int) -> Outcome {
    var reader = RequestReader()
    var outcome = Outcome()
    var rest = Array(text.utf8)[...]
    do throws(RequestFault) {
      while !rest.isEmpty {
        reader.append(rest.prefix(parts))
        rest = rest.dropFirst(parts)
        while let event = try reader.next() {
          if case .body(let part) = event, case .body(let before) = outcome.events.last {
            outcome.events[outcome.events.count - 1] = .body((Array(before) + Array(part))[...])
          } else {
            outcome.events.append(event)
          }
        }
      }
    } catch {
      outcome.fault = error
    }
    return outcome
  }

  private static let requests =
    OddRequest.all.map(\.text) + [
      "GET /a/b?c HTTP/1.1\r\nHost: x\r\n\r\nPOST / HTTP/1.1\r\nHost: y\r\nContent-Length: 3\r\n\r\nabcGET",
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n10;b\r\n0123456789abcdef\r\n0\r\nX: y\r\n\r\n",
    ]

  @Test("The events do not depend on how the bytes were divided", arguments: requests)
  func division(text: String) {
    let whole = read(text, parts: .max)
    for size in 1...7 { #expect(read(text, parts: size) == whole) }
  }

  @Test("After a fault, the reader returns the same fault again") func afterFault() throws {
    var reader = RequestReader()
    reader.append(Array("GET /\r\n\r\n".utf8))
    #expect(throws: RequestFault.malformed(.requestLine)) { try reader.next() }
    reader.append(Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
    #expect(throws: RequestFault.malformed(.requestLine)) { try reader.next() }
  }

  @Test("The chunks of a body are joined, and their extensions and trailers are dropped") func chunks() throws {
    let outcome = read(Self.requests[Self.requests.count - 1], parts: .max)
    #expect(outcome.fault == nil)
    guard outcome.events.count == 3, case .head(let head) = outcome.events[0] else {
      Issue.record("\(outcome.events)")
      return
    }
    #expect(head.framing == .chunked)
    #expect(head.fields.map(\.name) == ["Host", "Transfer-Encoding"])
    #expect(outcome.events[1] == .body(Array("a0123456789abcdef".utf8)[...]))
    #expect(outcome.events[2] == .end)
  }

  @Test("Trailers have the same limits as header fields") func endlessTrailers() {
    let head = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
    #expect(read(head + String(repeating: "A:\r\n", count: 300), parts: .max).fault == .fieldsTooLarge)
    #expect(read(head + String(repeating: "a", count: 110_000), parts: .max).fault == .fieldsTooLarge)
  }

  @Test("The line with a chunk's size has a limit") func endlessChunkLine() {
    let head = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1;"
    #expect(read(head + String(repeating: "a", count: 5_000), parts: .max).fault == .malformed(.chunk))
  }
}
