/// The options of the benchmark's command line.
struct Options {
  var size = Size.full
  /// The path of the JSON file for the figures; nil for none.
  var json: String?
  /// The path of the plot; nil for none.
  var plot: String?
  /// The names of the parts that run. If the list is empty, all parts run.
  var parts: [String] = []

  init(_ words: [String]) throws {
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--quick": size = .quick
      case "--json", "--plot":
        guard let file = rest.popFirst() else { throw UsageError("\(word) needs a file") }
        if word == "--json" { json = file } else { plot = file }
      case _ where word.hasPrefix("-"): throw UsageError("there is no option \(word)")
      default:
        guard Program.parts.contains(where: { $0.name == word }) else {
          throw UsageError("there is no part \"\(word)\"")
        }
        parts.append(word)
      }
    }
  }
}

/// The error for a command line that cannot be parsed.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ problem: String) {
    description = "\(problem)\nscript/bench --help explains the options."
  }
}
