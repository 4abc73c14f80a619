/// The values of an option or an operand that a shell completes.
enum CompletedValue: Hashable {
  /// One of these words.
  case words([String])
  /// A folder.
  case folders
  /// A file whose name ends with one of these suffixes, such as `js`, or a folder on the way to it; any file if there are
  /// no suffixes.
  case files([String])
  /// A value that a shell cannot complete.
  case anything

  /// Creates the values of an option; nil for a switch.
  init?(_ option: OptionSpecification) {
    guard let meaning = option.value else { return nil }
    self = option.choices.isEmpty ? Self(meaning: meaning) : .words(option.choices)
  }

  /// Reads the name that the help shows for the value, such as `FILE.js`, `DIR` or `URL|FILE`.
  init(meaning: String) {
    let names = meaning.split(separator: "|")
    let files = names.filter { ["PAGE", "OLD", "NEW"].contains($0) || $0.hasPrefix("FILE") || $0.hasPrefix("TYPES.") }
    guard files.isEmpty else {
      // The suffix of `FILE.d.ts` is `d.ts`.
      let suffixes = files.compactMap { name in name.firstIndex(of: ".").map { String(name[name.index(after: $0)...]) }
      }
      self = .files(suffixes.count == files.count ? suffixes : [])
      return
    }
    self = names.contains("DIR") || names.contains("FOLDER") ? .folders : .anything
  }
}

extension CommandSpecification {
  /// The values of the operands, in order; nil for an operand that a shell cannot complete.
  var completedOperands: [CompletedValue?] {
    operands.map { operand in
      let name = operand.trimmingBrackets
      if let choices = operandChoices[name] { return .words(choices) }
      let value = CompletedValue(meaning: name)
      return value == .anything ? nil : value
    }
  }
}

/// The words that the completions of all shells use.
enum Completions {
  /// Returns the first words of the commands whose names have two words, such as `store`.
  static func groups(_ commands: [CommandSpecification]) -> [String] {
    unique(commands.filter { $0.words.count > 1 }.map { $0.words[0] })
  }

  /// Returns the words that can follow the program's name.
  static func firstWords(_ commands: [CommandSpecification]) -> [String] {
    unique(commands.map { $0.words[0] }) + ["help"]
  }

  /// Returns the words that can follow a group.
  static func subcommands(of group: String, _ commands: [CommandSpecification]) -> [String] {
    commands.filter { $0.words.count > 1 && $0.words[0] == group }.map { $0.words[1] }
  }

  private static func unique(_ words: [String]) -> [String] {
    var seen: Set<String> = []
    return words.filter { seen.insert($0).inserted }
  }
}

extension OptionSpecification {
  /// The first sentence of the help, without the period.
  var summary: String { help.firstSentence }
}

extension String {
  /// The text before the first period at the end of a sentence, or before a colon.
  var firstSentence: String {
    let ends = [range(of: ". "), range(of: ": ")].compactMap { $0?.lowerBound }
    let sentence = ends.min().map { self[..<$0] } ?? self[...]
    return String(sentence.last == "." ? sentence.dropLast() : sentence)
  }

  /// An operand's name without the brackets of an operand that can be left out.
  var trimmingBrackets: String { hasPrefix("[") ? String(dropFirst().dropLast()) : self }

  /// A program's name as a part of the names of shell functions. Older shells accept no dashes there.
  var functionName: String { split(separator: "-").joined(separator: "_") }

  /// The text in single quotes. A single quote in the text is written as `'\''`, which every one of the shells reads as
  /// a single quote.
  var quotedForCompletion: String {
    "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
