import Foundation
import SeededGenerator
import Testing

@testable import CausewayHTTP

/// The rules of RFC 6455, sections 5 to 8, for what a client sends.
@Suite("Frames of WebSockets") struct WebSocketReaderTests {
  private func read(
    _ bytes: [UInt8], limit: Int = 1 << 20, parts: [Int]? = nil
  ) -> (events: [WebSocketReader.Event], fault: WebSocketFault?) {
    var reader = WebSocketReader(maximumBytes: limit)
    var events: [WebSocketReader.Event] = []
    var rest = bytes[...]
    var sizes = (parts ?? [bytes.count])[...]
    do throws(WebSocketFault) {
      repeat {
        let part = Array(rest.prefix(sizes.popFirst() ?? rest.count))
        rest = rest.dropFirst(part.count)
        part.withUnsafeBytes { reader.append($0) }
        while let event = try reader.next() { events.append(event) }
      } while !rest.isEmpty
      return (events, nil)
    } catch {
      return (events, error)
    }
  }

  @Test("Texts and bytes of every form of length are read", arguments: [0, 1, 125, 126, 127, 65_535, 65_536, 200_000])
  func lengths(_ count: Int) {
    let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) }
    #expect(read(ClientFrame.bytes(0x82, payload)).events == [.bytes(Data(payload))])
    let text = String(repeating: "é", count: count / 2)
    #expect(read(ClientFrame.text(text)).events == [.text(text)])
  }

  @Test("A message in fragments is one message, and control frames may come between them") func fragments() {
    let bytes =
      ClientFrame.bytes(0x01, [0xC3]) + ClientFrame.bytes(0x89, [1, 2]) + ClientFrame.bytes(0x00, [])
      + ClientFrame.bytes(0x8A, [3]) + ClientFrame.bytes(0x80, [0xA9])
    #expect(read(bytes).events == [.ping(Data([1, 2])), .pong, .text("é")])
  }

  @Test("The division into packets makes no difference, with any mask") func packets() {
    var random = SeededGenerator()
    for _ in 0..<200 {
      var bytes: [UInt8] = []
      var wanted: [WebSocketReader.Event] = []
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let payload = (0..<Int.random(in: 0...300, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random)
        }
        let mask = (0..<4).map { _ in UInt8.random(in: 0...255, using: &random) }
        let cut = Int.random(in: 0...payload.count, using: &random)
        bytes += ClientFrame.bytes(0x02, Array(payload[..<cut]), mask: mask)
        bytes += ClientFrame.bytes(0x80, Array(payload[cut...]), mask: mask.reversed())
        wanted.append(.bytes(Data(payload)))
      }
      let parts = (0..<bytes.count).map { _ in Int.random(in: 1...9, using: &random) }
      #expect(read(bytes, parts: parts).events == wanted, "seed \(random.seed)")
    }
  }

  @Test(
    "Frames that RFC 6455 does not allow are refused with 1002",
    arguments: [
      ([0xC1, 0x80, 0, 0, 0, 0], .extensionBits), ([0x83, 0x80, 0, 0, 0, 0], .opcode),
      ([0x8B, 0x80, 0, 0, 0, 0], .opcode), ([0x81, 0x01, 0x61], .notMasked),
      (ClientFrame.bytes(0x82, [1], lengthBytes: 2), .length), (ClientFrame.bytes(0x82, [1], lengthBytes: 8), .length),
      ([0x82, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], .length), (ClientFrame.bytes(0x09, []), .control),
      (ClientFrame.bytes(0x89, [UInt8](repeating: 0, count: 126)), .control), (ClientFrame.bytes(0x80, []), .sequence),
      (ClientFrame.bytes(0x01, []) + ClientFrame.bytes(0x81, []), .sequence), (ClientFrame.bytes(0x88, [3]), .closing),
      (ClientFrame.close(999), .closing), (ClientFrame.close(1004), .closing), (ClientFrame.close(1005), .closing),
      (ClientFrame.close(1006), .closing), (ClientFrame.close(1015), .closing), (ClientFrame.close(2999), .closing),
      (ClientFrame.close(5000), .closing),
    ] as [([UInt8], WebSocketFault.Reason)])
  func malformed(_ bytes: [UInt8], _ reason: WebSocketFault.Reason) {
    #expect(read(bytes).fault == .malformed(reason))
    #expect(read(bytes).fault?.code == 1002)
  }

  @Test("A text or a reason that is not UTF-8 is refused with 1007") func notUTF8() {
    #expect(read(ClientFrame.bytes(0x81, [0xC3])).fault == .notUTF8)
    #expect(read(ClientFrame.bytes(0x81, [0xED, 0xA0, 0x80])).fault == .notUTF8)
    #expect(read(ClientFrame.bytes(0x88, [0x03, 0xE8, 0xFF])).fault == .notUTF8)
    #expect(WebSocketFault.notUTF8.code == 1007)
  }

  @Test("A message that is too long is refused with 1009 at its head, in one frame or in several") func tooLong() {
    #expect(read(ClientFrame.bytes(0x82, [UInt8](repeating: 0, count: 11)), limit: 10).fault == .tooLong(10))
    #expect(read([0x82, 0xFF, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0], limit: 10).fault == .tooLong(10))
    let fragments = ClientFrame.bytes(0x02, [UInt8](repeating: 0, count: 6))
    #expect(read(fragments + ClientFrame.bytes(0x80, [1, 2, 3, 4]), limit: 10).fault == nil)
    #expect(read(fragments + ClientFrame.bytes(0x80, [1, 2, 3, 4, 5]), limit: 10).fault?.code == 1009)
  }

  @Test("After a close frame nothing more is read") func closing() {
    #expect(read(ClientFrame.close(4000, "bye") + ClientFrame.text("x")).events == [.close(4000, reason: "bye")])
    #expect(read(ClientFrame.bytes(0x88)).events == [.close(nil, reason: "")])
  }

  @Test("The reason of a close frame is shortened between two characters") func longReason() {
    let payload = WebSocketFrame.closing(1000, String(repeating: "é", count: 100))
    #expect(payload.count == 124)
    #expect(String(validating: payload.dropFirst(2), as: UTF8.self) != nil)
  }
}
