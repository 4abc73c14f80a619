import Foundation

/// A bar chart of the rows with a ratio: Causeway's time divided by the baseline's, on a logarithmic scale.
@MainActor enum Plot {
  private static let width = 860.0
  private static let labels = 330.0
  private static let line = 24.0
  /// The smallest and the largest ratio on the scale.
  private static let least = 1.0 / 32
  private static let most = 4.0

  static func svg(_ report: Report) -> String {
    var shapes: [String] = []
    var y = 84.0
    for section in report.sections {
      let rows = section.rows.filter { $0.ratio != nil && $0.what.contains("Causeway") && isTime($0.unit) }
      if rows.isEmpty { continue }
      shapes.append(text(section.title, x: 16, y: y + 16, "class=\"part\""))
      y += line + 4
      for row in rows {
        shapes += bar(row, y: y)
        y += line
      }
      y += 10
    }
    let height = y + 16
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(width)) \(Int(height))" font-family="sans-serif">
      <style>
        text { font-size: 13px; fill: #1f2933 } .part { font-weight: bold } .axis { fill: #6b7785; font-size: 12px }
        .value { font-weight: bold }
      </style>
      <rect width="100%" height="100%" fill="#ffffff"/>
      \(text("Causeway's time, divided by the time without Causeway", x: 16, y: 26, "class=\"part\" style=\"font-size:16px\""))
      \(text("Left: less time than without Causeway. Right: more. The scale is logarithmic.", x: 16, y: 44, "class=\"axis\""))
      \(axis(height: height).joined(separator: "\n"))
      \(shapes.joined(separator: "\n"))
      </svg>

      """
  }

  private static func isTime(_ unit: String) -> Bool { ["µs", "ms"].contains(unit) }

  private static func x(of ratio: Double) -> Double {
    let share = log2(min(max(ratio, least), most) / least) / log2(most / least)
    return labels + share * (width - labels - 80)
  }

  private static func axis(height: Double) -> [String] {
    [(1.0 / 32, "1/32"), (1.0 / 8, "1/8"), (1.0 / 2, "1/2"), (1, "1"), (2, "2"), (4, "4")].flatMap { ratio, label in
      let x = x(of: ratio)
      let color = ratio == 1 ? "#52606d" : "#d9dee4"
      return [
        "<line x1=\"\(x)\" x2=\"\(x)\" y1=\"76\" y2=\"\(height - 12)\" stroke=\"\(color)\"/>",
        text(label, x: x, y: 70, "class=\"axis\" text-anchor=\"middle\""),
      ]
    }
  }

  private static func bar(_ row: Report.Row, y: Double) -> [String] {
    guard let ratio = row.ratio, let baseline = row.baseline else { return [] }
    let (left, right) = (min(x(of: ratio), x(of: 1)), max(x(of: ratio), x(of: 1)))
    let color = ratio <= 1 ? "#2f9e77" : "#d9822b"
    return [
      text("\(label(of: row)), to \(baseline)", x: labels - 10, y: y + 14, "text-anchor=\"end\""),
      "<rect x=\"\(left)\" y=\"\(y + 3)\" width=\"\(max(right - left, 2))\" height=\"15\" fill=\"\(color)\" rx=\"2\"/>",
      text(Table.number(ratio), x: right + 6, y: y + 15, "class=\"value\""),
    ]
  }

  /// Returns the label of a row. It omits the word "Causeway", because the whole chart is about Causeway.
  private static func label(of row: Report.Row) -> String {
    [", Causeway", "Causeway: ", "Causeway, "].reduce(row.what) { $0.replacing($1, with: "") }
  }

  private static func text(_ text: String, x: Double, y: Double, _ attributes: String) -> String {
    let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    return "<text x=\"\(x)\" y=\"\(y)\" \(attributes)>\(escaped)</text>"
  }
}
