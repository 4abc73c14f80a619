import Foundation
import OnsideMerchant

/// The page with the transactions that a publisher reported for payments outside OnsideKit, the newest report first.
struct ReportsPage {
  /// The number of reports on a page.
  static let length = 50
  /// The maximum number of findings of a report that are shown.
  private static let shownFindings = 200

  /// The reports of this page, plus one more if there is a further page.
  var reports: [SandboxReportState]
  /// Whether this is not the first page.
  var isLater: Bool

  var lead: Markup { "Settled transactions that the publisher reported. Each id counts once." }

  var content: Markup {
    if reports.isEmpty {
      return """
        <p class="empty">There are no reports yet. <code>causeway merchant report</code> reports a CSV file here.</p>
        """
    }
    return """
      <table class="reports">
      <thead><tr><th>Accepted</th><th>Report</th><th>Transactions</th><th class="amount">Valid</th><th>State</th><th>Ignored</th></tr></thead>
      \(reports.prefix(Self.length).map(row))
      </table>
      <p class="paging">\(isLater ? newest : nil)\(further)</p>
      """
  }

  private func row(_ report: SandboxReportState) -> Markup {
    let (words, style) = Self.state(report)
    let valid: Markup = report.completedAt == nil ? "–" : "\(PageStrings.number(Double(report.valid.count)))"
    let ignored: Markup? = report.duplicates.flatMap { count in
      count == 0 ? nil : "\(PageStrings.number(Double(count))) that were already counted"
    }
    return """
      <tbody>
      <tr id="report-\(Int(report.number))">
      <td class="when">\(PageStrings.minute(report.acceptedAt))</td>
      <td><b>Report \(Int(report.number))</b><small>Created \(PageStrings.shown(report.createdAt))</small></td>
      <td>\(PageStrings.number(Double(report.count)))</td>
      <td class="amount">\(valid)</td>
      <td><span class="state \(style)">\(words)</span></td>
      <td>\(ignored)</td>
      </tr>
      \(findings(report))
      </tbody>

      """
  }

  private static func state(_ report: SandboxReportState) -> (String, String) {
    if report.completedAt != nil {
      return report.invalid.isEmpty ? ("processed", "good") : ("with mistakes", "revoked")
    }
    return report.processingAt == nil ? ("accepted", "ended") : ("processing", "ending")
  }

  private func findings(_ report: SandboxReportState) -> Markup? {
    if report.invalid.isEmpty { return nil }
    let shown = report.invalid.prefix(Self.shownFindings).map { finding in
      "<li><code>\(PageStrings.shown(finding.id))</code> \(finding.reason)</li>" as Markup
    }
    let rest = report.invalid.count - shown.count
    let more: Markup? = rest > 0 ? "<li>and \(rest) more</li>" : nil
    return """
      <tr class="ids"><td colspan="6"><details class="findings"><summary>\(report.invalid.count) not valid</summary>
      <ul>\(shown)\(more)</ul></details></td></tr>
      """
  }

  private var newest: Markup { "<a href=\"/reports\">Newest</a>" }

  private var further: Markup? {
    guard reports.count > Self.length else { return nil }
    return "<a href=\"/reports?before=\(Int(reports[Self.length - 1].number))\">Older</a>"
  }
}
