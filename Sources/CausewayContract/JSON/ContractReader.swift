import CausewayJSON

/// The error for a text that is not a contract.
public struct ContractError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The position in the contract, such as `members[2].parameters`; empty for the whole text.
  public let path: String
  /// The problem at this position, as a sentence without a period.
  public let problem: String

  /// The position, unless it is empty, and the problem.
  public var description: String { path.isEmpty ? problem : "\(path): \(problem)" }
}

/// A value in the JSON of a contract, with its position for errors.
struct ContractReader {
  let value: JSONValue
  let path: ValuePath

  /// Returns the error for a value that is not what the reader expects.
  func error(_ expected: String) -> ContractError {
    // A wrong text is often misspelled, so the error shows the text.
    let found = if case .string(let text) = value, text.utf8.count <= 40 { value.json } else { value.kind }
    return problem("expected \(expected) but found \(found)")
  }

  /// Returns an error at this value's position. `problem` is a sentence without a period.
  func problem(_ problem: String) -> ContractError { ContractError(path: "\(path)", problem: problem) }

  func string() throws -> String {
    guard case .string(let text) = value else { throw error("a string") }
    return text
  }

  func bool() throws -> Bool {
    guard case .bool(let value) = value else { throw error("a Boolean") }
    return value
  }

  func integer() throws -> Int64 {
    guard case .number(let number) = value, let integer = Int64(exactly: number),
      -Schema.maximumInteger...Schema.maximumInteger ~= integer
    else { throw error("an integer up to 2^53 - 1") }
    return integer
  }

  func array() throws -> [JSONValue] {
    guard case .array(let elements) = value else { throw error("an array") }
    return elements
  }

  func elements() throws -> [ContractReader] {
    try array().enumerated().map { ContractReader(value: $1, path: .element($0, of: path)) }
  }

  func object() throws -> Members {
    guard case .object(let object) = value else { throw error("an object") }
    return Members(object: object, path: path)
  }

  /// Returns the members of an object in which the author of the contract chooses the names.
  func members() throws -> [(name: String, reader: ContractReader)] {
    guard case .object(let object) = value else { throw error("an object") }
    return object.map { ($0.key, ContractReader(value: $0.value, path: .member($0.key, of: path))) }
  }

  /// The members of an object in which the format defines the names.
  struct Members {
    fileprivate let object: JSONObject
    fileprivate let path: ValuePath

    var isEmpty: Bool { object.isEmpty }

    func optional(_ name: String) -> ContractReader? {
      object[name].map { ContractReader(value: $0, path: .member(name, of: path)) }
    }

    func required(_ name: String) throws -> ContractReader {
      guard let reader = optional(name) else { throw ContractError(path: "\(path)", problem: "\"\(name)\" is missing") }
      return reader
    }

    /// Throws if the object has other members, because a misspelled name would have no effect.
    func allow(_ names: String...) throws { try allow(names) }

    /// Throws if the object has other members.
    func allow(_ names: [String]) throws {
      if let other = object.keys.first(where: { !names.contains($0) }) {
        throw ContractError(
          path: "\(path)", problem: "\"\(other)\" is unknown here; the names are \(names.joined(separator: ", "))")
      }
    }
  }
}
