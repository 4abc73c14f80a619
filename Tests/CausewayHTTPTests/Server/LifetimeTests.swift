import CausewayHTTP
import Foundation
import Testing

@Suite("Starting and stopping", .timeLimit(.minutes(10))) struct LifetimeTests {
  private let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

  @Test("A port that is in use is an error that names the address and the port") func takenPort() async throws {
    try await withServer { address in
      var options = HTTPServer.Options()
      options.port = UInt16(address.port!)
      let error = try #require(throws: HTTPServerError.self) {
        _ = try HTTPServer(options) { _ in .text(200, "") }.start()
      }
      #expect(error == .addressInUse(address: "127.0.0.1", port: options.port))
      #expect("\(error)".contains("127.0.0.1:\(options.port)"))
    }
  }

  @Test("A text that is not an address, or another machine's address, is an error") func wrongAddress() throws {
    var options = HTTPServer.Options()
    options.address = "my-machine"
    #expect(throws: HTTPServerError.notAnAddress("my-machine")) {
      _ = try HTTPServer(options) { _ in .text(200, "") }.start()
    }
    options.address = "192.0.2.1"
    let error = try #require(throws: HTTPServerError.self) {
      _ = try HTTPServer(options) { _ in .text(200, "") }.start()
    }
    guard case .cannotListen("192.0.2.1", 0, _) = error else { throw error }
  }

  @Test("A running server cannot be started again, and a stopped server can") func again() async throws {
    let server = HTTPServer { _ in .text(200, "done") }
    for _ in 0..<3 {
      let client = try RawClient(server.start())
      #expect(throws: HTTPServerError.alreadyStarted) { try server.start() }
      await client.send(request)
      #expect(await client.readAnswer().hasSuffix("done"))
      await server.stop()
      #expect(await client.readToEnd() == "")
    }
  }

  @Test("The port of a stopped server is free") func portIsFree() async throws {
    var options = HTTPServer.Options()
    options.port = try #require(LoopbackPort.free())
    for _ in 0..<2 {
      let server = HTTPServer(options) { _ in .text(200, "done") }
      let client = try RawClient(server.start())
      await client.send(request)
      #expect(await client.readAnswer().hasSuffix("done"))
      await server.stop()
    }
  }

  @Test("A server that stops sends the answers of running handlers, and closes all other connections")
  func stopWhileBusy() async throws {
    let started = Gate()
    let release = Gate()
    let body = Data(count: 4 << 20)
    let server = HTTPServer { _ in
      started.open()
      await release.wait()
      return HTTPResponse(200, "text/plain", body)
    }
    let address = try server.start()
    let busy = try RawClient(address)
    await busy.send(request)
    let idle = try RawClient(address)
    let halfway = try RawClient(address)
    await halfway.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhel")
    await started.wait()
    async let stop: Void = server.stop()
    #expect(await idle.readToEnd() == "")
    #expect(try #require(await halfway.readToEnd()).contains("200") == false)
    #expect(throws: POSIXError(.ECONNREFUSED)) { try RawClient(address) }
    release.open()
    let answer = try #require(await busy.readToEnd())
    #expect(answer.contains("Connection: close\r\n"))
    #expect(answer.utf8.count > body.count)
    await stop
  }

  @Test("After the stop timeout, a running handler is cancelled, and its client gets no answer")
  func boundedStop() async throws {
    let started = Gate()
    let cancelled = Gate()
    let release = Gate()
    let ended = Gate()
    var options = HTTPServer.Options()
    options.stopTimeout = .milliseconds(100)
    let server = HTTPServer(options) { _ in
      await withTaskCancellationHandler {
        started.open()
        await release.wait()
      } onCancel: {
        cancelled.open()
      }
      ended.open()
      return .text(200, "late")
    }
    let client = try RawClient(server.start())
    await client.send(request)
    await started.wait()
    await server.stop()
    await cancelled.wait()
    #expect(await client.readToEnd() == "")
    release.open()
    await ended.wait()
  }

  @Test("A server can be stopped several times at once, and before it was started") func manyStops() async throws {
    let server = HTTPServer { _ in .text(200, "") }
    await server.stop()
    _ = try server.start()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<20 { group.addTask { await server.stop() } }
    }
    await server.stop()
  }

  @Test("A server stops when the last reference to it is released") func released() async throws {
    var server: HTTPServer? = HTTPServer { _ in .text(200, "") }
    let client = try RawClient(#require(try server?.start()))
    server = nil
    #expect(await client.readToEnd() == "")
  }
}
