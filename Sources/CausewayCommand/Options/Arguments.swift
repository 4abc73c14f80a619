import CausewayJSON
import Foundation

/// The arguments of a command, parsed with the command's specification.
struct Arguments {
  private(set) var operands: [String] = []
  private var values: [String: [String]] = [:]
  private let command: CommandSpecification

  /// Reads `--name value`, `--name=value`, switches and operands in any order; after `--` everything is an operand.
  init(_ words: [String], for command: CommandSpecification) throws {
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
        throw UsageError(command, "there is no option \(name)\(Self.suggestion(for: name, among: command.options))")
      }
      var value = parts.count > 1 ? String(parts[1]) : nil
      switch (option.value, value) {
      case (let meaning?, nil):
        guard let next = rest.popFirst(), !next.isEmpty, !next.hasPrefix("--") else {
          throw UsageError(command, "\(name) needs a value: \(name) \(meaning)")
        }
        value = next
      case (nil, _?):
        throw UsageError(command, "\(name) takes no value")
      default: break
      }
      guard option.isRepeatable || values[name] == nil else {
        throw UsageError(command, "\(name) can be given only once")
      }
      values[name, default: []].append(value ?? "")
    }
    guard (command.requiredOperands.count...command.operands.count).contains(operands.count) else {
      let isTooMany = operands.count > command.operands.count
      let wanted = isTooMany ? command.operands : command.requiredOperands
      let given = operands.isEmpty ? "nothing" : operands.map { "\"\($0)\"" }.joined(separator: ", ")
      let expected = wanted.isEmpty ? "no operands" : wanted.joined(separator: " and ")
      throw UsageError(command, "expected \(expected), but got \(given)")
    }
  }

  func has(_ name: String) -> Bool { values[name] != nil }
  func all(_ name: String) -> [String] { values[name] ?? [] }
  func one(_ name: String) -> String? { values[name]?.last }

  /// Returns the values of an option that accepts only certain words. Throws for any other word.
  func choices<Choice: RawRepresentable & CaseIterable>(_ name: String, _: Choice.Type) throws -> [Choice]
  where Choice.RawValue == String {
    try all(name).map { value in
      guard let choice = Choice(rawValue: value) else {
        let choices = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageError(command, "\(name) \(value): the choices are \(choices)")
      }
      return choice
    }
  }

  /// Returns the value of a required option. Throws if the option is missing.
  func required(_ name: String) throws -> String {
    guard let value = one(name) else {
      let meaning = command.options.first { $0.name == name }?.value
      throw UsageError(command, "\([name, meaning].compactMap(\.self).joined(separator: " ")) is missing")
    }
    return value
  }

  /// Returns the URL of a server from a required option. The URL needs the scheme `http` or `https` and a host.
  func server(_ name: String) throws -> URL {
    let text = try required(name)
    guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()), url.host?.isEmpty == false
    else {
      throw UsageError(
        command, "\(Self.shown(name, text)): it must be an address, such as \(name) http://127.0.0.1:8080")
    }
    guard url.user == nil, url.password == nil else {
      throw UsageError(command, "\(name): the address must not contain a user; leave out the part before the @")
    }
    return url
  }

  /// Returns an option and its value for an error text. Omits a value with `@`, because such a URL may contain a
  /// password.
  static func shown(_ name: String, _ text: String) -> String { text.contains("@") ? name : "\(name) \(text)" }

  /// Returns a port number. 0 means any free port.
  func port(_ name: String) throws -> UInt16? {
    guard let text = one(name) else { return nil }
    guard let port = UInt16(text) else {
      throw UsageError(command, "\(name) \(text): it must be a number from 0 to 65535; 0 means any free port")
    }
    return port
  }

  /// Returns host names, without ports.
  func hosts(_ name: String) throws -> Set<String> {
    for host in all(name) {
      let isName = host.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-._".utf8.contains($0) }
      guard isName, !host.isEmpty else {
        throw UsageError(command, "\(name) \(host): it must be a name without a port, such as \(name) shop.test")
      }
    }
    return Set(all(name))
  }

  /// Returns a number in a range.
  func number(_ name: String, in range: ClosedRange<Double>) throws -> Double? {
    guard let text = one(name) else { return nil }
    guard let number = Double(text), range.contains(number) else {
      let (least, most) = (Self.plain(range.lowerBound), Self.plain(range.upperBound))
      throw UsageError(command, "\(name) \(text): it must be a number from \(least) to \(most)")
    }
    return number
  }

  private static func plain(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? "\(number)" }

  /// Returns a positive number of seconds.
  func seconds(_ name: String) throws -> Double? {
    guard let text = one(name) else { return nil }
    guard let seconds = Double(text), seconds > 0, seconds <= 1_000_000 else {
      throw UsageError(
        command,
        "\(name) \(text): it must be a number of seconds, more than 0 and at most 1,000,000, such as \(name) 30"
      )
    }
    return seconds
  }

  private static func suggestion(for name: String, among options: [OptionSpecification]) -> String {
    let near = options.first { option in
      option.name.hasPrefix(name) || name.hasPrefix(option.name)
        || option.name.dropFirst(2) == name.drop { $0 == "-" }
    }
    return near.map { "; did you mean \($0.name)?" } ?? ""
  }
}

/// The error for an invalid command line. It gives exit code 2.
struct UsageError: Error, CustomStringConvertible {
  /// The description of the error. It may quote an argument.
  let problem: String
  /// The lines of advice, in the tool's own words.
  let advice: [String]

  init(_ command: CommandSpecification, _ problem: String) {
    self.init(
      problem, advice: ["usage: \(command.usage)", "       For all options, run causeway \(command.name) --help"])
  }

  init(_ problem: String, advice: [String] = []) {
    self.problem = problem
    self.advice = advice
  }

  var description: String { ([problem] + advice).joined(separator: "\n") }
}
