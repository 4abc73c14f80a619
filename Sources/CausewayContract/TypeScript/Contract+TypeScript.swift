extension Contract {
  /// The contract as TypeScript declarations: a module with the named types, the classes of the errors, and an interface
  /// with the contract's name for `causeway.connect()`. Equal contracts have equal texts.
  ///
  /// The declarations use the global types of `Types/causeway.d.ts`.
  public var typeScript: String {
    let writer = TypeScriptTypes(of: self)
    var parts = [
      """
      // The contract "\(name.commentSafe)", made from the app's types. Do not edit: make it again when the app changes.

      """
    ]
    parts += types.sorted { $0.key < $1.key }.map { writer.declaration(of: $0.key, $0.value) }
    parts += errors.sorted { $0.name < $1.name }.map(writer.declaration)
    parts += TypeScriptInterfaces(of: self, writer).declarations
    return parts.joined(separator: "\n")
  }
}

extension String {
  /// The text without the end of a comment and without line breaks.
  var commentSafe: String {
    split(whereSeparator: \.isNewline).joined(separator: " ").split(separator: "*/", omittingEmptySubsequences: false)
      .joined(separator: "*\\/")
  }

  /// A documentation comment with this text and a mark for deprecated declarations; empty if there is neither.
  static func documentation(_ text: String, deprecation: String? = nil, indent: String = "") -> String {
    let lines = [text].filter { !$0.isEmpty } + (deprecation.map { ["@deprecated \($0)"] } ?? [])
    switch lines.count {
    case 0: return ""
    case 1: return "\(indent)/** \(lines[0].commentSafe) */\n"
    default: return "\(indent)/**\n" + lines.map { "\(indent) * \($0.commentSafe)\n" }.joined() + "\(indent) */\n"
    }
  }
}
