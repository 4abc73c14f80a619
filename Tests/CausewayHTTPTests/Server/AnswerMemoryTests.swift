import CausewayHTTP
import Foundation
import XCTest

/// Tests of the memory that unread answers need. They use XCTest, which runs one test at a time. Otherwise the measured
/// memory would include the memory of other tests.
final class AnswerMemoryTests: XCTestCase {
  private static let clients = 24

  func testUnreadLargeFilesAreNotKeptInMemory() async throws {
    let site = try LargeFile(megabytes: 24)
    let files = try StaticFiles(folder: site.folder)
    try await expectBoundedMemory(24, "\(LargeFile.name)") { await files.answer($0) }
  }

  /// 24 clients request 8 MiB each, and the server keeps at most 64 MiB that wait to be sent.
  func testUnreadAnswersAreKeptInMemoryUpToALimit() async throws {
    try await expectBoundedMemory(128, "large") { request in
      guard request.path == ["large"] else { return .text(200, "small") }
      return HTTPResponse(200, "text/plain", Data(repeating: 0x61, count: 8 << 20))
    }
  }

  /// Lets each client send a request and read the beginning of the answer's head. Then checks that the memory of the
  /// process has grown by less than `megabytes`.
  private func expectBoundedMemory(
    _ megabytes: Int, _ path: String, _ handler: @escaping HTTPServer.Handler
  ) async throws {
    try await withServer(handler: handler) { address in
      let before = try Self.residentMegabytes()
      var clients: [RawClient] = []
      for _ in 0..<Self.clients {
        let client = try RawClient(address)
        await client.send("GET /\(path) HTTP/1.1\r\nHost: x\r\n\r\n")
        let start = await client.read(upTo: " ")
        XCTAssertEqual(start, "HTTP/1.1 ")
        clients.append(client)
      }
      let held = try Self.residentMegabytes() - before
      XCTAssertLessThan(held, megabytes, "MiB are held for \(Self.clients) clients")
      // The server still sends a small answer.
      let small = try RawClient(address)
      await small.send("HEAD /small HTTP/1.1\r\nHost: x\r\n\r\n")
      let answer = await small.readAnswer(hasBody: false)
      XCTAssertFalse(answer.hasPrefix("HTTP/1.1 503 "), answer)
      withExtendedLifetime(clients) {}
    }
  }

  private static func residentMegabytes() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try XCTUnwrap(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
    return try XCTUnwrap(line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }) / 1_024
  }
}
