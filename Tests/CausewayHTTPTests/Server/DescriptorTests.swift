import CausewayHTTP
import Foundation
import XCTest

/// Tests of the descriptors that a server opens. They use XCTest, which runs one test at a time, because tests that run
/// at the same time would also open files.
final class DescriptorTests: XCTestCase {
  /// Sends a first request, which opens files that stay open, such as files of the runtime.
  override func setUp() async throws {
    try await withServer { try await answerOne($0, "the first request") }
  }

  /// Sends more requests of each kind than the server allows connections. If a connection was not released, the last
  /// request would not get its answer.
  func testAMalformedRequestReleasesItsDescriptorAndConnection() async throws {
    let handler: HTTPServer.Handler = { _ in .text(200, "reached") }
    for request in OddRequest.all {
      try await withServer({ $0.maximumConnections = 2 }, handler: handler) { address in
        let before = try openFiles()
        for round in 0..<6 {
          let client = try RawClient(address)
          await client.send(request.text)
          switch round % 3 {
          case 0: _ = await client.readToEnd()
          case 1: client.abort()
          default: client.finishSending()
          }
        }
        try await waitForOpenFiles(before, of: address, after: request.name)
      }
    }
  }

  /// Clients disconnect at every point of requests of every form.
  func testDisconnectingAtAnyPointReleasesTheDescriptor() async throws {
    let requests = [
      "GET / HTTP/1.1\r\nHost: x\r\n\r\n", "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\nabc",
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nX-A: 1\r\n\r\nGET",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3000000\r\n\r\nabc",
    ]
    try await withServer { address in
      let before = try openFiles()
      for request in requests {
        for end in 0...request.utf8.count {
          let client = try RawClient(address)
          await client.send(Array(request.utf8.prefix(end)))
          if end % 2 == 0 { client.abort() }
        }
      }
      try await waitForOpenFiles(before, of: address, after: "clients that disconnected")
    }
  }

  func testDisconnectingWhileAFileIsSentReleasesTheDescriptors() async throws {
    let file = try LargeFile(megabytes: 8)
    let files = try StaticFiles(folder: file.folder)
    let handler: HTTPServer.Handler = { request in
      request.path == [LargeFile.name] ? await files.answer(request) : .text(200, "other")
    }
    try await withServer(handler: handler) { address in
      let before = try openFiles()
      for round in 0..<20 {
        let client = try RawClient(address)
        await client.send("\(round % 4 == 3 ? "HEAD" : "GET") /\(LargeFile.name) HTTP/1.1\r\nHost: x\r\n\r\n")
        _ = await client.read(upTo: "\r\n\r\n")
        if round % 4 != 3 { _ = await client.readBytes(round * 10_000) }
        if round % 2 == 0 { client.abort() }
      }
      try await waitForOpenFiles(before, of: address, after: "clients that disconnected")
    }
  }

  /// The clients are idle, and the timeout would keep them for an hour.
  func testIdleClientsAreClosedIfNoDescriptorsAreLeft() async throws {
    try await withServer({ $0.timeout = .seconds(3_600) }) { address in
      try await withOpenFilesLimited(to: try openFiles() + 24) {
        var clients: [RawClient] = []
        // The answers show that the server has accepted these clients, so it has descriptors for them.
        for _ in 0..<8 {
          clients.append(try RawClient(address))
          await clients.last?.send("GET /idle HTTP/1.1\r\nHost: x\r\n\r\n")
          let answer = await clients.last?.readAnswer()
          XCTAssertEqual(answer?.hasSuffix("idle"), true)
        }
        // Take all descriptors but one, which the next client gets. The server can then accept this client only if it
        // closes another connection.
        var taken: [Int32] = []
        defer { for descriptor in taken { close(descriptor) } }
        while taken.count < 100, case let descriptor = dup(0), descriptor >= 0 { taken.append(descriptor) }
        XCTAssertLessThan(taken.count, 100, "the limit of open files has no effect")
        close(taken.removeLast())
        let next = try RawClient(address)
        await next.send("GET /next HTTP/1.1\r\nHost: x\r\n\r\n")
        let answer = await next.readAnswer()
        XCTAssertTrue(answer.hasSuffix("next"), answer)
        let end = await clients[0].readToEnd()
        XCTAssertEqual(end, "", "the longest idle client was not closed")
      }
    }
  }

  /// The file exists but cannot be opened now. The answer "not found" would be wrong, and a client could store it.
  func testAFileIsAnsweredWith503IfNoDescriptorsAreLeft() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "descriptors-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }  // Ignore errors, because the folder is temporary.
    try Data("script".utf8).write(to: folder.appending(path: "app.js"))
    let files = try StaticFiles(folder: folder)
    let request = HTTPRequest(method: "GET", path: ["app.js"])
    // Set the limit to the first free number. No file can be opened then, because the number of a descriptor must be
    // below the limit.
    let free = dup(0)
    close(free)
    try await withOpenFilesLimited(to: Int(free)) {
      let answer = await files.answer(request)
      XCTAssertEqual(answer.status, 503)
      XCTAssertEqual(answer[field: "Retry-After"], "1")
    }
    let answer = await files.answer(request)
    XCTAssertEqual(answer.status, 200)
  }

  private func withOpenFilesLimited(to count: Int, _ body: () async throws -> Void) async throws {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    let before = limit
    limit.rlim_cur = rlim_t(count)
    XCTAssertEqual(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit), 0)
    defer {
      var before = before
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &before)
    }
    try await body()
  }

  /// Waits until the number of open files has fallen to `expected`. The server closes a connection a little later than
  /// the client does. The server accepts clients in order. After it has answered one more client, no earlier client is
  /// left to accept, so the number can only fall.
  private func waitForOpenFiles(_ expected: Int, of address: URL, after what: String) async throws {
    try await answerOne(address, what)
    let deadline = ContinuousClock.now + .seconds(120)
    while try openFiles() > expected, ContinuousClock.now < deadline { await Task.yield() }
    XCTAssertEqual(try openFiles(), expected, what)
  }

  private func answerOne(_ address: URL, _ what: String) async throws {
    let client = try RawClient(address)
    await client.send("GET /last HTTP/1.1\r\nHost: x\r\n\r\n")
    let answer = await client.readAnswer()
    XCTAssertTrue(answer.hasPrefix("HTTP/1.1 200 "), what)
  }

  private func openFiles() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
}
