import CausewayJSON

/// The error that a script threw, as JSON for standard error, with the location at which it was thrown.
enum ScriptError {
  /// Adds the location of an error to its JSON: `file`, `line` and `column`, and `stack`, an array of the calls, the
  /// innermost first. Leaves out the calls of the command's own functions.
  ///
  /// - Parameters:
  ///   - reason: the reason from the page, with the engine's `sourceURL`, `line`, `column` and `stack`, if it is an error.
  ///   - script: the name of the script.
  ///   - address: the address under which the engine knows the script.
  static func json(_ reason: String, script: String, address: String) -> String {
    guard let value = try? JSONValue(parsing: reason), case .object(var object) = value else { return reason }
    guard let calls = object["stack"]?.stringValue else { return reason }
    let source = Location(
      url: object["sourceURL"]?.stringValue ?? "", line: Int(object["line"]?.numberValue ?? 0),
      column: Int(object["column"]?.numberValue ?? 0))
    for member in ["sourceURL", "line", "column", "stack"] { object[member] = nil }
    if let location = source.shown(script, address) {
      object["file"] = .string(location.url)
      object["line"] = .number(Double(location.line))
      object["column"] = .number(Double(location.column))
    }
    object["stack"] = .array(
      calls.split(separator: "\n").compactMap { call in
        let parts = call.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let location = Location(parts[1])?.shown(script, address) else { return nil }
        return .string(parts[0].isEmpty ? "\(location)" : "\(parts[0]) (\(location))")
      })
    return JSONValue.object(object).json
  }

  /// The location of a call, such as `http://localhost:3000/shop.js:12:5`.
  private struct Location: CustomStringConvertible {
    var url: String
    var line: Int
    let column: Int

    var description: String { "\(url):\(line):\(column)" }

    init(url: String, line: Int, column: Int) {
      (self.url, self.line, self.column) = (url, line, column)
    }

    init?(_ text: String) {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      guard parts.count > 2, let line = Int(parts[parts.count - 2]), let column = Int(parts[parts.count - 1]) else {
        return nil
      }
      self.init(url: parts.dropLast(2).joined(separator: ":"), line: line, column: column)
    }

    /// Returns the location for a reader: in the script's file instead of the function that the command makes of it.
    /// Returns nil for an empty location and for one in the command's own functions.
    func shown(_ script: String, _ address: String) -> Location? {
      guard !url.isEmpty, !url.hasPrefix("user-script") else { return nil }
      guard url == address else { return self }
      // The first line of the function is the command's.
      return line > 1 ? Location(url: script, line: line - 1, column: column) : nil
    }
  }
}
