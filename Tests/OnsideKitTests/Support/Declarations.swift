import Foundation

/// The text of `Types/onside.d.ts`, and its declarations, which are found with regular expressions.
struct Declarations {
  /// A method or a callback: its name, and the types of its single argument and of its result.
  struct Function: Hashable, CustomStringConvertible {
    var name: String
    var argument: String?
    var result: String?
    var description: String { "\(name)(\(argument ?? "")) => \(result ?? "nothing")" }
  }

  private let text: String

  init() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    text = try String(contentsOf: root.appendingPathComponent("Types/onside.d.ts"), encoding: .utf8)
  }

  /// The methods of the bridge, declared as `name: (argument: Type) => Result;`.
  var methods: [Function] {
    lines(of: "export interface OnsideJSBridge {").compactMap { line in
      guard let match = line.wholeMatch(of: /(\w+): \((?:\w+: (.+))?\) => (.+);/) else { return nil }
      return Function(name: String(match.1), argument: match.2.map(String.init), result: String(match.3))
    }
  }

  /// The callbacks of the bridge, declared as `name?: OnsideListener<[argument: Type]>;` or as
  /// `name?: ((argument: Type) => Result) | null | undefined;`.
  var callbacks: [Function] {
    lines(of: "export interface OnsideJSBridge {").compactMap { line in
      if let match = line.wholeMatch(of: /(\w+)\?: OnsideListener<\[(?:\w+: (.+))?\]>;/) {
        return Function(name: String(match.1), argument: match.2.map(String.init))
      }
      guard let match = line.wholeMatch(of: /(\w+)\?: \(\((?:\w+: (.+))?\) => (.+)\) \| null \| undefined;/) else {
        return nil
      }
      return Function(name: String(match.1), argument: match.2.map(String.init), result: String(match.3))
    }
  }

  /// The type with which each promise method rejects, declared as `method: Type;`; nil for `never`.
  var rejections: [String: String?] {
    let pairs = lines(of: "export interface OnsideRejections {").compactMap { line in
      line.wholeMatch(of: /(\w+): (\w+);/).map { (String($0.1), $0.2 == "never" ? nil : String($0.2)) }
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  /// The names of the error types, each with its cases, in the order of the file.
  var errors: [(name: String, cases: [String])] {
    text.matches(of: /type (\w+) = OnsideCase<\n/).map { match in
      (String(match.1), cases(of: String(match.0)))
    }
  }

  /// The names of the predefined events, in the order of the file.
  var predefinedEvents: [String] { cases(of: "export type OnsidePredefinedEvent =\n") }

  /// The names of the predefined events' constants, whose value is the same text, in the order of the file.
  var eventConstants: [String] {
    guard let start = text.range(of: "export const enum OnsideEvents {\n"),
      let end = text[start.upperBound...].range(of: "}")
    else { return [] }
    return text[start.upperBound..<end.lowerBound].split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "=").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " ,\"")) }
      return parts.count == 2 && parts[0] == parts[1] ? parts[0] : nil
    }
  }

  /// Returns the comment above a member, as one line.
  func comment(of member: String) -> String {
    let lines = text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    guard let index = lines.firstIndex(where: { $0.hasPrefix(member) }),
      let start = lines[..<index].lastIndex(where: { $0.hasPrefix("/**") })
    else { return "" }
    return lines[start..<index].map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "/* ")) }
      .joined(separator: " ")
  }

  /// The codes of the bridge's errors, in the order of the file.
  var codes: [String] { cases(of: "export type BridgeErrorCode =\n") }

  /// The names that are documented as cases of some error.
  var documentedCases: [String] {
    lines(of: "export interface OnsideCases {").compactMap { $0.wholeMatch(of: /(\w+): \{\};/).map { String($0.1) } }
  }

  /// The number of lines in the bridge that declare a member. A test compares it with the members that were found.
  var countOfMembers: Int {
    lines(of: "export interface OnsideJSBridge {").count { !$0.isEmpty && !$0.hasPrefix("/") && !$0.hasPrefix("*") }
  }

  /// Returns the lines of a declaration's body, without their indentation.
  private func lines(of head: String) -> [String] {
    guard let start = text.range(of: "\n\(head)\n") else { return [] }
    return text[start.upperBound...].components(separatedBy: "\n")
      .prefix { $0 != "}" }.map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// Returns the string literals of a union type that has one literal in each line, after a `|`.
  private func cases(of head: String) -> [String] {
    guard let start = text.range(of: head) else { return [] }
    return text[start.upperBound...].components(separatedBy: "\n").prefix { $0.hasPrefix("  ") }
      .compactMap { $0.wholeMatch(of: /\s*\| "(\w+)";?/).map { String($0.1) } }
  }
}
