import Testing

@testable import CausewayCommand

@Suite("The results of a suite in several hosts") struct HostComparisonTests {
  @Test func equalResultsAreMet() throws {
    let comparison = try compare("pass", "pass")
    #expect(comparison.isMet)
    #expect(comparison.summary == ["", "All rules have the same result in 2 hosts."])
  }

  @Test func aRuleThatIsCheckedInOneHostOnlyIsADifference() throws {
    let comparison = try compare("pass", "skip")
    #expect(!comparison.isMet)
    #expect(
      comparison.summary == ["", "Different results:", "  today ios 1.1: webkit pass, chromium skip (no keyboard)"])
  }

  @Test func aRuleThatFailsInBothHostsIsNotMet() throws {
    let comparison = try compare("fail", "fail")
    #expect(!comparison.isMet)
    #expect(comparison.summary.first { $0.hasPrefix("  today ios webkit 1.1: ") } != nil)
  }

  /// Compares the results of one rule, beside another rule that passes.
  private func compare(_ webKit: String, _ chromium: String) throws -> HostComparison {
    var comparison = HostComparison(hosts: [.webkit, .chromium])
    for (host, status) in [(SuiteHostName.webkit, webKit), (.chromium, chromium)] {
      _ = comparison.add(try report(status), of: .today, on: .ios, in: host)
    }
    return comparison
  }

  private func report(_ status: String) throws -> ConformanceReport {
    let detail = status == "pass" ? "null" : #""no keyboard""#
    return try ConformanceReport(
      parsing: """
        {"protocol": "today", "passed": \(status == "pass" ? 2 : 1), "failed": \(status == "fail" ? 1 : 0),
         "skipped": \(status == "skip" ? 1 : 0), "results": [
          {"number": "1.1", "section": "s", "mark": "public", "rule": "r", "status": "\(status)", "detail": \(detail),
           "milliseconds": 1},
          {"number": "1.2", "section": "s", "mark": "public", "rule": "q", "status": "pass", "detail": null,
           "milliseconds": 1}]}
        """)
  }
}
