import Causeway
import CausewayCurl
import CausewayHTTP
import CausewayTransport
import Foundation
import Testing

@testable import CausewayPlayground

/// A playground in front of another server, with real sockets on both sides.
@Suite("A playground in front of another server") @MainActor struct ProxyTests {
  /// The requests that the other server has received.
  private final class Received: @unchecked Sendable {  // the lock protects the requests
    private let lock = NSLock()
    private var all: [HTTPRequest] = []

    var targets: [String] { lock.withLock { all.map(\.target) } }
    var last: HTTPRequest? { lock.withLock { all.last } }

    func append(_ request: HTTPRequest) { lock.withLock { all.append(request) } }
  }

  /// Runs a playground in front of a server during a call of `body`, which gets the playground's address and a client.
  private func withProxy(
    _ handler: @escaping HTTPServer.Handler, _ body: (URL, HTTPLoader) async throws -> Void
  ) async throws {
    var options = HTTPServer.Options()
    options.forwards = true
    options.cancelsAtEndOfInput = true
    options.stopTimeout = .zero
    let server = HTTPServer(options, handler: handler)
    let upstream = try server.start()
    let inspector = Inspector(.init(title: "test", platform: "ios", platforms: [], protocols: []))
    let playground = try Playground(.init(.server(upstream)), inspector: inspector) { _ in Bridge() }
    try playground.start(port: 0)
    do {
      try await body(playground.pages, HTTPLoader(for: playground.pages, maximumConnections: 128))
    } catch {
      await playground.stop()
      await server.stop()
      throw error
    }
    await playground.stop()
    await server.stop()
  }

  private func request(
    _ url: URL, _ target: String = "/", _ fields: [HTTPField] = [], method: String = "GET"
  ) -> HTTPClientRequest {
    var request = HTTPClientRequest(method, url, fields: fields)
    request.target = target
    request.isForwarded = true
    return request
  }

  @Test("Every target reaches the other server as it came, byte by byte") func targets() async throws {
    let received = Received()
    try await withProxy {
      received.append($0)
      return .text(200, "ok")
    } _: { url, client in
      let targets = [
        "/projects/group%2Fapp", "/a%3Fb", "/100%2525", "/%e9", "/pages/[slug].js", "/q?x={}|^", "/100%", "/?c=%zz",
        "/a?",
        "/a?b?c", "//double", "/a%00b", "/semi;colon", "/plus+plus?a+b", "/?%0d%0aX-Evil:%20yes", "/%2F%2e",
      ]
      for target in targets {
        let answer = try await client.send(request(url, target), within: .seconds(60), maximumBytes: 100)
        #expect(answer.status == 200, "\(target)")
      }
      #expect(received.targets == targets)
    }
  }

  @Test(
    "The address of a WebSocket cannot become lines of the request to the other server",
    arguments: [
      "/x%20HTTP/1.1%0d%0aX-Injected:%20yes%0d%0aX:%20", "/x%20HTTP%2f1.1%0d%0a%0d%0aPOST%20/admin%20HTTP/1.1%0d%0a",
      "/ws%20room", "/%0a", "/a?b=%0d%0aX-Injected:1",
    ])
  func webSocketAddress(_ target: String) async throws {
    let received = Received()
    try await withProxy {
      received.append($0)
      return .text(403, "no")
    } _: { url, client in
      let fields = [
        HTTPField("Upgrade", "websocket"), HTTPField("Connection", "Upgrade"), HTTPField("Sec-WebSocket-Version", "13"),
        HTTPField("Sec-WebSocket-Key", "AAAAAAAAAAAAAAAAAAAAAA=="), HTTPField("Origin", "https://evil.example"),
      ]
      let answer = try await client.send(request(url, target, fields), within: .seconds(60), maximumBytes: 100)
      #expect(answer.status == 403)
      #expect(received.targets == [target])
      #expect(received.last?[field: "X-Injected"] == nil)
      #expect(received.last?[field: "Origin"] == "https://evil.example")
    }
  }

