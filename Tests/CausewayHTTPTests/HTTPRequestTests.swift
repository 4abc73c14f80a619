import CausewayHTTP
import Testing

@Suite("Requests") struct HTTPRequestTests {
  @Test("The first header field with a name is found, in any letter case")
  func fields() {
    let request = HTTPRequest(method: "GET", path: [], fields: [("Accept", "a"), ("accept", "b")])
    #expect(request[field: "ACCEPT"] == "a")
    #expect(request[field: "Host"] == nil)
  }
}
