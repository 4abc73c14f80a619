import CausewayJSON
import CausewayTransport
import Foundation

/// The arguments of a command, parsed with the command's specification.
package struct Arguments {
  package private(set) var operands: [String] = []
  private var values: [String: [String]] = [:]
  private let command: CommandSpecification

  /// Reads `--name value`, `--name=value`, switches and operands in any order; after `--` everything is an operand.
  ///
  /// - Parameter others: the other commands, in which the error text for an unknown option looks for the option.
  package init(_ words: [String], for command: CommandSpecification, others: [CommandSpecification] = []) throws {
    self.command = command
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        break
      }
      guard word.hasPrefix("-"), word != "-" else {
        operands.append(word)
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard let option = command.options.first(where: { $0.name == name }) else {
        throw UsageError(command, Self.unknownOption(name, of: command, others))
      }
      var value = parts.count > 1 ? String(parts[1]) : nil
      switch (option.value, value) {
      case (let meaning?, nil):
        guard let next = rest.popFirst(), !next.isEmpty, !next.hasPrefix("--") else {
          throw UsageError(command, "\(name) needs a value: \(name) \(meaning)\(Self.list(option.choices))")
        }
        value = next
      case (nil, _?):
        throw UsageError(command, "\(name) takes no value: write \(name) alone, or leave it out")
      default: break
      }
      guard option.isRepeatable || values[name] == nil else {
        throw UsageError(command, "\(name) is given twice; give only one")
      }
      values[name, default: []].append(value ?? "")
    }
    try checkOperands()
  }

  private func checkOperands() throws {
    let missing = command.requiredOperands.dropFirst(operands.count)
    guard missing.isEmpty else {
      let names = missing.joined(separator: " and ")
      let choices = missing.first.flatMap { command.operandChoices[$0] } ?? []
      let what = choices.isEmpty ? Self.meaning(of: missing.first ?? "") : Self.list(choices)
      throw UsageError(command, "\(names) \(missing.count == 1 ? "is" : "are") missing\(what)")
    }
    guard let surplus = operands.dropFirst(command.operands.count).first else { return }
    let names = command.operands.map(\.trimmingBrackets)
    let expected =
      switch names.count {
      case 0: "no operands"
      case 1: "one \(names[0])"
      default: "only \(names.joined(separator: " and "))"
      }
    throw UsageError(
      command,
      "\"\(surplus)\" is one word too many: \(command.invocation) takes \(expected)"
        + (names.isEmpty ? "; leave it out" : ". Put quotation marks around a name with spaces"))
  }

  /// Returns the end of an error text that says what to write for an operand; empty if the operand's name says it.
  private static func meaning(of operand: String) -> String {
    switch CompletedValue(meaning: operand) {
    case .files where operand == "PAGE": ": name a file, a folder with an index.html, or a URL"
    case .files: ": name a file"
    case .folders: ": name a folder"
    case .words, .anything: ""
    }
  }

  package func has(_ name: String) -> Bool { values[name] != nil }
  package func all(_ name: String) -> [String] { values[name] ?? [] }
  package func one(_ name: String) -> String? { values[name]?.last }

  /// Returns the values of an option that accepts only certain words. Throws for any other word.
  package func choices<Choice: RawRepresentable & CaseIterable>(_ name: String, _: Choice.Type) throws -> [Choice]
  where Choice.RawValue == String {
    try all(name).map { value in
      guard let choice = Choice(rawValue: value) else {
        throw UsageError(command, Self.invalidChoice("\(name) \(value)", value, among: Choice.allCases.map(\.rawValue)))
      }
      return choice
    }
  }

  /// Returns the value of an operand that accepts only certain words. Throws for any other word.
  package func choice<Choice: RawRepresentable & CaseIterable>(ofOperand index: Int, _: Choice.Type) throws -> Choice
  where Choice.RawValue == String {
    let value = operands[index]
    guard let choice = Choice(rawValue: value) else {
      let subject = "\(command.operands[index].trimmingBrackets) \"\(value)\""
      throw UsageError(command, Self.invalidChoice(subject, value, among: Choice.allCases.map(\.rawValue)))
    }
    return choice
  }

  /// Returns an operand that the specification calls optional only because an option can replace it. Throws if the
  /// operand is missing.
  package func requiredOperand(_ index: Int) throws -> String {
    guard operands.indices.contains(index) else {
      let name = command.operands[index].trimmingBrackets
      throw UsageError(command, "\(name) is missing\(Self.meaning(of: name))")
    }
    return operands[index]
  }

  /// Returns the error for a value that is not one of the choices.
  package func invalidChoice(_ subject: String, _ value: String, among choices: [String]) -> UsageError {
    UsageError(command, Self.invalidChoice(subject, value, among: choices))
  }

  private static func invalidChoice(_ subject: String, _ value: String, among choices: [String]) -> String {
    "\(subject): the choices are \(choices.joined(separator: ", "))\(Suggestion.question(value, among: choices))"
  }

  /// Returns the end of an error text with the words to choose from; empty if there are none.
  private static func list(_ choices: [String]) -> String {
    choices.isEmpty ? "" : "; the choices are \(choices.joined(separator: ", "))"
  }

  /// Returns the value of a required option. Throws if the option is missing.
  package func required(_ name: String) throws -> String {
    guard let value = one(name) else {
      let option = command.options.first { $0.name == name }
      let form = [name, option?.value].compactMap(\.self).joined(separator: " ")
      throw UsageError(command, "\(form) is missing", explanation: option?.help)
    }
    return value
  }

  /// Returns the URL of a server from a required option. The URL needs the scheme `http` or `https` and a host.
  package func server(_ name: String) throws -> URL {
    let text = try required(name)
    // A developer often writes localhost:5173, which would be a URL with the scheme "localhost".
    let hasScheme = text.contains("://")
    guard let url = URL(string: hasScheme ? text : "http://" + text),
      ["http", "https"].contains(url.scheme?.lowercased()), url.host?.isEmpty == false,
      hasScheme || Loopback.contains(url.host ?? "")
    else {
      throw UsageError(
        command, "\(Self.shown(name, text)): it must be an http or https URL, such as \(name) http://127.0.0.1:8080")
    }
    guard url.user == nil, url.password == nil else {
      throw UsageError(command, "\(name): the URL must not contain a user name; leave out the part before the @")
    }
    return url
  }

  /// Returns an option and its value for an error text. Omits a value with `@`, because such a URL may contain a
  /// password.
  package static func shown(_ name: String, _ text: String) -> String { text.contains("@") ? name : "\(name) \(text)" }

  /// Returns a port number; nil if the option is missing. 0 means any free port.
  package func port(_ name: String) throws -> UInt16? {
    guard let text = one(name) else { return nil }
    guard let port = UInt16(text) else {
      throw UsageError(command, "\(name) \(text): it must be a number from 0 to 65535; 0 means any free port")
    }
    return port
  }

  /// Returns the host names that an option gives. Throws if one of them contains a port.
  package func hosts(_ name: String) throws -> Set<String> {
    for host in all(name) {
      let isName = host.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-._".utf8.contains($0) }
      guard isName, !host.isEmpty else {
        throw UsageError(command, "\(name) \(host): it must be a name without a port, such as \(name) shop.test")
      }
    }
    return Set(all(name))
  }

  /// Returns a number in a range; nil if the option is missing.
  package func number(_ name: String, in range: ClosedRange<Double>) throws -> Double? {
    guard let text = one(name) else { return nil }
    guard let number = Double(text), range.contains(number) else {
      let (least, most) = (Self.plain(range.lowerBound), Self.plain(range.upperBound))
      throw UsageError(command, "\(name) \(text): it must be a number from \(least) to \(most)")
    }
    return number
  }

  private static func plain(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? "\(number)" }

  /// Returns a positive number of seconds; nil if the option is missing.
  package func seconds(_ name: String) throws -> Double? {
    guard let text = one(name) else { return nil }
    guard let seconds = Double(text), seconds > 0, seconds <= 1_000_000 else {
      throw UsageError(
        command,
        "\(name) \(text): it must be a number of seconds, more than 0 and at most 1,000,000, such as \(name) 30"
      )
    }
    return seconds
  }

  private static func unknownOption(
    _ name: String, of command: CommandSpecification, _ others: [CommandSpecification]
  ) -> String {
    let start = "there is no option \(name) of \(command.invocation)"
    if let reason = command.unavailable[name] { return "\(start): \(reason)" }
    let question = Suggestion.question(name, among: command.options.map(\.name) + ["--help"])
    guard question.isEmpty else { return start + question }
    let owners = others.filter { $0.options.contains { $0.name == name } }.map(\.invocation)
    guard let last = owners.last else { return start }
    let rest = owners.dropLast().joined(separator: ", ")
    return "\(start); \(rest.isEmpty ? "\(last) has" : "\(rest) and \(last) have") it"
  }
}

/// The error for an invalid command line. It gives exit code 2.
package struct UsageError: ExplainedError, CustomStringConvertible {
  /// The description of the error. It may quote an argument.
  package let problem: String
  /// The lines of advice, in the tool's own words.
  package let advice: [String]

  /// - Parameter explanation: the help of the option that the error is about, for the advice.
  package init(_ command: CommandSpecification, _ problem: String, explanation: String? = nil) {
    self.init(
      problem,
      advice: (explanation.map { wrap($0, width: 90).map { "       \($0)" } } ?? []) + [
        "usage: \(command.usage)", "       For all options, run \(command.invocation) --help",
      ])
  }

  package init(_ problem: String, advice: [String] = []) {
    self.problem = problem
    self.advice = advice
  }

  package var lines: [String] { [problem] + advice }
  package var isUsage: Bool { true }
  package var description: String { lines.joined(separator: "\n") }
}
