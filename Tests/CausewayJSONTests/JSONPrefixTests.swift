import CausewayJSON
import Testing

@Suite("The beginning of a JSON text") struct JSONPrefixTests {
  private func type(in beginning: String) -> String? { JSONPrefix(beginning)["type"] }

  @Test func completeStringMembersAreRead() {
    let prefix = JSONPrefix(#" { "version" : "1.0", "type":"request", "id":"c\u0031\n", "payload":{"action":"x"#)
    #expect(prefix["version"] == "1.0")
    #expect(prefix["type"] == "request")
    #expect(prefix["id"] == "c1\n")
    #expect(prefix["payload"] == nil)
    #expect(prefix["action"] == nil)
  }

  @Test func anIncompleteStringIsNotRead() {
    let text = #"{"type":"request","id":"c1"}"#
    for end in text.indices {
      let prefix = JSONPrefix(text[..<end])
      #expect([nil, "request"].contains(prefix["type"]), "\(text[..<end])")
      #expect([nil, "c1"].contains(prefix["id"]), "\(text[..<end])")
    }
    #expect(JSONPrefix(text)["id"] == "c1")
  }

  @Test func valuesOfOtherTypesAreSkipped() {
    #expect(type(in: #"{"a":1,"b":-1.5e3,"c":true,"d":null,"e":[1,{"type":"no"},"]"],"f":{},"type":"yes","#) == "yes")
    #expect(type(in: #"{"a":{"type":"no"},"type":"yes""#) == "yes")
  }

  @Test func theLastOfTwoMembersCountsEvenIfItsValueIsUnreadable() {
    #expect(type(in: #"{"type":"a","type":"b""#) == "b")
    #expect(type(in: #"{"type":"a","type":"b"#) == nil)
    #expect(type(in: #"{"type":"a","type":7,"#) == nil)
  }

  @Test func manyRepeatedMembersAreReadWithinSeconds() {
    let members = (0..<20_000).map { #""a\#($0)":"""# }.joined(separator: ",")
    let duration = ContinuousClock().measure { #expect(type(in: "{\(members),\(members),\"type\":\"a\"") == "a") }
    // If each repeated member moved all later members, the search would take minutes.
    #expect(duration < .seconds(20))
  }

  @Test func namesAreComparedByScalars() {
    #expect(JSONPrefix(#"{"é":"1","#)["e\u{301}"] == nil)
    #expect(JSONPrefix(#"{"__proto__":"1","#)["__proto__"] == "1")
  }

  @Test(arguments: [
    "", " ", "7", "null", "[\"type\"]", "{", "{}", "{} ", #"{type:"a"}"#, #"{"type" "a"}"#, #"{"type":"a";"x":1}"#,
    #"{"type":"a","x":tru,"y":1}"#, #"{"type":"a","x":[}"#, #"{"type":"a","x":1,}"#, #"{"type":"a"}}"#,
    #"{"type":"a"} x"#, #"{"type":"a","x":"\q"}"#, "{\"type\":\"a\",\"x\":\"\u{1}\"}", #"{"type":"a","x":,"#,
    #"{,"type":"a""#,
  ])
  func aTextThatIsNotJSONHasNoMembers(text: String) {
    #expect(type(in: text) == nil)
  }

  @Test func anObjectWithinAStringIsRead() {
    let inner = #"{"version":"1.0","type":"request","id":"ü\n\u0031 \"🙂\"","payload":{"action":"x"}}"#
    let outer = JSONValue.string(inner).json
    #expect(JSONPrefix(outer)["id"] == "ü\n1 \"🙂\"")
    for end in outer.indices {
      let prefix = JSONPrefix(outer[..<end])
      #expect([nil, "request"].contains(prefix["type"]), "\(outer[..<end])")
      #expect([nil, "ü\n1 \"🙂\""].contains(prefix["id"]), "\(outer[..<end])")
    }
  }

  @Test func anObjectWithinAStringWithinAStringIsNotRead() {
    let twice = JSONValue.string(JSONValue.string(#"{"type":"a"}"#).json).json
    #expect(type(in: twice) == nil)
    #expect(type(in: #""{\"type\":\"a\",\q"#) == nil)
    #expect(type(in: #""\ud83d\ud"#) == nil)
    #expect(type(in: #""{\u0022type\u0022:\u0022a\u0022,\u00"#) == "a")
  }
}
