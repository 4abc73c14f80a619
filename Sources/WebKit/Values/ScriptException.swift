/// What is known of an exception that a script threw.
struct ScriptException: Hashable, Sendable {
  /// The exception as text, such as `TypeError: undefined is not a function`.
  var message: String
  /// The line in the script, from 1.
  var line: Int?
  /// The column in the line, from 1.
  var column: Int?
  /// Where the script came from.
  var sourceURL: URL?

  init(message: String) {
    self.message = message
  }

  /// Reads WebKitGTK's form, `source:line:column: message`, of which everything but the message may be missing.
  init(engineText: String) {
    self.init(message: engineText)
    guard let end = engineText.range(of: ": ") else { return }
    var place = engineText[..<end.lowerBound].split(separator: ":", omittingEmptySubsequences: false)
    var numbers: [Int] = []
    while numbers.count < 2, place.count > 1, let number = place.last.flatMap({ Int($0) }) {
      numbers.insert(number, at: 0)
      place.removeLast()
    }
    guard let line = numbers.first else { return }
    message = String(engineText[end.upperBound...])
    self.line = line
    column = numbers.count > 1 ? numbers[1] : nil
    sourceURL = URL(string: place.joined(separator: ":"))
  }
}
