/// The results of a run.
@MainActor final class Report {
  /// One measurement, which is one line of the table.
  struct Row {
    /// The operation, such as "Causeway, one at a time, median".
    let what: String
    let value: Double
    let unit: String
    /// The name of the baseline that the ratio refers to; nil for a figure without a ratio.
    var baseline: String?
    /// The value divided by the baseline's value.
    var ratio: Double?
  }

  /// A titled table of the report.
  struct Section {
    let title: String
    var rows: [Row] = []
  }

  private(set) var sections: [Section] = []
  /// The ratios to baselines, by their names in the JSON file.
  private(set) var ratios: [(name: String, value: Double)] = []
  /// The figures, by their names in the JSON file. Each name ends with the unit.
  private(set) var figures: [(name: String, value: Double)] = []

  /// Begins a section, and prints its title as progress.
  func begin(_ title: String) {
    sections.append(Section(title: title))
    Progress.say(title)
  }

  /// Adds a row to the current section. With a baseline, the row also shows the ratio to the baseline's value.
  func add(_ what: String, _ value: Double, _ unit: String, over baseline: (name: String, value: Double)? = nil) {
    sections[sections.count - 1].rows.append(
      Row(
        what: what, value: value, unit: unit, baseline: baseline?.name,
        ratio: baseline.map { value / $0.value }))
  }

  func ratio(_ name: String, _ value: Double) { ratios.append((name, value)) }

  func figure(_ name: String, _ value: Double) { figures.append((name, value)) }
}
