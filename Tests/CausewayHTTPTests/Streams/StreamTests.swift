import CausewayHTTP
import CausewayTransport
import Foundation
import Testing

@Suite("Bodies that are sent and read as they are made") struct StreamTests {
  private struct Failed: Error {}

  /// Parts that a test gives out one after the other.
  private actor Parts {
    private var waiting: CheckedContinuation<Data?, Never>?
    private var given: [Data?] = []

    func give(_ part: Data?) {
      if let waiting {
        self.waiting = nil
        waiting.resume(returning: part)
      } else {
        given.append(part)
      }
    }

    func next() async -> Data? {
      if !given.isEmpty { return given.removeFirst() }
      return await withCheckedContinuation { waiting = $0 }
    }
  }

  @Test("Each part is sent when it is made, in chunks, and the next request is served on the same connection")
  func chunks() async throws {
    let parts = Parts()
    try await withServer { _ in
    } handler: { request in
      request.target == "/stream" ? HTTPResponse(200, BodyStream { await parts.next() }) : .text(200, "next")
    } _: { url in
      let client = try RawClient(url)
      await client.send("GET /stream HTTP/1.1\r\nHost: x\r\n\r\n")
      let head = await client.read(upTo: "\r\n\r\n")
      #expect(head.contains("\r\nTransfer-Encoding: chunked\r\n") && !head.contains("Content-Length"))
      await parts.give(Data("first".utf8))
      #expect(await client.read(upTo: "first\r\n") == "5\r\nfirst\r\n")
      await parts.give(Data("second".utf8))
      #expect(await client.read(upTo: "second\r\n") == "6\r\nsecond\r\n")
      await parts.give(nil)
      #expect(await client.readBytes(5) == Array("0\r\n\r\n".utf8))
      await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(await client.readAnswer().hasSuffix("next"))
    }
  }

  @Test("A body of a known length has this length, also in the answer to HEAD, which has no body") func length()
    async throws
  {
    try await withServer { _ in
    } handler: { _ in
      let parts = Parts()
      await parts.give(Data("four".utf8))
      await parts.give(nil)
      return HTTPResponse(200, BodyStream(length: 4) { await parts.next() })
    } _: { url in
      let client = try RawClient(url)
      await client.send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(await client.read(upTo: "\r\n\r\n").contains("\r\nContent-Length: 4\r\n"))
      #expect(await client.readAnswer().hasSuffix("\r\n\r\nfour"))
    }
  }

  @Test("A client of HTTP/1.0 gets a body of unknown length up to the end of the connection") func version10()
    async throws
  {
    try await withServer { _ in
    } handler: { _ in
      let parts = Parts()
      await parts.give(Data("all".utf8))
      await parts.give(nil)
      return HTTPResponse(200, BodyStream { await parts.next() })
    } _: { url in
      let client = try RawClient(url)
      await client.send("GET / HTTP/1.0\r\n\r\n")
      let answer = try #require(await client.readToEnd())
      #expect(answer.hasSuffix("\r\n\r\nall") && !answer.contains("chunked"))
    }
  }

  @Test(
    "A body that breaks off, or has another length than stated, ends the connection without an end of the body",
    arguments: ["/throws", "/short", "/long"])
  func broken(_ path: String) async throws {
    try await withServer { _ in
    } handler: { request in
      let parts = Parts()
      await parts.give(Data("part".utf8))
      switch request.target {
      case "/throws":
        return HTTPResponse(
          200,
          BodyStream {
            guard let part = await parts.next() else { throw Failed() }
            await parts.give(nil)
            return part
          })
      case "/short":
        await parts.give(nil)
        return HTTPResponse(200, BodyStream(length: 5) { await parts.next() })
      default:
        return HTTPResponse(200, BodyStream(length: 3) { await parts.next() })
      }
    } _: { url in
      let client = try RawClient(url)
      await client.send("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\nGET \(path) HTTP/1.1\r\nHost: x\r\n\r\n")
      let answer = try #require(await client.readToEnd())
      #expect(answer.components(separatedBy: "HTTP/1.1 200").count == 2, "the second request got no answer: \(answer)")
      #expect(!answer.contains("\r\n0\r\n"))
    }
  }

  /// Opens a gate when it is released.
  private final class Release: Sendable {
    private let gate: Gate

    init(_ gate: Gate) { self.gate = gate }

    deinit { gate.open() }
  }

