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
  /// The refusal by the new schema of a whole value that a side with the old schema may send; nil if there is none.
  let fromOld: Refusal?
  /// The refusal by the old schema of a whole value that a side with the new schema may send; nil if there is none.
  let fromNew: Refusal?

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

  /// The number of constants that a text lists.
  private static let longestList = 20

  private static func list(_ text: String, _ constants: [JSONValue]) -> String? {
    guard !constants.isEmpty else { return nil }
    let isLong = constants.count > longestList
    let shown = constants.prefix(isLong ? longestList - 1 : constants.count).map(\.json).joined(separator: ", ")
    return "\(text)\(constants.count > 1 ? "s" : "") \(shown)"
      + (isLong ? " and \(constants.count - longestList + 1) others" : "")
  }
}
