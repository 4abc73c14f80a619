import ProgramTestSupport
import Testing

@testable import CausewayCommand
@testable import CausewayTool

@Suite("Colors of tables") struct ColorTests {
  @Test(
    "auto colors a terminal, unless NO_COLOR is set or the terminal is dumb",
    arguments: [
      (true, [:], true), (false, [:], false), (true, ["NO_COLOR": "1"], false), (true, ["NO_COLOR": ""], true),
      (true, ["TERM": "dumb"], false), (true, ["TERM": "xterm"], true),
    ])
  func auto(isTerminal: Bool, environment: [String: String], isOn: Bool) {
    #expect(ColorChoice.auto.isOn(isTerminal: isTerminal, environment: environment) == isOn)
    #expect(ColorChoice.always.isOn(isTerminal: isTerminal, environment: environment))
    #expect(!ColorChoice.never.isOn(isTerminal: isTerminal, environment: environment))
  }

  @Test("Only the colors act on a terminal, not the texts") func texts() {
    let line = StyledLine("pass", .good) + StyledLine(" a\u{1B}[2J\nb")
    #expect(line.text(isColored: true) == "\u{1B}[32mpass\u{1B}[0m a⟨U+001B⟩[2J⟨U+000A⟩b")
    #expect(line.text(isColored: false) == "pass a⟨U+001B⟩[2J⟨U+000A⟩b")
    #expect(line.plain == "pass a\u{1B}[2J\nb")
  }

  @Test("A comparison has colors only if they are asked for, and the same texts") func comparison() async throws {
    let folder = try Folder()
    func contract(_ members: String) -> String { #"{ "causeway": 1, "name": "Shop", "members": [\#(members)] }"# }
    let event = #"{ "name": "sold", "caller": "app", "form": "event" }"#
    let old = try folder.write("old.json", contract(event))
    let new = try folder.write("new.json", contract(""))
    let plain = try await causeway("contract", "diff", old, new)
    try #require(plain.output.contains("If the page is newer"), "\(plain.error)")
    let colored = try await causeway("contract", "diff", old, new, "--color", "always")
    #expect(!plain.output.contains("\u{1B}"))
    #expect(colored.output.contains("\u{1B}["))
    #expect(colored.output.replacing(#/\u{1B}\[[0-9;]*m/#, with: "") == plain.output)
    let never = try await causeway("contract", "diff", old, new, "--color", "never")
    #expect(never.output == plain.output)
  }
}
