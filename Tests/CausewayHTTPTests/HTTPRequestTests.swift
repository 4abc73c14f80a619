import CausewayHTTP
import Testing

@Suite("Requests") struct HTTPRequestTests {
  @Test("A header field is found whatever its letter case, the first of a name")
  func fields() {
    let request = HTTPRequest(method: "GET", path: [], fields: [("Accept", "a"), ("accept", "b")])
    #expect(request[field: "ACCEPT"] == "a")
    #expect(request[field: "Host"] == nil)
  }
}
