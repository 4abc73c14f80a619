import CausewayTool

/// The results of suites in several hosts, and the rules whose results differ between them.
struct HostComparison {
  /// The result of a suite on one platform in one host.
  struct Row: Codable, Hashable {
    let `protocol`: String
    let platform: String
    let host: String
    let passed: Int
    let failed: Int
    let skipped: Int
  }

  private(set) var rows: [Row] = []
  private let hosts: [SuiteHostName]
  /// The results of each rule, by suite, platform and number of the rule.
  private var results: [[String]: [SuiteHostName: ConformanceReport.Rule]] = [:]
  private var failures: [String] = []
  private var passesEverywhere = true

  init(hosts: [SuiteHostName]) {
    self.hosts = hosts
  }

  /// Whether every suite passed in every host, and every rule has the same result in all of them.
  var isMet: Bool { passesEverywhere && differences.isEmpty }

  /// Adds a result, and returns its line of the table.
  mutating func add(
    _ report: ConformanceReport, of suite: BridgeProtocol, on platform: Platform, in host: SuiteHostName
  ) -> String {
    let row = Row(
      protocol: suite.rawValue, platform: platform.rawValue, host: host.rawValue, passed: report.passed,
      failed: report.failed, skipped: report.skipped)
    rows.append(row)
    passesEverywhere = passesEverywhere && report.isMet
    for rule in report.results {
      results[[suite.rawValue, platform.rawValue, rule.number], default: [:]][host] = rule
      if rule.status == .fail {
        failures.append(
          "\(suite.rawValue) \(platform.rawValue) \(host.rawValue) \(rule.number): \(rule.rule) → \(rule.detail ?? "")")
      }
    }
    let name = "\(row.protocol) \(row.platform)".padding(to: 16) + row.host.padding(to: 10)
    return "\(name)\(row.passed) passed, \(row.failed) failed, \(row.skipped) skipped"
  }

  /// The lines below the table: the rules that failed, and those whose results differ between the hosts.
  var summary: [String] {
    var lines: [String] = []
    if !failures.isEmpty { lines += ["", "Failed:"] + failures.map { "  \($0)" } }
    guard hosts.count > 1 else { return lines }
    let differences = differences
    guard !differences.isEmpty else { return lines + ["", "All rules have the same result in \(hosts.count) hosts."] }
    return lines + ["", "Different results:"] + differences.map { "  \($0)" }
  }

  /// A line for each rule whose results differ between the hosts.
  private var differences: [String] {
    results.sorted { $0.key.lexicographicallyPrecedes($1.key) }.compactMap { key, rules -> String? in
      guard Set(rules.values.map(\.status)).count > 1 || rules.count != hosts.count else { return nil }
      let found = hosts.map { host in
        let rule = rules[host]
        return "\(host.rawValue) \(rule?.status.rawValue ?? "has no such rule")\(rule?.detail.map { " (\($0))" } ?? "")"
      }
      return "\(key.joined(separator: " ")): \(found.joined(separator: ", "))"
    }
  }
}
