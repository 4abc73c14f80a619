import CausewayJSON
import CausewayTool

/// The result of a conformance suite.
struct ConformanceReport: Codable {
  /// The result of one rule.
  struct Rule: Codable {
    let number: String
    let section: String
    let mark: String
    let rule: String
    let status: Status
    let detail: String?
    let milliseconds: Double
  }

  /// The outcome of a rule's check. `skip` means that the state of the host does not allow the check.
  enum Status: String, Codable {
    case pass
    case fail
    case skip
  }

  let `protocol`: String
  private(set) var passed: Int
  private(set) var failed: Int
  private(set) var skipped: Int
  private(set) var results: [Rule]

  /// Reads the report from the JSON text of the suite's page.
  init(parsing json: String) throws {
    self = try JSONValue(parsing: json).decode(Self.self)
  }

  /// Adds the report of the same suite for a host in another state. A rule fails if it failed in any state, and passes
  /// if it passed in one state and failed in none.
  mutating func add(_ other: ConformanceReport) {
    let others = Dictionary(other.results.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
    results = results.map { rule in
      guard let other = others[rule.number] else { return rule }
      switch (rule.status, other.status) {
      case (_, .fail), (.skip, .pass): return other
      default: return rule
      }
    }
    passed = results.count { $0.status == .pass }
    failed = results.count { $0.status == .fail }
    skipped = results.count { $0.status == .skip }
  }

  /// Whether at least one rule passed and no rule failed.
  var isMet: Bool { failed == 0 && passed > 0 }

  /// The lines of a table with the rules, the details of each rule that did not pass, and the counts.
  var table: [StyledLine] {
    let width = results.map(\.number.count).max() ?? 0
    let rows = results.flatMap { rule in
      let status = StyledLine(rule.status == .fail ? "FAIL" : rule.status.rawValue, rule.status.style)
      let head = status + StyledLine("  \(rule.number.padding(to: width))  \(rule.mark.padding(to: 9))  \(rule.rule)")
      guard rule.status != .pass, let detail = rule.detail, !detail.isEmpty else { return [head] }
      return [head, StyledLine(String(repeating: " ", count: width + 19) + "→ \(detail)", .quiet)]
    }
    return rows + [StyledLine(""), counts]
  }

  private var counts: StyledLine {
    func part(_ count: Int, _ status: Status, _ word: String) -> StyledLine {
      StyledLine("\(count) \(word)", count == 0 ? nil : status.style)
    }
    let comma = StyledLine(", ")
    return part(passed, .pass, "passed") + comma + part(failed, .fail, "failed") + comma
      + part(skipped, .skip, "skipped")
  }
}

extension ConformanceReport.Status {
  fileprivate var style: StyledLine.Style {
    switch self {
    case .pass: .good
    case .fail: .bad
    case .skip: .unsure
    }
  }
}
