import CausewayHTTP
import Testing

@Suite("Free ports of 127.0.0.1") struct LoopbackPortTests {
  @Test("A free port is below those that the system gives to other programs, and a server can listen at it")
  func free() async throws {
    var options = HTTPServer.Options()
    options.port = try #require(LoopbackPort.free())
    #expect(options.port < 32_768)
    let server = HTTPServer(options) { _ in .text(200, "") }
    #expect(try server.start().port == Int(options.port))
    await server.stop()
  }
}
