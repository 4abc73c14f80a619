import CausewayJSON
import CausewayHTTP
import Foundation
import Testing

@Suite("Bodies") struct BodyTests {
  private func request(_ type: String?, _ body: String) -> HTTPRequest {
    HTTPRequest(method: "POST", path: [], fields: type.map { [("content-type", $0)] } ?? [], body: Data(body.utf8))
  }

  @Test("JSON is read if it is said to be JSON", arguments: ["application/json", "Application/JSON ; charset=utf-8"])
  func json(type: String) throws {
    #expect(try request(type, "{\"a\": 1}").json() == ["a": 1])
  }

  @Test("What is not said to be JSON is refused with 415") func unsaid() {
    #expect(throws: HTTPBodyError.notSaidToBeJSON("text/plain")) { try request("text/plain", "{}").json() }
    #expect(throws: HTTPBodyError.notSaidToBeJSON(nil)) { try request(nil, "{}").json() }
    #expect(HTTPBodyError.notSaidToBeJSON(nil).status == 415)
  }

  @Test("What is not JSON is refused with 400, and with the place") func broken() throws {
    let error = try #require(throws: HTTPBodyError.self) { try request("application/json", "{\"a\": }").json() }
    #expect(error.status == 400)
    #expect("\(error)".contains("line 1"))
  }

  @Test("An answer in JSON has its type, or another") func answer() {
    let response = HTTPResponse.json(["a": [1, true]], status: 404, contentType: "application/problem+json")
    #expect(response.status == 404)
    #expect(response[field: "content-type"] == "application/problem+json")
    #expect(String(decoding: response.body, as: UTF8.self) == "{\"a\":[1,true]}")
  }

  @Test("A form's fields come in order, without their escapes") func form() throws {
    let type = "application/x-www-form-urlencoded"
    let fields = try #require(request(type, "a=1+2&b=%3C&a=").form)
    #expect(fields.map(\.name) == ["a", "b", "a"])
    #expect(fields.map(\.value) == ["1 2", "<", ""])
    #expect(request(type, "a=%zz").form == nil)
    #expect(request("text/plain", "a=1").form == nil)
  }
}
