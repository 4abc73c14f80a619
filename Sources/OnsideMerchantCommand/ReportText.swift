import CausewayJSON
import CausewayTool
import OnsideMerchant

/// The outcomes of a run's reports, as human-readable text or as JSON.
struct ReportText {
  let outcomes: [ReportOutcome]

  /// Whether the store found no invalid transaction.
  var isClean: Bool { outcomes.allSatisfy(\.invalid.isEmpty) }

  /// Prints the outcomes on standard output.
  func print(asJSON isJSON: Bool) throws(OutputError) {
    if isJSON {
      try StandardOutput.print(json: json.json)
    } else {
      try StandardOutput.print(lines: lines)
    }
  }

  /// The human-readable lines: one for each report, the sum, and one for each invalid transaction.
  var lines: [String] {
    let total = outcomes.reduce(0) { $0 + $1.transactions }
    let valid = outcomes.reduce(0) { $0 + ($1.valid ?? 0) }
    let invalid = outcomes.flatMap(\.invalid)
    let duplicates = outcomes.reduce(0) { $0 + ($1.duplicates ?? 0) }
    let open = outcomes.filter { $0.valid == nil }.reduce(0) { $0 + $1.transactions }
    var lines = outcomes.map { "report \($0.number) of \(outcomes.count): \(Self.state($0))" }
    var parts = ["\(valid) valid", "\(invalid.count) invalid"]
    if duplicates > 0 { parts.append("\(duplicates) that the store already had") }
    if open > 0 { parts.append("\(open) not processed yet") }
    lines.append("\(Self.count(total)): \(parts.joined(separator: ", "))")
    lines += invalid.map { "\($0.place ?? "not in the file"), id \"\($0.id)\": \($0.reason)" }
    return lines
  }

  /// `{"reports": […], "invalid": […]}`. A report's id is a string, because many JSON parsers round large numbers.
  var json: JSONValue {
    let reports: [JSONValue] = outcomes.map { outcome in
      [
        "report_id": outcome.reportID.map { .string("\($0)") } ?? .null,
        "transactions": .number(Double(outcome.transactions)), "valid": Self.number(outcome.valid),
        "invalid": Self.number(outcome.valid.map { _ in outcome.invalid.count }),
        "duplicates": Self.number(outcome.duplicates),
      ]
    }
    let invalid: [JSONValue] = outcomes.flatMap(\.invalid).map { transaction in
      [
        "place": transaction.place.map { .string($0) } ?? .null, "id": .string(transaction.id),
        "reason": .string(transaction.reason),
      ]
    }
    return ["reports": .array(reports), "invalid": .array(invalid)]
  }

  /// Returns the line that is printed before the run, with the work to do; nil if all reports are already processed.
  static func start(_ path: String, _ outcomes: [ReportOutcome]) -> String? {
    guard outcomes.contains(where: { $0.valid == nil }) else { return nil }
    let sum = outcomes.reduce(0) { $0 + $1.transactions }
    let taken = outcomes.count { $0.reportID != nil }
    let before = taken == 0 ? "" : "; the store has already accepted \(taken) of them"
    return "\(path): \(count(sum)) in \(reports(outcomes.count))\(before)"
  }

  /// Returns a line for a step of the run.
  static func line(_ progress: ReportRun.Progress) -> String {
    switch progress {
    case .waiting(let count): "waiting until the store has processed \(reports(count))"
    case .accepted(let outcome, let count): "report \(outcome.number) of \(count): \(state(outcome))"
    // The result follows on standard output, so the same line here would be in a terminal twice.
    case .completed(let outcome, let count): "report \(outcome.number) of \(count): processed"
    }
  }

  /// Returns a text for a number of transactions, such as "2 transactions".
  static func count(_ count: Int) -> String { count == 1 ? "1 transaction" : "\(count) transactions" }

  /// Returns a text for a number of reports, such as "2 reports".
  static func reports(_ count: Int) -> String { count == 1 ? "1 report" : "\(count) reports" }

  private static func state(_ outcome: ReportOutcome) -> String {
    let transactions = count(outcome.transactions)
    guard let id = outcome.reportID else { return "\(transactions), not sent yet" }
    guard let valid = outcome.valid else { return "\(transactions), accepted by the store as report \(id)" }
    var parts = ["\(valid) valid", "\(outcome.invalid.count) invalid"]
    if let duplicates = outcome.duplicates, duplicates > 0 { parts.append("\(duplicates) that the store already had") }
    return "\(transactions), processed as report \(id): \(parts.joined(separator: ", "))"
  }

  private static func number(_ count: Int?) -> JSONValue { count.map { .number(Double($0)) } ?? .null }
}
