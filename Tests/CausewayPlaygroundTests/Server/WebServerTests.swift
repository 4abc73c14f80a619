import Testing

@testable import CausewayPlayground

@Suite("The web server") @MainActor struct WebServerTests {
  @Test("A port that is in use is named") func portInUse() throws {
    let first = WebServer(endpoints: []) { _ in }
    try first.listen(port: 0)
    defer { first.stop() }
    #expect(first.port != 0)
    let second = WebServer(endpoints: []) { _ in }
    let error = #expect(throws: WebServerError.self) { try second.listen(port: first.port) }
    #expect(error?.kind == .inUse)
    #expect(error?.description == "port \(first.port) of 127.0.0.1 is in use by another program; choose another port")
  }
}
