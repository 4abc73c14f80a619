import Foundation
import Testing

@testable import CausewayDriver

@Suite struct LoopbackClientTests {
  private func answer(_ text: String) throws -> LoopbackClient.Answer { try LoopbackClient.answer(Data(text.utf8)) }

  @Test func anAnswerHasAStatusAndABody() throws {
    let answer = try answer("HTTP/1.1 404 Not Found\r\nServer: a\r\nContent-Length: 2\r\n\r\n{}")
    #expect(answer == LoopbackClient.Answer(status: 404, body: Data("{}".utf8)))
  }

  @Test func anAnswerWithoutALengthEndsWithTheConnection() throws {
    #expect(try answer("HTTP/1.0 200 OK\r\n\r\nabc").body == Data("abc".utf8))
  }

  @Test(arguments: ["", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n{}", "SSH-2.0\r\n\r\n"])
  func anIncompleteAnswerIsAnError(_ text: String) {
    #expect(throws: POSIXError.self) { try answer(text) }
  }

  @Test func aRequestHasTheLengthOfItsBody() {
    let request = String(
      decoding: LoopbackClient.request("POST", "/a", Data("é".utf8), port: 5), as: UTF8.self)
    #expect(request.hasPrefix("POST /a HTTP/1.1\r\nHost: 127.0.0.1:5\r\n"))
    #expect(request.hasSuffix("Content-Length: 2\r\n\r\né"))
  }
}
