import CausewayHTTP
import Foundation
import FoundationNetworking
import Testing

@Suite("Connections", .timeLimit(.minutes(10))) struct ConnectionTests {
  @Test("A connection serves several requests, one after another") func keepAlive() async throws {
    try await withServer { address in
      let client = try RawClient(address)
      for number in 0..<100 {
        await client.send("GET /\(number) HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(await client.readAnswer().hasSuffix("\r\n\r\n\(number)"))
      }
    }
  }

  @Test("A connection serves further requests after a handler's refusals") func keepAliveAfterRefusals() async throws {
    try await withServer(handler: { HTTPResponse.text(Int($0.path[0])!, "x") }) { address in
      let client = try RawClient(address)
      for status in [404, 500, 503, 400, 200] {
        await client.send("GET /\(status) HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(await client.readAnswer().hasPrefix("HTTP/1.1 \(status) "))
      }
    }
  }

  @Test("Pipelined requests are answered in their order") func pipelining() async throws {
    try await withServer { address in
      let client = try RawClient(address)
      await client.send((0..<20).map { "GET /\($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined())
      for number in 0..<20 { #expect(await client.readAnswer().hasSuffix("\r\n\r\n\(number)")) }
    }
  }

  @Test("Pipelined requests are answered even if the client has finished sending", arguments: [(2, 0), (20, 8_000)])
  func pipeliningBeforeTheEnd(count: Int, padding: Int) async throws {
    // With this field, the requests are longer than the text that the server reads from a socket at once.
    let field = "X-A: " + String(repeating: "a", count: padding)
    let hasEnded = Gate()
    let handler: HTTPServer.Handler = { request in
      if request.path[0] != "other" { await hasEnded.wait() }
      return .text(200, request.path[0])
    }
    try await withServer(handler: handler) { address in
      let client = try RawClient(address)
      await client.send((0..<count).map { "GET /\($0) HTTP/1.1\r\nHost: x\r\n\(field)\r\n\r\n" }.joined())
      client.finishSending()
      // When this answer arrives, the server has already received everything that was sent before.
      let other = try RawClient(address)
      await other.send("GET /other HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(await other.readAnswer().hasSuffix("other"))
      hasEnded.open()
      for number in 0..<count { #expect(await client.readAnswer().hasSuffix("\r\n\r\n\(number)")) }
      #expect(await client.readToEnd() == "")
    }
  }

  @Test("An incomplete request after a complete one gets no answer") func halfARequestBeforeTheEnd() async throws {
    try await withServer { address in
      let client = try RawClient(address)
      await client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\nGET /b HT")
      client.finishSending()
      #expect(await client.readAnswer().hasSuffix("\r\n\r\na"))
      #expect(await client.readToEnd() == "")
    }
  }

  @Test("With Connection: close or HTTP/1.0, a client gets one answer") func close() async throws {
    try await withServer { address in
      for request in ["GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", "GET /a HTTP/1.0\r\n\r\n"] {
        let client = try RawClient(address)
        await client.send(request)
        #expect(try #require(await client.readToEnd()).hasSuffix("\r\n\r\na"))
      }
    }
  }

  @Test("Each of many simultaneous requests gets its own answer") func concurrency() async throws {
    let handler: HTTPServer.Handler = { request in
      await Task.yield()
      return HTTPResponse(200, "text/plain", Data(request.path[0].utf8) + request.body)
    }
    try await withServer(handler: handler) { address in
      let answers = try await withThrowingTaskGroup(of: (String, String).self) { group in
        for number in 0..<400 {
          group.addTask {
            var request = URLRequest(url: address.appending(path: "\(number)"))
            request.httpMethod = "POST"
            request.httpBody = Data(String(repeating: "\(number),", count: number).utf8)
            let (data, _) = try await URLSession.shared.data(for: request)
            return (String(decoding: data, as: UTF8.self), "\(number)" + String(repeating: "\(number),", count: number))
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers.count == 400)
      #expect(answers.allSatisfy { $0.0 == $0.1 })
    }
  }

  @Test("At the limit of connections, the longest idle one is closed") func idleConnectionsGiveWay() async throws {
    try await withServer {
      $0.maximumConnections = 2
    } _: { address in
      let clients = [try RawClient(address), try RawClient(address)]
      for client in clients {
        await client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(await client.readAnswer().hasSuffix("a"))
      }
      let third = try RawClient(address)
      await third.send("GET /c HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(await third.readAnswer().hasSuffix("c"))
      #expect(await clients[0].readToEnd() == "")
      await clients[1].send("GET /b HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(await clients[1].readAnswer().hasSuffix("b"))
    }
  }

  @Test("While all connections are busy, new clients wait") func busyConnectionsStay() async throws {
    let started = Gate()
    let release = Gate()
    let handler: HTTPServer.Handler = { request in
      if request.path == ["slow"] {
        started.open()
        await release.wait()
      }
      return .text(200, request.path[0])
    }
    try await withServer({ $0.maximumConnections = 1 }, handler: handler) { address in
      let busy = try RawClient(address)
      await busy.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
      await started.wait()
      let waiting = try RawClient(address)
      await waiting.send("GET /quick HTTP/1.1\r\nHost: x\r\n\r\n")
      release.open()
      #expect(await busy.readAnswer().hasSuffix("slow"))
      #expect(await waiting.readAnswer().hasSuffix("quick"))
    }
  }
}
