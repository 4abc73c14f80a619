/// A pattern of paths, such as `/orders/{id}`.
struct PathPattern: Sendable {
  private enum Part: Hashable, Sendable {
    case text(String)
    case parameter(String)

    var isText: Bool { if case .text = self { true } else { false } }
  }

  /// The pattern as it was written.
  let text: String
  private let parts: [Part]

  init(_ pattern: String) {
    text = pattern
    precondition(pattern.first == "/", "A path pattern must begin with a slash.")
    let segments = pattern == "/" ? [] : pattern.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    parts = segments.map { segment in
      segment.first == "{" && segment.last == "}"
        ? .parameter(String(segment.dropFirst().dropLast())) : .text(String(segment))
    }
  }

  func matches(_ path: [String]) -> Bool {
    path.count == parts.count && zip(path, parts).allSatisfy { !$1.isText || $1 == .text($0) }
  }

  /// Returns whether both patterns match the same paths, ignoring the names of their parameters.
  func matchesSamePaths(as other: PathPattern) -> Bool {
    parts.count == other.parts.count && zip(parts, other.parts).allSatisfy { $0 == $1 || (!$0.isText && !$1.isText) }
  }

  /// Returns whether this pattern takes precedence over another. The first segment that is plain text in only one of
  /// the two patterns decides: the pattern with the plain text takes precedence.
  func takesPrecedence(over other: PathPattern) -> Bool {
    let difference = zip(parts, other.parts).first { $0.isText != $1.isText }
    return difference?.0.isText ?? false
  }

  func parameters(in path: [String]) -> [String: String] {
    var values: [String: String] = [:]
    for case (.parameter(let name), let segment) in zip(parts, path) { values[name] = segment }
    return values
  }
}
