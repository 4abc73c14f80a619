import Causeway

/// The result of a conformance suite.
struct ConformanceReport: Decodable {
  /// One rule.
  struct Rule: Decodable {
    let number: String
    let mark: String
    let rule: String
    let status: String
    let detail: String?
  }

  let passed: Int
  let failed: Int
  let skipped: Int
  let results: [Rule]

  init(_ json: JSONValue) throws {
    self = try json.decode(Self.self)
  }

  /// The rules as a table, what is wrong with each that is not met, and the counts.
  var table: String {
    let width = results.map(\.number.count).max() ?? 0
    let rows = results.map { rule in
      let head = "\(symbol(rule.status)) \(rule.number.padding(to: width))  \(rule.mark.padding(to: 7))  \(rule.rule)"
      guard rule.status != "pass", let detail = rule.detail, !detail.isEmpty else { return head }
      return head + "\n" + String(repeating: " ", count: width + 13) + "→ \(detail)"
    }
    return (rows + ["", "\(passed) passed, \(failed) failed, \(skipped) skipped"]).joined(separator: "\n")
  }

  private func symbol(_ status: String) -> String {
    switch status {
    case "pass": "pass"
    case "fail": "FAIL"
    default: "skip"
    }
  }
}
