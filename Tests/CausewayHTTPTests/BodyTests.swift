import CausewayJSON
import CausewayHTTP
import Foundation
import Testing

@Suite("Bodies") struct BodyTests {
  private func request(_ type: String?, _ body: String) -> HTTPRequest {
    HTTPRequest(method: "POST", path: [], fields: type.map { [("content-type", $0)] } ?? [], body: Data(body.utf8))
  }

  @Test("A body of type JSON is parsed", arguments: ["application/json", "Application/JSON ; charset=utf-8"])
  func json(type: String) throws {
    #expect(try request(type, "{\"a\": 1}").json() == ["a": 1])
  }

  @Test("A body of another type than JSON is refused with 415") func unsaid() {
    #expect(throws: HTTPBodyError.notSaidToBeJSON("text/plain")) { try request("text/plain", "{}").json() }
    #expect(throws: HTTPBodyError.notSaidToBeJSON(nil)) { try request(nil, "{}").json() }
    #expect(HTTPBodyError.notSaidToBeJSON(nil).status == 415)
  }

  @Test("Invalid JSON is refused with 400, and the message contains the position") func broken() throws {
    let error = try #require(throws: HTTPBodyError.self) { try request("application/json", "{\"a\": }").json() }
    #expect(error.status == 400)
    #expect("\(error)".contains("line 1"))
  }

  @Test("An answer in JSON can have another content type") func answer() {
    let response = HTTPResponse.json(["a": [1, true]], status: 404, contentType: "application/problem+json")
    #expect(response.status == 404)
    #expect(response[field: "content-type"] == "application/problem+json")
    #expect(String(decoding: response.body, as: UTF8.self) == "{\"a\":[1,true]}")
  }

  @Test("A form's fields keep their order, and are percent-decoded") func form() throws {
    let type = "application/x-www-form-urlencoded"
    let fields = try #require(request(type, "a=1+2&b=%3C&a=").form)
    #expect(fields.map(\.name) == ["a", "b", "a"])
    #expect(fields.map(\.value) == ["1 2", "<", ""])
    #expect(request(type, "a=%zz").form == nil)
    #expect(request("text/plain", "a=1").form == nil)
  }
}
