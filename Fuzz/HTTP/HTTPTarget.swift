import Foundation
import FuzzSupport

@testable import HTTPSyntax

@MainActor @c(LLVMFuzzerTestOneInput)
func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  Fuzzer.test(data, size, HTTPTarget.check)
}

/// The fuzzing target of the HTTP request reader. It checks that the bytes of a connection give the same requests,
/// however they are divided into packets. It also checks that an accepted request, written in a plain form, is read
/// as the same request.
@MainActor enum HTTPTarget {
  /// A request with its body.
  private struct Request: Equatable {
    var head: RequestHead
    var body: [UInt8] = []
  }

  private struct Outcome: Equatable {
    var requests: [Request] = []
    /// The last request, if it is incomplete.
    var open: Request?
    var fault: RequestFault?
  }

  private static let limits = RequestReader.Limits(headBytes: 2_048, fields: 16, chunkLineBytes: 64)

  static func check(_ bytes: UnsafeBufferPointer<UInt8>) {
    let whole = read(bytes, sizes: [max(bytes.count, 1)])
    expect(read(bytes, sizes: [1]) == whole, "read byte by byte, the input gives other requests")
    // The first bytes of the input choose the sizes of the packets.
    let sizes = bytes.prefix(8).map { Int($0 % 16) + 1 }
    if !sizes.isEmpty { expect(read(bytes, sizes: sizes) == whole, "packets of \(sizes) bytes give other requests") }
    for request in whole.requests { check(request) }
    if let open = whole.open { check(open.head) }
    if let fault = whole.fault { expect((400...599).contains(fault.status) && !fault.text.isEmpty, "\(fault)") }
  }

  private static func check(_ request: Request) {
    check(request.head)
    if case .length(let length) = request.head.framing {
      expect(request.body.count == length, "the body has a wrong length")
    }
    let text = plain(request)
    // The plain form can be longer than the original, so a head of the maximum size needs higher limits.
    let limits = RequestReader.Limits(
      headBytes: 2 * limits.headBytes, fields: limits.fields + 2, chunkLineBytes: limits.chunkLineBytes)
    let again = text.withUnsafeBufferPointer { read($0, sizes: [text.count], limits: limits) }
    expect(
      again.fault == nil && again.open == nil && again.requests.count == 1,
      "\(request) in its plain form is not read as one request")
    expect(again.requests.first?.body == request.body, "the plain form has another body")
    expect(again.requests.first?.head.target.path == request.head.target.path, "the plain form has another path")
    expect(again.requests.first?.head.target.query == request.head.target.query, "the plain form has another query")
    expect(again.requests.first?.head.method == request.head.method, "the plain form has another method")
  }

  /// Checks the properties of a head that a handler relies on.
  private static func check(_ head: RequestHead) {
    expect(!head.method.isEmpty && head.method.utf8.allSatisfy(\.isTokenCharacter), "method \(head.method)")
    let path = head.target.path
    expect(path.hasPrefix("/"), "path \(path)")
    for part in head.target.text.utf8 {
      expect(part.isVisible && part != UInt8(ascii: "#"), "target \(path)")
    }
    if let segments = PercentCoding.segments(path) {
      expect(!segments.contains { $0 == "." || $0 == ".." || $0.contains("\0") }, "segments \(segments)")
    }
    _ = PercentCoding.fields(head.target.query ?? "")
    for field in head.fields {
      expect(!field.name.isEmpty && field.name.utf8.allSatisfy(\.isTokenCharacter), "name \(field.name)")
      expect(!field.value.utf8.contains { $0 != .tab && ($0 < .space || $0 == 0x7f) }, "value of \(field.name)")
    }
    let names = head.fields.map { $0.name.lowercased() }
    expect(names.count { $0 == "host" } <= 1, "the head has two Host fields")
    expect(names.count { $0 == "content-length" || $0 == "transfer-encoding" } <= 1, "the head has two length fields")
    if case .length(let length) = head.framing { expect(length >= 0, "length \(length)") }
  }

  private static func read(
    _ bytes: UnsafeBufferPointer<UInt8>, sizes: [Int], limits: RequestReader.Limits = limits
  ) -> Outcome {
    var reader = RequestReader(limits: limits)
    var outcome = Outcome()
    var rest = bytes[...]
    var turn = 0
    do throws(RequestFault) {
      while !rest.isEmpty {
        let size = sizes[turn % sizes.count]
        turn += 1
        reader.append(rest.prefix(size))
        rest = rest.dropFirst(size)
        while let event = try reader.next() {
          switch event {
          case .head(let head):
            expect(outcome.open == nil, "a head came inside a request")
            outcome.open = Request(head: head)
          case .body(let part):
            expect(outcome.open != nil && !part.isEmpty, "a body part is empty or has no request")
            outcome.open?.body += part
          case .end:
            guard let request = outcome.open else { fatalError("an end came without a head") }
            outcome.requests.append(request)
            outcome.open = nil
          }
        }
        expect(!reader.hasInput, "bytes were not read")
      }
    } catch {
      outcome.fault = error
      reader.append(bytes)
      do throws(RequestFault) {
        _ = try reader.next()
        fatalError("the reader continued after \(error)")
      } catch let again {
        expect(again == error, "the reader reports another fault the second time")
      }
    }
    return outcome
  }

  /// Returns the request in a plain form: with the fields `Host` and `Content-Length` only, and without chunks.
  private static func plain(_ request: Request) -> [UInt8] {
    let head = request.head
    let text =
      "\(head.method) \(head.target.text) HTTP/1.1\r\nHost: x\r\nContent-Length: \(request.body.count)\r\n\r\n"
    return Array(text.utf8) + request.body
  }
}
