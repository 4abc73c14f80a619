import CausewayJSON

/// A writer of schemas and errors as TypeScript.
struct TypeScriptTypes {
  private let names: [String: String]
  private let errors: [String: String]
  /// The names of the interfaces for the connection, its events, its handlers and its errors.
  let interfaces: (connection: String, events: String, handlers: String, errors: String)

  private let types: ComparedTypes

  init(of contract: Contract) {
    types = ComparedTypes(contract.types)
    var unique = TypeScriptNames()
    let connection = unique.unique(contract.name)
    interfaces = (
      connection, unique.unique("\(connection)Events"), unique.unique("\(connection)Handlers"),
      unique.unique("\(connection)Errors")
    )
    errors = contract.errors.map(\.name).sorted().reduce(into: [:]) { $0[$1] = unique.unique($1) }
    names = contract.types.keys.sorted().reduce(into: [:]) { $0[$1] = unique.unique($1) }
  }

  // MARK: Declarations

  func declaration(of name: String, _ schema: Schema) -> String {
    let name = names[name] ?? name
    if case .object(let properties) = schema {
      return interface(name, properties.map { "  \(member($0));\n" }.joined())
    }
    if case .union(let cases) = schema {
      return "export type \(name) =" + alternatives(cases).map { "\n  | \($0)" }.joined() + ";\n"
    }
    return "export type \(name) = \(type(schema));\n"
  }

  /// Returns an interface with these lines.
  func interface(_ name: String, _ lines: String) -> String {
    lines.isEmpty ? "export interface \(name) {}\n" : "export interface \(name) {\n\(lines)}\n"
  }

  /// Returns the declaration of the error's type. The class itself is in the connection, because a declaration file has
  /// no values: an import of the class would compile, but fail in the page.
  func declaration(of error: Contract.ErrorType) -> String {
    TypeScriptComment.documentation([error.documentation]) + """
      export interface \(errorName(error.name)) extends Error {
        readonly name: \(TypeScriptNames.literal(error.name));
        readonly code: \(TypeScriptNames.literal(error.code));
        readonly details: \(error.details.map { type($0) } ?? "undefined");
      }

      """
  }

  /// Returns the type of an error's class. It has a constructor, so that tests of the page can create errors.
  func classType(_ error: Contract.ErrorType) -> String {
    let details = error.details.map { "; details: \(type($0))" } ?? ""
    return "new (reason: { code: \(TypeScriptNames.literal(error.code)); message: string\(details) }) => "
      + errorName(error.name)
  }

  func errorName(_ error: String) -> String { errors[error] ?? error }

  // MARK: Types

  /// Returns the type of a content that the page receives or passes as a value.
  func type(_ content: Contract.Content, nothing: String = "void") -> String {
    switch content {
    case .nothing: nothing
    case .bytes: "ArrayBuffer"
    case .value(let schema): type(schema)
    }
  }

  func type(_ schema: Schema) -> String {
    switch schema {
    case .any: "unknown"
    case .boolean: "boolean"
    case .string: "string"
    case .number, .integer: "number"
    case .array(let element): "\(grouped(element))[]"
    case .dictionary(let element): "{ [name: string]: \(type(element)) }"
    case .optional(let schema): "\(type(schema)) | null"
    case .object(let properties) where properties.isEmpty: "{}"
    case .object(let properties): "{ " + properties.map { member($0) }.joined(separator: "; ") + " }"
    case .constants(let constants):
      constants.isEmpty ? "never" : constants.map(literal).joined(separator: " | ")
    case .union(let cases):
      cases.isEmpty ? "never" : alternatives(cases).joined(separator: " | ")
    case .reference(let name): names[name] ?? "unknown"
    }
  }

  /// Returns whether a value of the schema may be left out: the app then gets `null`.
  func acceptsNull(_ schema: Schema) -> Bool {
    let (resolved, isOptional) = types.resolve(schema)
    if case .any = resolved { return true }
    return isOptional
  }

  private func grouped(_ schema: Schema) -> String {
    switch schema {
    case .optional, .constants, .union: "(\(type(schema)))"
    default: type(schema)
    }
  }

  private func literal(_ constant: JSONValue) -> String {
    switch constant {
    case .null, .bool, .number: constant.json
    case .string(let text): TypeScriptNames.literal(text)
    case .array, .object: "unknown"
    }
  }

  /// The maximum length of the members `never` in a union, in bytes. Their number is that of the cases, squared.
  private static let longestUnion = 1 << 18

  /// Returns the types of the cases of a union. In the type of each case, the members of the other cases are `never`, so
  /// that `in` and a comparison with `undefined` tell the cases apart. A union of very many cases has no such members;
  /// `in` still tells its cases apart.
  private func alternatives(_ cases: [Schema.Property]) -> [String] {
    let never = cases.map { "; \(TypeScriptNames.member($0.name))?: never" }
    let isLong = cases.count * never.reduce(0) { $0 + $1.utf8.count } > Self.longestUnion
    return cases.map { only in
      let others = isLong ? "" : zip(cases, never).filter { $0.0.name != only.name }.map(\.1).joined()
      return "{ \(TypeScriptNames.member(only.name)): \(type(only.schema))" + others + " }"
    }
  }

  private func member(_ property: Schema.Property) -> String {
    "\(TypeScriptNames.member(property.name))\(property.isRequired ? "" : "?"): \(type(property.schema))"
      // A page may pass `undefined` for a member that may be missing.
      + (property.isRequired ? "" : " | undefined")
  }
}
