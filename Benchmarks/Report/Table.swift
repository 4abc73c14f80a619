import Foundation

/// The report as text: the ratios and figures first, then every section.
@MainActor enum Table {
  static func text(_ report: Report) -> String {
    var lines: [String] = []
    if !report.ratios.isEmpty || !report.figures.isEmpty { lines += ["", "Ratios and figures"] }
    for (name, value) in report.ratios { lines.append("  \(name.padded(to: 28))\(number(value).padded(left: 10)) ×") }
    for (name, value) in report.figures { lines.append("  \(name.padded(to: 28))\(number(value).padded(left: 10))") }
    for section in report.sections {
      lines += ["", section.title]
      let width = (section.rows.map(\.what.count).max() ?? 0) + 2
      for row in section.rows {
        var line = "  \(row.what.padded(to: width))\(number(row.value).padded(left: 10)) \(row.unit.padded(to: 5))"
        if let ratio = row.ratio, let baseline = row.baseline {
          line += "\(number(ratio).padded(left: 8)) × \(baseline)"
        }
        lines.append(line)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns a number as text, rounded to about three significant digits.
  static func number(_ value: Double) -> String {
    switch abs(value) {
    case 1_000...: "\(Int(value.rounded()))".grouped
    case 100...: String(format: "%.0f", value)
    case 10...: String(format: "%.1f", value)
    default: String(format: "%.2f", value)
    }
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
  fileprivate func padded(left width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }

  /// The digits in groups of three.
  fileprivate var grouped: String {
    var result = ""
    for (place, digit) in reversed().enumerated() {
      if place > 0, place % 3 == 0, digit != "-" { result.append(",") }
      result.append(digit)
    }
    return String(result.reversed())
  }
}
