/// The known properties of an exception that a script threw.
struct ScriptException: Hashable, Sendable {
  /// The exception as text, such as `TypeError: undefined is not a function`.
  var message: String
  /// The line in the script, starting at 1; nil if it is unknown.
  var line: Int?
  /// The column in the line, starting at 1; nil if it is unknown.
  var column: Int?
  /// The URL of the script; nil if it is unknown.
  var sourceURL: URL?

  init(message: String) {
    self.message = message
  }

  /// Parses WebKitGTK's text, `source:line:column: message`. All parts except the message are optional.
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
