import CausewayJSON

/// Writes schemas and errors as TypeScript.
struct TypeScriptTypes {
  private let names: [String: String]
  private let classes: [String: String]
  /// The names of the interfaces for the connection, its events, its handlers and its errors.
  let interfaces: (connection: String, events: String, handlers: String, errors: String)

  init(of contract: Contract) {
    var unique = TypeScriptNames()
    let connection = unique.unique(contract.name)
    interfaces = (
      connection, unique.unique("\(connection)Events"), unique.unique("\(connection)Handlers"),
      unique.unique("\(connection)Errors")
    )
    classes = contract.errors.map(\.name).sorted().reduce(into: [:]) { $0[$1] = unique.unique($1) }
    names = contract.types.keys.sorted().reduce(into: [:]) { $0[$1] = unique.unique($1) }
  }

  // MARK: Declarations

  func declaration(of name: String, _ schema: Schema) -> String {
    let name = names[name] ?? name
    if case .object(let properties) = schema {
      return "export interface \(name) {\n" + members(properties, indent: "  ") + "}\n"
    }
    if case .union(let cases) = schema {
      return "export type \(name) =" + cases.map { "\n  | \(alternative($0, of: cases))" }.joined() + ";\n"
    }
    return "export type \(name) = \(type(schema));\n"
  }

  func declaration(of error: Contract.ErrorType) -> String {
    let details = error.details.map { type($0) } ?? "undefined"
    return .documentation(error.documentation) + """
      export class \(className(error.name)) extends Error {
        readonly code: \(JSONValue.string(error.code).json);
        readonly details: \(details);
      }

      """
  }

  func className(_ error: String) -> String { classes[error] ?? error }

  // MARK: Types

  /// Returns the type of a content that a side receives.
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
      cases.isEmpty ? "never" : cases.map { alternative($0, of: cases) }.joined(separator: " | ")
    case .reference(let name): names[name] ?? "unknown"
    }
  }

  private func grouped(_ schema: Schema) -> String {
    switch schema {
    case .optional, .constants, .union: "(\(type(schema)))"
    default: type(schema)
    }
  }

  private func literal(_ constant: JSONValue) -> String {
    switch constant {
    case .null, .bool, .number, .string: constant.json
    case .array, .object: "unknown"
    }
  }

  /// One case of a union. The names of the other cases are `never`, so that `in` and a comparison with `undefined` tell
  /// the cases apart.
  private func alternative(_ only: Schema.Property, of cases: [Schema.Property]) -> String {
    let others = cases.filter { $0.name != only.name }.map { "; \(TypeScriptNames.member($0.name))?: never" }
    return "{ \(TypeScriptNames.member(only.name)): \(type(only.schema))" + others.joined() + " }"
  }

  private func members(_ properties: [Schema.Property], indent: String) -> String {
    properties.map { "\(indent)\(member($0));\n" }.joined()
  }

  private func member(_ property: Schema.Property) -> String {
    "\(TypeScriptNames.member(property.name))\(property.isRequired ? "" : "?"): \(type(property.schema))"
      // A page may pass `undefined` for a member that may be missing.
      + (property.isRequired ? "" : " | undefined")
  }
}
