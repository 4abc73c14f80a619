import Foundation

/// A number in a guide that the code declares.
struct StatedNumber: CustomStringConvertible, Sendable {
  /// The guides' paths in the repository.
  let guides: [String]
  /// A part of a sentence in the guides. `#` stands for the number.
  let sentence: String
  /// The source file, below `Sources`.
  let file: String
  /// The text before the number's expression, such as `messageBytes = `. If the text occurs several times, all numbers
  /// after it must be equal.
  let declaration: String
  let unit: Unit

  /// The unit of the number in the guides. In the code the numbers are bytes, seconds or plain numbers.
  enum Unit: Double, Sendable {
    case one = 1
    case milliseconds = 0.001
    case minutes = 60
    case days = 86_400
    case kibibytes = 1_024
    case megabytes = 1_000_000
    case mebibytes = 1_048_576
  }

  init(_ guides: String..., says sentence: String, _ file: String, _ declaration: String, in unit: Unit = .one) {
    self.guides = guides
    self.sentence = sentence
    self.file = file
    self.declaration = declaration
    self.unit = unit
  }

  var description: String { "\(sentence) (\(guides.joined(separator: ", ")))" }

  /// Returns the number that the code declares, in the guides' unit.
  func value() throws -> Double {
    let text = try String(
      contentsOf: Guide.root.appendingPathComponent("Sources/\(file)"), encoding: .utf8)
    let numbers = Set(text.components(separatedBy: declaration).dropFirst().compactMap(Self.number))
    guard let number = numbers.first, numbers.count == 1 else { throw NotDeclared(number: self, count: numbers.count) }
    return number / unit.rawValue
  }

  /// Returns the allowed forms of the sentence. The number is in digits, with or without commas between thousands; a
  /// whole number up to ten can also be a word.
  func sentences() throws -> [String] {
    let value = try value()
    guard let whole = Int(exactly: value) else { return [sentence.replacing("#", with: "\(value)")] }
    let digits = String(
      String(whole).reversed().enumerated().flatMap { index, digit in
        index > 0 && index.isMultiple(of: 3) ? [",", digit] : [digit]
      }.reversed())
    let words = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    let forms = [digits, String(whole)] + (words.indices.contains(whole) ? [words[whole]] : [])
    return forms.map { sentence.replacing("#", with: $0) }
  }

  /// Reads an expression such as `32 << 20`, `16_384`, `.seconds(30)` or `Duration.milliseconds(10)`.
  static func number(at text: String) -> Double? {
    let integer = #/^(?:Duration)?(?:\.(seconds|milliseconds)\()?([0-9_]+)(?: << ([0-9]+))?/#
    guard let match = text.prefixMatch(of: integer), let number = Double(match.2.replacing("_", with: "")) else {
      return nil
    }
    let shifted = number * pow(2, match.3.flatMap { Double($0) } ?? 0)
    return match.1 == "milliseconds" ? shifted / 1_000 : shifted
  }

  /// The error of a declaration that is missing in its file, or occurs there with different numbers.
  struct NotDeclared: Error, CustomStringConvertible {
    let number: StatedNumber
    let count: Int

    var description: String {
      "Sources/\(number.file) has \(count) different numbers after `\(number.declaration)`. Has the declaration moved?"
    }
  }
}
