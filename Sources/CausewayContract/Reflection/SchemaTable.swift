/// The schemas of Swift types, and the named types that they refer to.
///
/// The table learns a type's schema at run time: it lets the type's own `init(from:)` read from a decoder that records
/// the reads. So every `Decodable` type has a schema, without a macro or a build step. The schema describes the JSON
/// that Causeway's coders read.
///
///     var table = SchemaTable()
///     let schema = table.schema(of: Share.self)  // a reference to "Share"
///     table.types["Share"]                       // the object with its members
public struct SchemaTable: Sendable {
  /// The named types, by their names.
  public var types: [String: Schema] { state.types }
  /// The types whose schemas could not be learned. Their schema is ``Schema/any``.
  public var problems: [SchemaProblem] { state.problems }

  private var state = SchemaRegistry.State()

  /// Creates a table without types.
  public init() {}

  /// Returns the schema of a type, and adds the named types that it refers to.
  public mutating func schema(of type: any Decodable.Type) -> Schema {
    let registry = SchemaRegistry(state)
    defer { state = registry.state }
    return registry.schema(of: type)
  }

  /// Returns the schema of a type that is only encoded. If the type cannot be decoded, its schema is ``Schema/any``.
  public mutating func schema(of type: any Encodable.Type) -> Schema {
    (type as? any Decodable.Type).map { schema(of: $0) } ?? .any
  }
}

/// A type that states its own schema, because its `init(from:)` cannot be observed, for example because it accepts only
/// some strings.
public protocol SchemaRepresentable {
  /// The schema of the JSON that the type reads and writes.
  static var schema: Schema { get }
}

/// A type whose schema could not be learned.
public struct SchemaProblem: Hashable, Sendable, CustomStringConvertible {
  /// The type's name.
  public let type: String
  /// The reason why the schema could not be learned.
  public let reason: String

  /// The problem and its solution, as text.
  public var description: String {
    "The schema of \(type) is unknown: \(reason). Conform \(type) to SchemaRepresentable and state its schema."
  }
}
