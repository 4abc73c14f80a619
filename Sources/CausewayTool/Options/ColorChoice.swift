import Foundation

/// The value of `--color`: when the output has colors.
package enum ColorChoice: String, CaseIterable {
  case auto, always, never

  /// The option, for parsing and for the help of each command that prints a table.
  package static let option = OptionSpecification(
    "--color", "WHEN", choices: allCases.map(\.rawValue),
    "When the table has colors: auto (the default), always or never. auto means: on a terminal, unless the environment "
      + "variable NO_COLOR is set.")

  package init(_ arguments: Arguments) throws {
    self = try arguments.choices(Self.option.name, Self.self).last ?? .auto
  }

  /// Whether standard output gets colors.
  package var isOn: Bool {
    isOn(isTerminal: StandardOutput.isTerminal, environment: ProcessInfo.processInfo.environment)
  }

  /// Returns whether the output gets colors. An empty `NO_COLOR` counts as not set, as no-color.org says.
  package func isOn(isTerminal: Bool, environment: [String: String]) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto: isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }
  }
}
