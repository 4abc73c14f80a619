import CausewayHTTP
import Foundation
import Testing

@testable import CausewayHTTP

/// RFC 9110, section 14. Public reports of the kind: ember-cli/ember-cli#8888, 11ty/eleventy-dev-server#51,
/// vercel/serve#447.
@Suite("Ranges of files", .timeLimit(.minutes(10))) struct RangeTests {
  @Test(
    "The field names a range",
    arguments: [
      ("bytes=0-99", .part(0..<100)), ("bytes=100-199", .part(100..<200)), ("bytes=0-0", .part(0..<1)),
      ("bytes=900-", .part(900..<1_000)), ("bytes=999-", .part(999..<1_000)), ("bytes=0-", .part(0..<1_000)),
      ("bytes=-1", .part(999..<1_000)), ("bytes=-1000", .part(0..<1_000)), ("bytes=-1001", .part(0..<1_000)),
      ("bytes=990-2000", .part(990..<1_000)), ("BYTES=1-2", .part(1..<3)), ("bytes= 1-2 ,", .part(1..<3)),
      ("bytes=1-99999999999999999999999", .part(1..<1_000)), ("bytes=-99999999999999999999999", .part(0..<1_000)),
      ("bytes=1-2,2000-", .part(1..<3)),
      // No byte of the file.
      ("bytes=1000-", .unsatisfiable), ("bytes=1000-1001", .unsatisfiable), ("bytes=-0", .unsatisfiable),
      ("bytes=99999999999999999999999-", .unsatisfiable), ("bytes=1000-,2000-", .unsatisfiable),
      // Several ranges, other units, and text that is no range.
      ("bytes=0-1,5-6", .whole), ("items=0-1", .whole), ("bytes", .whole), ("bytes=", .whole), ("bytes=a-b", .whole),
      ("bytes=2-1", .whole), ("bytes=-", .whole), ("bytes=+1-2", .whole), ("bytes=1-2-3", .whole), ("bytes=1", .whole),
      ("bytes 0-1/2", .whole), ("bytes=0-1,x", .whole), ("bytes=\u{661}-2", .whole),
    ] as [(String, RangeAnswer)])
  func fields(field: String, answer: RangeAnswer) {
    #expect(RangeAnswer(field, size: 1_000) == answer)
  }

  @Test("No range of an empty file has a byte") func empty() {
    #expect(RangeAnswer("bytes=0-", size: 0) == .unsatisfiable)
    #expect(RangeAnswer("bytes=-5", size: 0) == .unsatisfiable)
  }

  @Test("A client gets exactly the bytes of the range", arguments: [1_000, 65_536, 65_537, 2_000_000])
  func content(bytes: Int) async throws {
    let file = try LargeFile(bytes: bytes)
    let files = try StaticFiles(folder: file.folder)
    try await withServer(handler: { await files.answer($0) }) { address in
      // All requests use one connection, because an answer of a wrong length would damage the next answer.
      let client = try RawClient(address)
      for (field, range) in [
        ("100-199", 100..<200), ("\(bytes - 1)-", bytes - 1..<bytes), ("-10", bytes - 10..<bytes), ("0-", 0..<bytes),
        ("7-\(bytes - 2)", 7..<bytes - 1),
      ] {
        await client.send("GET /\(LargeFile.name) HTTP/1.1\r\nHost: x\r\nRange: bytes=\(field)\r\n\r\n")
        let head = await client.read(upTo: "\r\n\r\n")
        #expect(head.hasPrefix("HTTP/1.1 206 "))
        #expect(head.contains("\r\nContent-Range: bytes \(range.lowerBound)-\(range.upperBound - 1)/\(bytes)\r\n"))
        #expect(head.contains("\r\nContent-Length: \(range.count)\r\n"))
        #expect(head.contains("\r\nAccept-Ranges: bytes\r\n"))
        #expect(await Data(client.readBytes(range.count)) == file.content[range])
      }
      await client.send("GET /\(LargeFile.name) HTTP/1.1\r\nHost: x\r\nRange: bytes=\(bytes)-\r\n\r\n")
      let refusal = await client.readAnswer()
      #expect(refusal.hasPrefix("HTTP/1.1 416 ") && refusal.contains("\r\nContent-Range: bytes */\(bytes)\r\n"))
    }
  }

  @Test("Conditions come before the range, and HEAD has no ranges") func conditions() async throws {
    let file = try LargeFile(bytes: 100_000)
    let files = try StaticFiles(folder: file.folder)
    func answer(_ method: String = "GET", _ fields: (name: String, value: String)...) async -> HTTPResponse {
      await files.answer(
        HTTPRequest(method: method, path: [LargeFile.name], fields: fields + [("Range", "bytes=0-9")]))
    }
    let whole = await files.answer(HTTPRequest(method: "GET", path: [LargeFile.name]))
    #expect(whole.status == 200 && whole[field: "Accept-Ranges"] == "bytes")
    let tag = try #require(whole[field: "ETag"])
    #expect(await answer().status == 206)
    #expect(await answer("GET", ("If-Range", tag)).status == 206)
    for other in ["\"other\"", "W/" + tag, "Sat, 28 Nov 2026 00:00:00 GMT"] {
      let response = await answer("GET", ("If-Range", other))
      #expect(response.status == 200 && response.file?.size == 100_000)
    }
    #expect(await answer("GET", ("If-None-Match", tag)).status == 304)
    #expect(await answer("GET", ("If-Match", tag)).status == 206)
    #expect(await answer("GET", ("If-Match", "\"other\"")).status == 412)
    #expect(await answer("HEAD").status == 200)
  }

  @Test("A slice of a slice reads the right bytes") func slices() throws {
    let file = try LargeFile(bytes: 100_000)
    let content = try #require(FileContent(contentsOf: file.file))
    let slice = content.slice(1_000..<90_000).slice(500..<700)
    #expect(slice.size == 200)
    #expect(slice.read(upTo: 200, at: 0) == file.content[1_500..<1_700])
    #expect(slice.read(upTo: 10, at: 190) == file.content[1_690..<1_700])
  }
}
