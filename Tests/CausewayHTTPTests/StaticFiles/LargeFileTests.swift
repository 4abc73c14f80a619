import CausewayHTTP
import Foundation
import Testing

@Suite("Files that are sent in parts", .timeLimit(.minutes(10))) struct LargeFileTests {
  private let get = "GET /\(LargeFile.name) HTTP/1.1\r\nHost: x\r\n"

  private func withFile(_ bytes: Int, _ body: (URL, LargeFile) async throws -> Void) async throws {
    let file = try LargeFile(bytes: bytes)
    let files = try StaticFiles(folder: file.folder)
    try await withServer(handler: { await files.answer($0) }) { try await body($0, file) }
  }

  @Test("The client gets exactly the bytes of the file", arguments: [0, 1, 65_535, 65_536, 65_537, 131_072, 5_000_001])
  func content(bytes: Int) async throws {
    try await withFile(bytes) { address, file in
      let client = try RawClient(address)
      // All three requests use one connection, because an answer of a wrong length would then damage the next answer.
      for method in ["GET", "HEAD", "GET"] {
        await client.send("\(method) /\(LargeFile.name) HTTP/1.1\r\nHost: x\r\n\r\n")
        let head = await client.read(upTo: "\r\n\r\n")
        #expect(head.hasPrefix("HTTP/1.1 200 "))
        #expect(head.contains("\r\nContent-Length: \(bytes)\r\n"))
        #expect(head.contains("\r\nContent-Type: application/octet-stream\r\n"))
        if method == "GET" { #expect(await Data(client.readBytes(bytes)) == file.content) }
      }
    }
  }

  @Test("A client that reads in small parts gets the same bytes") func smallParts() async throws {
    try await withFile(3 << 20) { address, file in
      let client = try RawClient(address)
      await client.send(get + "\r\n")
      _ = await client.read(upTo: "\r\n\r\n")
      var read: [UInt8] = []
      while read.count < file.content.count {
        let part = await client.readBytes(min(7_919, file.content.count - read.count))
        guard !part.isEmpty else { break }
        read += part
      }
      #expect(Data(read) == file.content)
    }
  }

  /// The server has already sent the length. If it filled the rest with other bytes, the client would accept a wrong
  /// file.
  @Test("If the file shrinks during the answer, the connection ends before the stated length") func shrinking()
    async throws
  {
    try await withFile(12 << 20) { address, file in
      let client = try RawClient(address)
      await client.send(get + "\r\n")
      let head = await client.read(upTo: "\r\n\r\n")
      #expect(head.contains("\r\nContent-Length: \(12 << 20)\r\n"))
      try file.truncate(to: 1 << 20)
      let read = await client.readBytes(12 << 20)
      #expect(read.count < 12 << 20)
      #expect(file.content.prefix(read.count) == Data(read))
      // The server still answers other clients.
      let next = try RawClient(address)
      await next.send(get + "\r\n")
      #expect(await next.read(upTo: "\r\n\r\n").contains("\r\nContent-Length: \(1 << 20)\r\n"))
    }
  }

  @Test("If the file grows during the answer, the answer keeps the stated length") func growing() async throws {
    try await withFile(8 << 20) { address, file in
      let client = try RawClient(address)
      await client.send(get + "Connection: close\r\n\r\n")
      _ = await client.read(upTo: "\r\n\r\n")
      try file.truncate(to: 9 << 20)
      #expect(await Data(client.readBytes(9 << 20)) == file.content)
    }
  }

  @Test("A file that the client already has is not sent again") func tags() async throws {
    try await withFile(100_000) { address, _ in
      let client = try RawClient(address)
      await client.send(get + "If-None-Match: *\r\n\r\n")
      let head = await client.read(upTo: "\r\n\r\n")
      #expect(head.hasPrefix("HTTP/1.1 304 ") && !head.contains("Content-Length"))
      await client.send(get + "\r\n")
      #expect(await client.readAnswer().hasPrefix("HTTP/1.1 200 "))
    }
  }
}
