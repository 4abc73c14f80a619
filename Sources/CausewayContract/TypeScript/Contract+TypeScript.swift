extension Contract {
  /// The contract as TypeScript declarations: a module with the named types, the types of the errors, and an interface
  /// with the contract's name for `causeway.connect()`. Contracts that differ only in the order of their members have
  /// the same text.
  ///
  /// The declarations use the global types of `Types/causeway.d.ts`.
  public var typeScript: String {
    let writer = TypeScriptTypes(of: self)
    var parts = [
      """
      // The contract "\(TypeScriptComment.line(name))" of an app, for pages. Generated from the types of the app: do
      // not edit this file; generate it again when the types change. The types whose names begin with "Causeway" are
      // those of causeway.d.ts.

      """
    ]
    parts += types.sorted { $0.key < $1.key }.map { writer.declaration(of: $0.key, $0.value) }
    parts += errors.sorted { $0.name < $1.name }.map(writer.declaration)
    parts += TypeScriptInterfaces(of: self, writer).declarations
    return parts.joined(separator: "\n")
  }
}
