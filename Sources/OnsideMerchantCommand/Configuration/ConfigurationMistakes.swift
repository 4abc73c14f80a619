import CausewayTool

/// The mistakes that were found so far in a configuration.
final class ConfigurationMistakes {
  /// The mistakes, in the order of their discovery. Each text begins with the place, such as `listen.port` or `--port`.
  private(set) var errors: [UsageError] = []

  var isEmpty: Bool { errors.isEmpty }

  /// Adds a mistake.
  ///
  /// - Parameters:
  ///   - place: the path in the file, such as `clients[1].name`; empty for the whole file.
  ///   - text: what is wrong and what to do. It must not contain a secret.
  func add(_ place: String, _ text: String) {
    errors.append(UsageError(place.isEmpty ? text : "\(place): \(text)"))
  }

  /// Adds a mistake about a member that is missing, unless there is already a mistake about it, a part of it, or an object
  /// that contains it: a member with a wrong value is not missing.
  func addMissing(_ place: String, _ text: String) {
    let parts = place.split(separator: ".")
    let places = parts.indices.map { parts[...$0].joined(separator: ".") }
    let isKnown = errors.contains { error in
      places.contains { error.problem.hasPrefix("\($0):") }
        || [".", "["].contains { error.problem.hasPrefix("\(place)\($0)") }
    }
    if !isKnown { add(place, "it is missing\(text)") }
  }

  func add(_ error: UsageError) { errors.append(error) }

  /// Runs `body`. If it throws an error, adds the error and returns nil.
  func collecting<Value>(_ body: () throws -> Value) -> Value? {
    do {
      return try body()
    } catch {
      errors.append(error as? UsageError ?? UsageError("\(error)"))
      return nil
    }
  }
}

/// The error for a configuration file with mistakes. It gives the exit code of wrong usage.
struct ConfigurationError: ExplainedError, CustomStringConvertible {
  /// The file's path.
  let file: String
  /// The mistakes, each with its place in the file.
  let mistakes: [String]

  init(file: String, mistakes: [String]) {
    self.file = file
    self.mistakes = mistakes
  }

  init(file: String, _ mistakes: ConfigurationMistakes) {
    self.init(file: file, mistakes: mistakes.errors.map { ([$0.problem] + $0.advice).joined(separator: ". ") })
  }

  var lines: [String] {
    ["\(file): \(mistakes.count == 1 ? "1 mistake" : "\(mistakes.count) mistakes")"] + mistakes.map { "  \($0)" }
  }
  var isUsage: Bool { true }
  var description: String { lines.joined(separator: "\n") }
}
