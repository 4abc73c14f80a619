/// A record of what a type has read from its decoder.
final class SchemaNotes {
  private enum Content {
    case nothing
    case members([(name: String, schema: Schema, isRequired: Bool, nested: SchemaNotes?)])
    case elements([Schema])
    case single(Schema)
  }

  /// Whether reads are recorded. They are not recorded while a sample value is made.
  let isRecording: Bool
  /// The names of all keys, if the type has asked which keys are present, as enums with associated values do.
  var caseNames: [String]?
  private var content = Content.nothing
  private var isNullable = false
  private var element: SchemaNotes?

  init(isRecording: Bool = true) {
    self.isRecording = isRecording
  }

  /// The schema that follows from the recorded reads.
  var schema: Schema {
    let schema: Schema =
      switch content {
      case .nothing: element.map { .array($0.schema) } ?? .object([])
      case .members(let members):
        .object(members.map { Schema.Property($0.name, $0.nested?.schema ?? $0.schema, isRequired: $0.isRequired) })
      case .elements(let elements): .array(Set(elements).count == 1 ? elements[0] : .any)
      case .single(let schema): schema
      }
    if isNullable, case .single = content { return .optional(schema) }
    return schema
  }

  /// Whether the type has read exactly one value that is not a container.
  var isSingleValue: Bool { if case .single = content { true } else { false } }

  func beginMembers() {
    if case .nothing = content { content = .members([]) }
  }

  func member(_ name: String, _ schema: Schema, isRequired: Bool) {
    add(name, schema, isRequired, nil)
  }

  /// Returns the notes for a nested container.
  func nested(_ name: String) -> SchemaNotes {
    let nested = SchemaNotes(isRecording: isRecording)
    add(name, .any, true, nested)
    return nested
  }

  private func add(_ name: String, _ schema: Schema, _ isRequired: Bool, _ nested: SchemaNotes?) {
    guard isRecording else { return }
    guard case .members(var members) = content else { return }
    if let index = members.firstIndex(where: { $0.name == name }) {
      // A type may try several types for a member, or check whether the member is present before it reads it. So the
      // member is required only if all reads require it.
      members[index].isRequired = members[index].isRequired && isRequired
      if nested != nil { members[index].nested = nested }
    } else {
      members.append((name, schema, isRequired, nested))
    }
    content = .members(members)
  }

  func element(_ schema: Schema) {
    guard isRecording else { return }
    switch content {
    case .elements(let elements): content = .elements(elements + [schema])
    default: content = .elements([schema])
    }
  }

  /// Returns the notes for the elements of an array that are containers.
  func nestedElement() -> SchemaNotes {
    let notes = SchemaNotes(isRecording: isRecording)
    element = notes
    return notes
  }

  func single(_ schema: Schema) {
    if isRecording, case .nothing = content { content = .single(schema) }
  }

  func null() { isNullable = true }
}
