import Causeway
import CausewayJSON
import Testing

@Suite("Names whose values are secret") struct RedactorNameTests {
  @Test(
    "A secret word is found anywhere in a name, in any case, and with hyphens and underscores inside",
    arguments: ["token", "accessToken", "X-Api-Key", "pass_word", "SECRET", "my-private_KEYs", "a_to-ken"])
  func secret(name: String) {
    #expect(Redactor.standard.redact(object(name, "value")) == object(name, "[redacted]"))
  }

  @Test("A letter whose lower case is ASCII counts as that letter") func kelvin() {
    // U+212A, the Kelvin sign, is `k` in lower case.
    #expect(Redactor.standard.redact(["to\u{212A}en": "value"]) == ["to\u{212A}en": "[redacted]"])
  }

  @Test("Other names keep their values", arguments: ["", "t", "tokan", "tok en", "apike", "secre", "toekn", "ключ"])
  func plain(name: String) {
    #expect(Redactor.standard.redact(object(name, "value")) == object(name, "value"))
  }
}

/// Returns an object with one member.
private func object(_ name: String, _ value: String) -> JSONValue {
  var object = JSONObject()
  object[name] = .string(value)
  return .object(object)
}
