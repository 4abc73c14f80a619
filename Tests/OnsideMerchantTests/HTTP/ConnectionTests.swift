import Foundation
import OnsideMerchant
import Testing

/// The number and the use of the client's connections.
@Suite("Connections of the merchant's client") struct ConnectionTests {
  private func server() throws -> CountingServer {
    let jws = try HistoryForms.signed(HistoryForms.purchase(1))
    let head = "HTTP/1.1 200 OK\r\nContent-Type: application/jose\r\nContent-Length: \(jws.utf8.count)\r\n\r\n"
    return try CountingServer(answer: head + jws)
  }

  @Test("Requests one after another use one connection")
  func reuse() async throws {
    let server = try server()
    let client = try MerchantClient(server: server.url, credentials: TestMerchant.credentials)
    for number in 0..<50 { _ = try await client.history(of: HistoryForms.order(number)) }
    #expect(server.connections == 1)
  }

  @Test("Simultaneous requests use no more connections than the options allow")
  func limit() async throws {
    let server = try server()
    var options = MerchantClientOptions()
    options.maximumConnections = 3
    let client = try MerchantClient(server: server.url, credentials: TestMerchant.credentials, options: options)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<60 { group.addTask { _ = try await client.history(of: HistoryForms.order(number)) } }
      try await group.waitForAll()
    }
    #expect(server.connections <= 3)
  }
}
