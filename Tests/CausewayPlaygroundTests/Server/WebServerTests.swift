import CausewayHTTP
import Testing

@testable import CausewayPlayground

@Suite("The web server") @MainActor struct WebServerTests {
  @Test("A port that is in use is named") func portInUse() async throws {
    let first = WebServer(endpoints: []) { _ in .nothing }
    try first.listen(port: 0)
    #expect(first.port != 0)
    let second = WebServer(endpoints: []) { _ in .nothing }
    let error = #expect(throws: WebServerError.self) { try second.listen(port: first.port) }
    #expect(error?.kind == .inUse)
    #expect(
      error?.description == "port \(first.port) of this machine is in use by another program; choose another port")
    await first.stop()
  }
}
