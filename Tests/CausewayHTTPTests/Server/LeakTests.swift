import CausewayHTTP
import Foundation
import XCTest

/// Tests that a server releases its memory and its descriptors. They use XCTest, which runs one test at a time, because
/// tests that run at the same time would also open files.
final class LeakTests: XCTestCase {
  func testAServerStartsAndStopsAHundredTimesAndLeavesNoFileOpen() async throws {
    try await round()
    let before = try openFiles()
    for _ in 0..<100 { try await round() }
    XCTAssertEqual(try openFiles(), before)
  }

  /// Runs a server with clients that are answered, are idle, are refused, are within a request, or have disconnected.
  private func round() async throws {
    try await withServer {
      $0.maximumBodyBytes = 100
    } _: { address in
      let answered = try RawClient(address)
      await answered.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
      let answer = await answered.readAnswer()
      XCTAssertTrue(answer.hasSuffix("a"))
      let refused = try RawClient(address)
      await refused.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n")
      let refusal = await refused.readAnswer()
      XCTAssertTrue(refusal.hasPrefix("HTTP/1.1 413 "))
      let halfway = try RawClient(address)
      await halfway.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhel")
      let gone = try RawClient(address)
      await gone.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
      gone.abort()
    }
  }

  private func openFiles() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
}
