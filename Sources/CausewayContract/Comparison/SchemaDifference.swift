import CausewayJSON

/// A difference between two schemas, at one position of their values.
struct SchemaDifference {
  /// The kinds of differences.
  enum Kind {
    /// A member of an object was added.
    case added
    /// A member of an object was removed.
    case removed
    /// A member of an object must now be present.
    case required
    /// A member of an object may now be missing.
    case optional
    /// `null` is now allowed.
    case null
    /// `null` is no longer allowed.
    case noNull
    /// Constants were added or removed.
    case constants(added: [JSONValue], removed: [JSONValue])
    /// A case of a union was added.
    case caseAdded
    /// A case of a union was removed.
    case caseRemoved
    /// The type of the value has changed, or its only constant.
    case type(old: String, new: String)
  }

  let path: String
  let kind: Kind
  /// A whole value that a side with the old schema may send and the new schema refuses; nil if there is none.
  let fromOld: JSONValue?
  /// A whole value that a side with the new schema may send and the old schema refuses; nil if there is none.
  let fromNew: JSONValue?

  /// The change, as the end of a sentence that begins with the position.
  var change: String {
    switch kind {
    case .added: fromOld == nil ? "was added" : "was added and is required"
    case .removed: fromNew == nil ? "was removed" : "was removed, and was required"
    case .required: "is now required"
    case .optional: "may now be missing"
    case .null: "may now be null"
    case .noNull: "can no longer be null"
    case .constants(let added, let removed):
      [Self.list("has the new constant", added), Self.list("no longer has the constant", removed)]
        .compactMap(\.self).joined(separator: " and ")
    case .caseAdded: "is a new case"
    case .caseRemoved: "is no longer a case"
    case .type(let old, let new): "was \(old) and is now \(new)"
    }
  }

  /// Returns a text for what one side may send and the other side refuses, as the end of a sentence such as "The newer
  /// page may …".
  /// - Parameter isOld: whether the side has the old schema.
  func refused(fromOld isOld: Bool) -> String {
    switch kind {
    case .added, .removed, .required, .optional: "leave it out"
    case .null, .noNull: "send null"
    case .constants(let added, let removed):
      "send " + (isOld ? removed : added).prefix(3).map(\.json).joined(separator: " or ")
    case .caseAdded, .caseRemoved: "send this case"
    case .type(let old, let new): "send \(isOld ? old : new)"
    }
  }

  private static func list(_ text: String, _ constants: [JSONValue]) -> String? {
    guard !constants.isEmpty else { return nil }
    return "\(text)\(constants.count > 1 ? "s" : "") \(constants.map(\.json).joined(separator: ", "))"
  }
}

/// A position in the values of two schemas, linked from the inside out. Each step has the schemas that contain the
/// position.
indirect enum SchemaPosition {
  case content(String)
  case inside(SchemaPosition, name: String?, old: Schema, new: Schema)

  /// The position as text, such as `parameters.items[].name`. A name that no schema states is `*`.
  var path: String {
    switch self {
    case .content(let name): name
    case .inside(let parent, let name?, _, _): "\(parent.path).\(name)"
    case .inside(let parent, nil, .array, .array): "\(parent.path)[]"
    case .inside(let parent, nil, _, _): "\(parent.path).*"
    }
  }

  /// Returns a value of the whole content that has `value` at this position; nil if none is possible.
  func whole(_ value: JSONValue?, isOld: Bool, _ types: ComparedTypes) -> JSONValue? {
    var position = self
    var value = value
    while case .inside(let parent, let name, let old, let new) = position, let inner = value {
      let key = name ?? "key"
      switch isOld ? old : new {
      case .array: value = [inner]
      case .object(let properties): value = types.value(of: properties, with: key, inner)
      default: value = [key: inner]
      }
      position = parent
    }
    return value
  }
}
