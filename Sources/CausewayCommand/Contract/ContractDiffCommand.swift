import CausewayContract
import CausewayJSON
import CausewayTool

/// The command `causeway contract diff OLD NEW`, which says whether pages and apps of different versions still work
/// together after a change of a contract.
struct ContractDiffCommand: Command {
  static let specification = CommandSpecification(
    name: "contract diff", operands: ["OLD", "NEW"],
    summary: "Compares two versions of a contract, and says which changes are safe.",
    discussion: """
      Compares the contracts in two files. One of the files can be - for standard input. The app and its pages are not
      updated at the same time. For each change, the command therefore says what happens in two situations: the page
      has NEW and the app has OLD, and the other way around.

      \(ContractCommand.origin)
      """,
    options: [
      OptionSpecification(
        "--json",
        "Prints one line of JSON: {\"safe\", \"changes\"}. Each change has \"part\", \"path\", \"text\", "
          + "\"pageIsNewer\" and \"appIsNewer\"; these two have \"safe\", \"reason\", and \"refused\", an example of a "
          + "value that is refused."),
      ColorChoice.option,
    ],
    closing: """
      Exit codes:
        0  pages and apps of both versions work together
        1  a change is unsafe in one of the situations, or a file is not a contract
        2  the command's arguments are wrong, or a file cannot be read

      Examples:
        causeway contract diff released.json shop.json
        git show main:shop.json | causeway contract diff - shop.json
      """)

  private let old: String
  private let new: String
  private let isJSON: Bool
  private let color: ColorChoice

  init(_ arguments: Arguments) throws {
    old = arguments.operands[0]
    new = arguments.operands[1]
    isJSON = arguments.has("--json")
    color = try ColorChoice(arguments)
    if old == "-", new == "-" {
      throw UsageError(Self.specification, "only one of the files can be standard input")
    }
  }

  func run() async throws -> ExitCode {
    let comparison = ContractComparison(
      old: try ContractCommand.contract(at: old), new: try ContractCommand.contract(at: new))
    if isJSON {
      try StandardOutput.print(json: Self.json(of: comparison).json)
    } else {
      try StandardOutput.print(table: Self.lines(of: comparison), color: color)
    }
    return comparison.isSafe ? .success : .failure
  }

  // MARK: Texts

  private static func lines(of comparison: ContractComparison) -> [StyledLine] {
    guard !comparison.changes.isEmpty else { return [StyledLine("The contracts do not differ.", .good)] }
    let unsafe = comparison.changes.filter { !$0.isSafe }
    let safe = comparison.changes.filter(\.isSafe)
    let empty = StyledLine("")
    var lines: [StyledLine] = []
    if !unsafe.isEmpty { lines += [StyledLine("Unsafe changes:", .bad)] + unsafe.flatMap(Self.lines) + [empty] }
    if !safe.isEmpty {
      lines += [StyledLine("Safe changes:", .good)] + safe.map { StyledLine("  \(sentence($0))") } + [empty]
    }
    return lines + [
      StyledLine("If the page is newer: ") + result(comparison.changes.map(\.pageIsNewer)),
      StyledLine("If the app is newer:  ") + result(comparison.changes.map(\.appIsNewer)),
    ]
  }

  private static func lines(of change: ContractComparison.Change) -> [StyledLine] {
    func line(_ situation: String, _ outcome: ContractComparison.Outcome) -> StyledLine {
      StyledLine("    \(situation) ") + word(outcome) + StyledLine(". \(outcome.reason)")
    }
    return [
      StyledLine("  \(sentence(change))", .strong), line("page newer:", change.pageIsNewer),
      line("app newer: ", change.appIsNewer),
    ]
  }

  private static func sentence(_ change: ContractComparison.Change) -> String {
    change.path.isEmpty ? "\(change.part) \(change.text)" : "\(change.part): \(change.path) \(change.text)"
  }

  private static func word(_ outcome: ContractComparison.Outcome) -> StyledLine {
    outcome.isSafe ? StyledLine("safe", .good) : StyledLine("unsafe", .bad)
  }

  private static func result(_ outcomes: [ContractComparison.Outcome]) -> StyledLine {
    let count = outcomes.count { !$0.isSafe }
    return switch count {
    case 0: StyledLine("safe", .good)
    case 1: StyledLine("1 unsafe change", .bad)
    default: StyledLine("\(count) unsafe changes", .bad)
    }
  }

  private static func json(of comparison: ContractComparison) -> JSONValue {
    [
      "safe": .bool(comparison.isSafe),
      "changes": .array(
        comparison.changes.map { change in
          [
            "part": .string(change.part), "path": .string(change.path), "text": .string(change.text),
            "pageIsNewer": json(of: change.pageIsNewer), "appIsNewer": json(of: change.appIsNewer),
          ]
        }),
    ]
  }

  private static func json(of outcome: ContractComparison.Outcome) -> JSONValue {
    var object: JSONObject = ["safe": .bool(outcome.isSafe), "reason": .string(outcome.reason)]
    object["refused"] = outcome.refusedValue
    return .object(object)
  }
}
