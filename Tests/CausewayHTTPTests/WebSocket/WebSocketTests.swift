import CausewayHTTP
import Foundation
import Testing

@Suite("WebSockets of the server") struct WebSocketTests {
  private static let handshake = [
    "GET /chat HTTP/1.1", "Host: x", "Upgrade: websocket", "Connection: keep-alive, Upgrade",
    "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Extensions: permessage-deflate", "Sec-WebSocket-Protocol: chat",
  ]

  /// Runs a server whose WebSockets send back each message, and close for the text "close".
  private func withEcho(
    maximumBytes: Int = 1 << 20, _ change: (inout HTTPServer.Options) -> Void = { _ in },
    _ body: (URL) async throws -> Void
  ) async throws {
    try await withServer(change) { request in
      .webSocket(request, maximumBytes: maximumBytes) { socket in
        Task {
          while let messages = await socket.next() {
            for message in messages {
              switch message {
              case .text("close"): socket.close(4001, "as you wish")
              case .text(let text): socket.send(text)
              case .bytes(let bytes): socket.send(bytes)
              }
            }
          }
        }
      }
    } _: {
      try await body($0)
    }
  }

  private func connect(_ url: URL, _ lines: [String] = handshake) async throws -> (RawClient, head: String) {
    let client = try RawClient(url)
    await client.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
    return (client, await client.read(upTo: "\r\n\r\n"))
  }

  @Test("The handshake of RFC 6455 section 1.3 is accepted, without extensions and protocols") func accepted()
    async throws
  {
    try await withEcho { url in
      let (_, head) = try await connect(url)
      #expect(head.hasPrefix("HTTP/1.1 101 "))
      #expect(head.contains("\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"))
      #expect(!head.contains("Extensions") && !head.contains("Protocol:"))
    }
  }

  @Test(
    "A request that is no valid handshake gets an error",
    arguments: [
      ("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Key: short", 400),
      ("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "X: y", 400), ("Upgrade: websocket", "Upgrade: h2c", 400),
      ("Connection: keep-alive, Upgrade", "Connection: keep-alive", 400),
      ("GET /chat HTTP/1.1", "PUT /chat HTTP/1.1", 400),
      ("Sec-WebSocket-Version: 13", "Sec-WebSocket-Version: 8", 426),
    ])
  func refused(_ line: String, _ other: String, _ status: Int) async throws {
    try await withEcho { url in
      let (_, head) = try await connect(url, Self.handshake.map { $0 == line ? other : $0 })
      #expect(head.hasPrefix("HTTP/1.1 \(status) "))
      #expect(status != 426 || head.contains("Sec-WebSocket-Version: 13\r\n"))
    }
  }

  @Test("Messages are answered in order, also those that come with the handshake", arguments: [false, true])
  func echo(_ cancelsAtEndOfInput: Bool) async throws {
    try await withEcho {
      $0.cancelsAtEndOfInput = cancelsAtEndOfInput
    } _: { url in
      let client = try RawClient(url)
      let first = ClientFrame.text("one")
      await client.send(Array((Self.handshake.joined(separator: "\r\n") + "\r\n\r\n").utf8) + first)
      _ = await client.read(upTo: "\r\n\r\n")
      #expect(await client.readBytes(5) == [0x81, 3] + Array("one".utf8))
      await client.send(ClientFrame.text("two") + ClientFrame.bytes(0x89, [7]) + ClientFrame.bytes(0x82, [1, 2]))
      // The answer to a ping may overtake the messages.
      let bytes = await client.readBytes(12)
      #expect(bytes.count == 12)
      #expect([[0x8A, 1, 7] + [0x81, 3] + Array("two".utf8) + [0x82, 2, 1, 2]].contains(bytes), "\(bytes)")
    }
  }

  @Test("What the server sends as soon as it has the WebSocket arrives after the handshake") func first() async throws {
    try await withServer { _ in
    } handler: { request in
      .webSocket(request, maximumBytes: 1_000) { $0.send("first") }
    } _: { url in
      let (client, head) = try await connect(url)
      #expect(head.hasPrefix("HTTP/1.1 101 "))
      #expect(await client.readBytes(7) == [0x81, 5] + Array("first".utf8))
    }
  }

  @Test("A message of several MB comes back whole") func large() async throws {
    try await withEcho(maximumBytes: 8 << 20) { url in
      let (client, _) = try await connect(url)
      let payload = (0..<(5 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 7) }
      // The server reads a message to its end before it answers, so the client can send it without reading.
      #expect(await client.send(ClientFrame.bytes(0x82, payload)))
      let bytes = await client.readBytes(10 + payload.count)
      #expect(bytes.dropFirst(10).elementsEqual(payload))
    }
  }

  @Test("A close frame is answered with its code, and the server then ends the connection") func clientCloses()
    async throws
  {
    try await withEcho { url in
      let (client, _) = try await connect(url)
      await client.send(ClientFrame.text("last") + ClientFrame.close(4000, "bye"))
      let bytes = await client.readToEnd()
      #expect(bytes.map { Array($0.utf8) }?.contains(0x0F) == true, "the code 4000 is 0x0FA0")
    }
  }

  @Test("The server closes with its code and reason, and ends the connection after the client's close frame")
  func serverCloses() async throws {
    try await withEcho { url in
      let (client, _) = try await connect(url)
      await client.send(ClientFrame.text("close"))
      let frame = await client.readBytes(15)
      #expect(frame == [0x88, 13, 0x0F, 0xA1] + Array("as you wish".utf8))
      await client.send(ClientFrame.close(4001))
      #expect(await client.readToEnd() == "")
    }
  }

  @Test("A frame that is not valid closes the connection with 1002, after the messages before it") func invalid()
    async throws
  {
    try await withEcho { url in
      let (client, _) = try await connect(url)
      await client.send([0x81, 0x01, 0x61])
      let frame = await client.readBytes(4)
      #expect(frame.prefix(1) == [0x88] && frame.suffix(2) == [0x03, 0xEA])
      #expect(await client.readToEnd() != nil)
    }
  }

  @Test("A WebSocket is no slow client: it is not closed to make room, and idle ones do not time out") func idle()
    async throws
  {
    try await withEcho { options in
      options.maximumConnections = 2
      options.timeout = .milliseconds(300)
      options.slowness = .milliseconds(50)
    } _: { url in
      let (first, _) = try await connect(url)
      let (second, _) = try await connect(url)
      let waiting = try RawClient(url)  // it waits in the system's queue
      await waiting.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      for round in 0..<5 {
        for client in [first, second] {
          await client.send(ClientFrame.text("round \(round)"))
          #expect(await client.readBytes(9) == [0x81, 7] + Array("round \(round)".utf8))
        }
        try await Task.sleep(for: .milliseconds(100))  // five rounds last longer than the timeout
      }
    }
  }

  @Test("A server that stops ends its WebSockets, and their tasks end") func stops() async throws {
    let ended = Gate()
    let server = HTTPServer { request in
      .webSocket(request, maximumBytes: 1 << 20) { socket in
        Task {
          while await socket.next() != nil {}
          ended.open()
        }
      }
    }
    let (client, _) = try await connect(try server.start())
    await server.stop()
    #expect(await client.readToEnd() != nil)
    await ended.wait()
  }
}