  @Test("A stream waits while its client does not read, and is released when the client goes")
  func backpressure() async throws {
    let made = Statuses()
    let released = Gate()
    try await withServer {
      $0.cancelsAtEndOfInput = true
    } handler: { _ in
      let release = Release(released)
      return HTTPResponse(
        200,
        BodyStream {
          withExtendedLifetime(release) { made.append(1) }
          return Data(count: 1 << 20)
        })
    } _: { url in
      let client = try RawClient(url)
      await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      _ = await client.readBytes(4 << 20)
      client.abort()
      await released.wait()
      #expect(made.all.count < 64, "the kernels of both sides keep some MB, and the server no more than one part")
    }
  }

  // MARK: Requests

  @Test("A handler that forwards gets the target and the fields as they were sent") func raw() async throws {
    try await withServer {
      $0.forwards = true
    } handler: { request in
      let value = request.forwardedFields.first { $0.name == "X-Name" }?.bytes ?? []
      return .text(200, "\(request.target) \(value.map { String($0, radix: 16) }.joined())")
    } _: { url in
      for target in ["/group%2Fapp", "/100%", "/%e9", "/?c=%zz", "/[id].js?x={}|^", "/a?", "/a??b", "//x"] {
        let client = try RawClient(url)
        await client.send(
          Array("GET \(target) HTTP/1.1\r\nHost: x\r\nX-Name: ".utf8) + [0xE9, 0x20, 0xFF, 13, 10, 13, 10])
        #expect(await client.readAnswer().hasSuffix("\r\n\r\n\(target) e920ff"))
      }
    }
  }

  @Test("A handler that forwards gets the body while it arrives, of any length", arguments: [true, false])
  func upload(_ isChunked: Bool) async throws {
    let arrived = Parts()
    try await withServer {
      $0.forwards = true
      $0.maximumBodyBytes = 10
    } handler: { request in
      var count = 0
      do {
        while let part = try await request.stream?.next() {
          count += part.count
          await arrived.give(part)
        }
      } catch {
        return .text(500, "\(error)")
      }
      return .text(200, "\(count) \(request.stream?.length ?? -1)")
    } _: { url in
      let client = try RawClient(url)
      let framing = isChunked ? "Transfer-Encoding: chunked" : "Content-Length: 300005"
      await client.send("POST / HTTP/1.1\r\nHost: x\r\n\(framing)\r\n\r\n" + (isChunked ? "5\r\nfirst\r\n" : "first"))
      #expect(await arrived.next() == Data("first".utf8))
      let rest = [UInt8](repeating: 0x61, count: 300_000)
      await client.send(isChunked ? Array("493e0\r\n".utf8) + rest + Array("\r\n0\r\n\r\n".utf8) : rest)
      #expect(await client.readAnswer().hasSuffix("300005 \(isChunked ? -1 : 300_005)"))
      await client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
      #expect(await client.readAnswer().hasSuffix("0 -1"))
    }
  }

  @Test("An answer before the end of the body ends the connection, so that the rest is not read as a request")
  func early() async throws {
    try await withServer {
      $0.forwards = true
    } handler: { _ in
      .text(403, "no")
    } _: { url in
      let client = try RawClient(url)
      await client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 60\r\n\r\nGET /evil HTTP/1.1\r\nHost: x\r\n\r\n")
      let answer = try #require(await client.readToEnd())
      #expect(answer.contains("Connection: close") && answer.hasSuffix("no"))
    }
  }

  @Test("A client that goes in the middle of a body ends it with an error") func broken() async throws {
    let failed = Gate()
    try await withServer {
      $0.forwards = true
    } handler: { request in
      do {
        while try await request.stream?.next() != nil {}
      } catch {
        // The task is cancelled too, so the error may be either of the two.
        #expect(error is RequestBody.Broken || error is CancellationError, "\(error)")
        failed.open()
      }
      return .noAnswer
    } _: { url in
      let client = try RawClient(url)
      await client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 60\r\n\r\nabc")
      client.abort()
      await failed.wait()
    }
  }

  @Test("A body that is not valid in the middle is refused with 400") func badChunk() async throws {
    try await withServer {
      $0.forwards = true
    } handler: { request in
      do {
        while try await request.stream?.next() != nil {}
        return .text(200, "complete")
      } catch {
        return .text(200, "broken")
      }
    } _: { url in
      let client = try RawClient(url)
      await client.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabcX")
      #expect(await client.readToEnd()?.hasPrefix("HTTP/1.1 400 ") == true)
    }
  }
}
