import Foundation
import FuzzSupport

@testable import WebSocketFrames

@MainActor @c(LLVMFuzzerTestOneInput)
func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  Fuzzer.test(data, size, WebSocketTarget.check)
}

/// The fuzzing target of the reader of a client's frames. It checks that the bytes of a connection give the same events,
/// however they are divided into packets, and that no message exceeds the limit.
@MainActor enum WebSocketTarget {
  private struct Outcome: Equatable {
    var events: [WebSocketReader.Event] = []
    var fault: WebSocketFault?
  }

  private static let maximumBytes = 1_000

  static func check(_ bytes: UnsafeBufferPointer<UInt8>) {
    let whole = read(bytes, sizes: [max(bytes.count, 1)])
    expect(read(bytes, sizes: [1]) == whole, "read byte by byte, the input gives other events")
    // The first bytes of the input choose the sizes of the packets.
    let sizes = bytes.prefix(8).map { Int($0 % 16) + 1 }
    if !sizes.isEmpty { expect(read(bytes, sizes: sizes) == whole, "packets of \(sizes) bytes give other events") }
    for event in whole.events { check(event) }
    if let fault = whole.fault { expect([1002, 1007, 1009].contains(fault.code) && !fault.text.isEmpty, "\(fault)") }
  }

  private static func check(_ event: WebSocketReader.Event) {
    switch event {
    case .text(let text): expect(text.utf8.count <= maximumBytes, "a text is too long")
    case .bytes(let bytes): expect(bytes.count <= maximumBytes, "a message is too long")
    case .ping(let payload): expect(payload.count <= WebSocketFrame.maximumControlBytes, "a ping is too long")
    case .pong: break
    case .close(let code, let reason):
      expect(code != nil || reason.isEmpty, "a reason without a code")
      if let code {
        expect((1000...4999).contains(code), "code \(code)")
        let payload = WebSocketFrame.closing(code, reason)
        expect(payload.count <= WebSocketFrame.maximumControlBytes, "a close frame is too long")
      }
    }
  }

  private static func read(_ bytes: UnsafeBufferPointer<UInt8>, sizes: [Int]) -> Outcome {
    var reader = WebSocketReader(maximumBytes: maximumBytes)
    var outcome = Outcome()
    var rest = bytes[...]
    var turn = 0
    do throws(WebSocketFault) {
      while !rest.isEmpty {
        let part = Array(rest.prefix(sizes[turn % sizes.count]))
        turn += 1
        part.withUnsafeBytes { reader.append($0) }
        rest = rest.dropFirst(part.count)
        while let event = try reader.next() { outcome.events.append(event) }
      }
    } catch {
      outcome.fault = error
      do throws(WebSocketFault) {
        _ = try reader.next()
        fatalError("the reader continued after \(error)")
      } catch let again {
        expect(again == error, "the reader reports another fault the second time")
      }
    }
    return outcome
  }
}
