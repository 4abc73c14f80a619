import Testing

@testable import CausewayCommand
@testable import CausewayTool

@Suite("Suggestions for mistyped words") struct SuggestionTests {
  @Test(
    "A few wrong, missing, surplus or swapped letters are corrected",
    arguments: [
      ("opne", ["open"]), ("conformnace", ["conformance"]), ("OPEN", ["open"]), ("opem", ["open"]), ("oopen", ["open"]),
      ("vers", ["version"]), ("ver", ["version", "verify"]), ("conf", ["conformance"]), ("zzz", []), ("", []),
      ("o", []),
    ])
  func words(word: String, expected: [String]) {
    let candidates = ["open", "conformance", "version", "verify"]
    #expect(Set(Suggestion.closest(to: word, among: candidates)) == Set(expected))
  }

  @Test("The dashes of an option do not matter", arguments: ["-trace", "trace", "--trcae", "--Trace"])
  func options(word: String) {
    #expect(Suggestion.closest(to: word, among: ["--headless", "--trace"]) == ["--trace"])
  }

  @Test("The question names up to three words") func question() {
    #expect(Suggestion.question("ab", among: ["zz"]) == "")
    #expect(Suggestion.question("aa", among: ["ab"], prefix: "x ") == "; did you mean x ab?")
    #expect(Suggestion.question("aa", among: ["ab", "ac", "ad", "ae"]) == "; did you mean ab, ac or ad?")
  }

  @Test(
    "The distance counts insertions, removals, replacements and swaps",
    arguments: [
      ("", "", 0), ("a", "", 1), ("abc", "abc", 0), ("abc", "acb", 1), ("abc", "bc", 1), ("kitten", "sitting", 3),
    ])
  func distance(first: String, second: String, expected: Int) {
    #expect(Suggestion.distance(Array(first), Array(second)) == expected)
    #expect(Suggestion.distance(Array(second), Array(first)) == expected)
  }
}