  @Test("Header fields are passed on with their bytes in both directions, and those of one connection are not")
  func fields() async throws {
    let received = Received()
    let latin: [UInt8] = [0x63, 0x61, 0x66, 0xE9]
    try await withProxy {
      received.append($0)
      return HTTPResponse(
        207, Data("x".utf8),
        forwardedFields: [
          HTTPField(name: "X-Name", bytes: latin), HTTPField("X-Twice", "1"), HTTPField("X-Twice", "2"),
        ])
    } _: { url, client in
      let fields = [HTTPField(name: "X-Name", bytes: latin), HTTPField("X-Empty", ""), HTTPField("TE", "trailers")]
      let answer = try await client.send(
        request(url, "/", fields, method: "PATCH"), within: .seconds(60), maximumBytes: 100)
      #expect(answer.status == 207)
      #expect(answer.fields.first { $0.name == "X-Name" }?.bytes == latin)
      #expect(answer.fields.filter { $0.name == "X-Twice" }.map(\.value) == ["1", "2"])
      let names = received.last?.forwardedFields.map { $0.name.lowercased() } ?? []
      #expect(received.last?.forwardedFields.first { $0.name == "X-Name" }?.bytes == latin)
      #expect(names.contains("x-empty") && !names.contains("te"))
      // A client's choice of what it accepts must not be replaced by one of the proxy.
      #expect(!names.contains("accept") && !names.contains("user-agent") && !names.contains("expect"))
    }
  }

  @Test("A body flows to the other server, with its length if the browser states it", arguments: [nil, 600_000])
  func streams(_ length: Int?) async throws {
    let received = Received()
    try await withProxy { request in
      received.append(request)
      var count = 0
      do {
        while let part = try await request.stream?.next() { count += part.count }
      } catch {
        return .text(500, "\(error)")
      }
      return .text(200, "\(count)")
    } _: { url, client in
      var sent = request(url, "/upload", method: "PUT")
      let parts = Parts(count: 6, size: 100_000)
      sent.body = .stream(length: length) { await parts.next() }
      let answer = try await client.send(sent, within: .seconds(60), maximumBytes: 100)
      #expect(String(decoding: answer.body, as: UTF8.self) == "600000")
      #expect(received.last?[field: "Content-Length"] == length.map { "\($0)" })
    }
  }

  private actor Parts {
    private var count: Int
    private let size: Int

    init(count: Int, size: Int) { (self.count, self.size) = (count, size) }

    func next() -> Data? {
      count -= 1
      return count >= 0 ? Data(count: size) : nil
    }
  }

