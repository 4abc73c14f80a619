/// What the benchmark is called with.
struct Options {
  var size = Size.full
  /// Where the figures go as JSON.
  var json: String?
  /// Where the plot goes.
  var plot: String?
  /// The parts that are run; all if there are none.
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

/// The benchmark was not called as it should be.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ problem: String) {
    description = "\(problem)\n(script/bench --help explains)"
  }
}