  @Test("A request that the browser gives up before the answer's head ends at the other server too, 100 times")
  func abandoned() async throws {
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    try await withProxy { request in
      guard request.target == "/slow" else { return .text(200, "ok") }
      begin.yield()
      await withTaskCancellationHandler {
        // Only the end of the client's connection ends this wait.
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(3_600)) }
      } onCancel: {
        end.yield()
      }
      return .noAnswer
    } _: { url, client in
      var (begins, ends) = (begun.makeAsyncIterator(), ended.makeAsyncIterator())
      for _ in 0..<100 {
        let slow = request(url, "/slow")
        let task = Task { try await client.send(slow, within: nil, maximumBytes: 100) }
        await begins.next()
        task.cancel()
        await ends.next()
      }
      let answer = try await client.send(request(url), within: .seconds(60), maximumBytes: 100)
      #expect(answer.status == 200)
    }
  }

  @Test(
    "An answer that breaks off is broken for the browser too, whether its length is known or not",
    arguments: [true, false])
  func broken(_ hasLength: Bool) async throws {
    struct Broken: Error {}
    try await withProxy { _ in
      let parts = Parts(count: 1, size: 5)
      return HTTPResponse(
        200,
        BodyStream(length: hasLength ? 10 : nil) {
          guard let part = await parts.next() else { throw Broken() }
          return part
        })
    } _: { url, client in
      await #expect(throws: HTTPLoader.Failure.self) {
        try await client.send(request(url), within: .seconds(60), maximumBytes: 100)
      }
    }
  }

  @Test("HEAD gets the fields of GET, with the length and without the body") func head() async throws {
    try await withProxy { _ in
      HTTPResponse(200, BodyStream(length: 12) { nil }, forwardedFields: [HTTPField("X-A", "1")])
    } _: { url, client in
      let answer = try await client.send(request(url, method: "HEAD"), within: .seconds(60), maximumBytes: 100)
      #expect(answer.field("Content-Length") == "12" && answer.field("X-A") == "1" && answer.body.isEmpty)
    }
  }

  @Test("A document gets its script whatever it was compressed with", arguments: ["document", "iframe", "empty"])
  func documents(_ destination: String) async throws {
    let received = Received()
    try await withProxy {
      received.append($0)
      return HTTPResponse(200, "text/html", Data("<!doctype html><title>t</title>".utf8))
    } _: { url, client in
      let fields = [
        HTTPField("Sec-Fetch-Dest", destination), HTTPField("Sec-Fetch-Mode", "navigate"),
        HTTPField("Range", "bytes=0-1"),
        HTTPField("Accept-Encoding", "gzip, unknown"),
      ]
      let answer = try await client.send(request(url, "/", fields), within: .seconds(60), maximumBytes: 1 << 20)
      #expect(String(decoding: answer.body, as: UTF8.self).contains("<script data-causeway="))
      // The proxy offers what it can undo, and reads the whole document.
      #expect(received.last?[field: "Accept-Encoding"]?.contains("unknown") == false)
      #expect(received.last?[field: "Range"] == nil)
    }
  }

  /// Parts of a body that a test gives out one after the other.
  private actor Gift {
    private var given: [Data?] = []
    private var waiting: CheckedContinuation<Data?, Never>?

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

  @Test(
    "The beginning of a document arrives with its script while the rest is still being made",
    arguments: [
      "<!doctype html><html><head></head><body>shell", "<p>shell", String(repeating: " ", count: 2_000) + "<p>shell",
    ])
  func streamedDocument(_ shell: String) async throws {
    let gift = Gift()
    try await withProxy { _ in
      HTTPResponse(200, BodyStream { await gift.next() }, forwardedFields: [HTTPField("Content-Type", "text/html")])
    } _: { url, client in
      await gift.give(Data(shell.utf8))
      let (answer, body) = try await client.open(request(url, "/", [HTTPField("Sec-Fetch-Dest", "document")]))
      #expect(answer.field("Content-Length") == nil && answer.field("Cache-Control") == "no-store")
      var text = ""
      while !text.contains("shell"), let part = try await body.next() { text += String(decoding: part, as: UTF8.self) }
      #expect(text.contains("<script data-causeway="))
      await gift.give(Data("rest".utf8))
      await gift.give(nil)
      while let part = try await body.next() { text += String(decoding: part, as: UTF8.self) }
      #expect(text.hasSuffix("rest"))
    }
  }

  @Test("A file that a browser opens as a document but that is none keeps its length and its fields") func noDocument()
    async throws
  {
    try await withProxy { _ in
      HTTPResponse(
        200, BodyStream(length: 3) { [gift = Parts(count: 1, size: 3)] in await gift.next() },
        forwardedFields: [HTTPField("Content-Type", "application/pdf"), HTTPField("ETag", "\"1\"")])
    } _: { url, client in
      let fields = [HTTPField("Sec-Fetch-Dest", "document")]
      let answer = try await client.send(request(url, "/", fields), within: .seconds(60), maximumBytes: 100)
      #expect(answer.field("Content-Length") == "3" && answer.field("ETag") == "\"1\"")
    }
  }

  @Test(
    "HTML that a service worker fetches by its address gets its bridge and one remark, and a part of a page does not")
  func serviceWorker() async throws {
    try await withProxy { request in
      switch request.target {
      case "/sw.js": .text(200, "", fields: [])
      case "/part": HTTPResponse(200, "text/html", Data("<li>one</li>".utf8))
      default: HTTPResponse(200, "text/html", Data("<!doctype html><title>t</title>".utf8))
      }
    } _: { url, client in
      let origin = String(url.absoluteString.dropLast())
      let worker = [HTTPField("Host", "localhost:\(url.port ?? 0)"), HTTPField("Service-Worker", "script")]
      _ = try await client.send(request(url, "/sw.js", worker), within: .seconds(60), maximumBytes: 100)
      let fields = [
        HTTPField("Sec-Fetch-Dest", "empty"), HTTPField("Sec-Fetch-Mode", "cors"),
        HTTPField("Referer", origin + "/sw.js"),
      ]
      for (target, has) in [("/", true), ("/part", false)] {
        let answer = try await client.send(request(url, target, fields), within: .seconds(60), maximumBytes: 1 << 20)
        #expect(String(decoding: answer.body, as: UTF8.self).contains("data-causeway") == has, "\(target)")
      }
      // The same request of a page is no request for a document.
      let own = fields.dropLast() + [HTTPField("Referer", origin + "/page")]
      let answer = try await client.send(request(url, "/", Array(own)), within: .seconds(60), maximumBytes: 1 << 20)
      #expect(!String(decoding: answer.body, as: UTF8.self).contains("data-causeway"))
    }
  }
}
