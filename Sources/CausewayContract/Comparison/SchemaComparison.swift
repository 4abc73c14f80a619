import CausewayJSON

/// A comparison that finds every difference between two schemas that affects whether a reader with one schema accepts
/// the values of a writer with the other schema.
///
/// A side writes only the members that its schema states. So a member that the other side does not know is ignored, and a
/// new member is safe if it may be missing.
///
/// All parts of a value must be accepted, so the pairs of corresponding schemas can be compared in any order. Each pair
/// is compared once, although it can occur again, for example in a type that contains itself.
struct SchemaComparison {
  private struct Pair: Hashable {
    let old: Schema
    let new: Schema
    /// Whether a value of the old contract can have a part at this position.
    let oldExists: Bool
    let newExists: Bool
  }

  private let old: ComparedTypes
  private let new: ComparedTypes
  private var differences: [SchemaDifference] = []
  private var seen: Set<Pair> = []
  private var waiting: [(pair: Pair, position: SchemaPosition)] = []

  /// Returns the differences between two schemas, with their types.
  static func differences(
    _ name: String, old: Schema, _ oldTypes: ComparedTypes, new: Schema, _ newTypes: ComparedTypes
  ) -> [SchemaDifference] {
    var comparison = Self(old: oldTypes, new: newTypes)
    comparison.add(Pair(old: old, new: new, oldExists: true, newExists: true), .content(name))
    var next = 0
    while next < comparison.waiting.count {
      let (pair, position) = comparison.waiting[next]
      comparison.compare(pair, position)
      next += 1
    }
    return comparison.differences
  }

  private init(old: ComparedTypes, new: ComparedTypes) {
    self.old = old
    self.new = new
  }

  private mutating func add(_ pair: Pair, _ position: SchemaPosition) {
    if seen.insert(pair).inserted { waiting.append((pair, position)) }
  }

  private mutating func compare(_ pair: Pair, _ position: SchemaPosition) {
    let (oldSchema, oldIsOptional) = old.resolve(pair.old)
    let (newSchema, newIsOptional) = new.resolve(pair.new)
    if oldIsOptional != newIsOptional {
      let isRefused = oldIsOptional ? !new.accepts(nil, pair.new) : !old.accepts(nil, pair.old)
      // Not the literal `nil`, which Swift could read as JSON's `null`.
      let none = JSONValue?.none
      if isRefused {
        report(
          oldIsOptional ? .noNull : .null, position, fromOld: pair.oldExists && oldIsOptional ? .some(.null) : none,
          fromNew: pair.newExists && newIsOptional ? .some(.null) : none)
      }
    }
    let oldValue = pair.oldExists ? old.value(of: oldSchema) : nil
    let newValue = pair.newExists ? new.value(of: newSchema) : nil
    let sides = Sides(
      old: oldSchema, new: newSchema, oldValue: oldValue, newValue: newValue, position: position)
    switch (oldSchema, newSchema) {
    case (.array(let oldElement), .array(let newElement)):
      descend(sides, nil, oldElement, newElement)
    case (.object(let oldProperties), .object(let newProperties)):
      compare(oldProperties, newProperties, sides)
    case (.union(let oldCases), .union(let newCases)):
      compareCases(oldCases, newCases, sides)
    case (.object, .union), (.object, .dictionary), (.union, .object), (.union, .dictionary), (.dictionary, .object),
      (.dictionary, .union), (.dictionary, .dictionary):
      compareObjects(sides)
    default:
      let fromOld = oldValue == nil ? nil : refused(oldSchema, old, by: pair.new, new)
      let fromNew = newValue == nil ? nil : refused(newSchema, new, by: pair.old, old)
      report(kind(oldSchema, newSchema), position, fromOld: fromOld, fromNew: fromNew)
    }
  }

  /// The two schemas at one position, after references and optional schemas were resolved.
  private struct Sides {
    let old: Schema
    let new: Schema
    /// A value of the old schema; nil if no value can be at this position.
    let oldValue: JSONValue?
    let newValue: JSONValue?
    let position: SchemaPosition
  }

  private mutating func descend(_ sides: Sides, _ name: String?, _ oldSchema: Schema, _ newSchema: Schema) {
    let pair = Pair(
      old: oldSchema, new: newSchema, oldExists: sides.oldValue != nil && old.value(of: oldSchema) != nil,
      newExists: sides.newValue != nil && new.value(of: newSchema) != nil)
    add(pair, .inside(sides.position, name: name, old: sides.old, new: sides.new))
  }

  private mutating func report(
    _ kind: SchemaDifference.Kind, _ position: SchemaPosition, member: String? = nil, always: Bool = false,
    fromOld: JSONValue?, fromNew: JSONValue?
  ) {
    guard always || fromOld != nil || fromNew != nil else { return }
    differences.append(
      SchemaDifference(
        path: member.map { "\(position.path).\($0)" } ?? position.path, kind: kind,
        fromOld: position.whole(fromOld, isOld: true, old), fromNew: position.whole(fromNew, isOld: false, new)))
  }

  // MARK: Objects

  private mutating func compare(
    _ oldProperties: [Schema.Property], _ newProperties: [Schema.Property], _ sides: Sides
  ) {
    for property in oldProperties {
      guard let other = newProperties.first(where: { $0.name == property.name }) else {
        report(
          .removed, sides.position, member: property.name, always: true, fromOld: nil,
          fromNew: property.isRequired ? sides.newValue : nil)
        continue
      }
      if property.isRequired != other.isRequired {
        report(
          other.isRequired ? .required : .optional, sides.position, member: property.name,
          fromOld: other.isRequired ? sides.oldValue : nil, fromNew: property.isRequired ? sides.newValue : nil)
      }
      descend(sides, property.name, property.schema, other.schema)
    }
    for property in newProperties where !oldProperties.contains(where: { $0.name == property.name }) {
      report(
        .added, sides.position, member: property.name, always: true,
        fromOld: property.isRequired ? sides.oldValue : nil, fromNew: nil)
    }
  }

  private mutating func compareCases(_ oldCases: [Schema.Property], _ newCases: [Schema.Property], _ sides: Sides) {
    func refused(_ union: Schema.Property, _ types: ComparedTypes, _ whole: JSONValue?) -> JSONValue? {
      guard whole != nil, let value = types.value(of: union.schema) else { return nil }
      return [union.name: value]
    }
    // If two cases have the same name, the first one counts, as when a value is read.
    for (index, union) in oldCases.enumerated() where !oldCases[..<index].contains(where: { $0.name == union.name }) {
      if let other = newCases.first(where: { $0.name == union.name }) {
        descend(sides, union.name, union.schema, other.schema)
      } else {
        report(
          .caseRemoved, sides.position, member: union.name, fromOld: refused(union, old, sides.oldValue), fromNew: nil)
      }
    }
    for union in newCases where !oldCases.contains(where: { $0.name == union.name }) {
      report(.caseAdded, sides.position, member: union.name, fromOld: nil, fromNew: refused(union, new, sides.newValue))
    }
  }

  /// Compares two schemas of different kinds, each an object, a dictionary or a union. Also compares two dictionaries.
  private mutating func compareObjects(_ sides: Sides) {
    let fromOld = sides.oldValue.flatMap { _ in sides.old.members.incompatibleValue(for: sides.new.members, old) }
    let fromNew = sides.newValue.flatMap { _ in sides.new.members.incompatibleValue(for: sides.old.members, new) }
    report(kind(sides.old, sides.new), sides.position, fromOld: fromOld, fromNew: fromNew)
    let (oldMembers, newMembers) = (sides.old.members, sides.new.members)
    for name in (oldMembers.named + newMembers.named).map(\.name) {
      if let oldSchema = oldMembers.schema(of: name), let newSchema = newMembers.schema(of: name) {
        descend(sides, name, oldSchema, newSchema)
      }
    }
    if let oldSchema = oldMembers.others, let newSchema = newMembers.others {
      descend(sides, nil, oldSchema, newSchema)
    }
  }

  // MARK: Single values

  /// Returns a value of a schema that the reader refuses; nil if the reader accepts all values of the schema. The
  /// schema must have a possible value.
  private func refused(
    _ schema: Schema, _ types: ComparedTypes, by reader: Schema, _ readersTypes: ComparedTypes
  ) -> JSONValue? {
    let resolved = readersTypes.resolve(reader).schema
    if resolved == .any { return nil }
    guard case .constants(let constants) = resolved else {
      return types.samples(of: schema, avoiding: []).first { !readersTypes.accepts($0, reader) }
    }
    let samples = types.samples(of: schema, avoiding: constants)
    if let refused = samples.first(where: { !readersTypes.accepts($0, reader) }) { return refused }
    // The reader accepts only constants, and every sample is one of them. A schema of objects usually has other values
    // too, which the samples do not contain, so count the first sample as refused.
    switch schema {
    case .object, .union, .dictionary: return samples.first
    default: return nil
    }
  }

  private func kind(_ oldSchema: Schema, _ newSchema: Schema) -> SchemaDifference.Kind {
    guard case .constants(let before) = oldSchema, case .constants(let after) = newSchema else {
      return .type(old: oldSchema.summary, new: newSchema.summary)
    }
    if before.count == 1, after.count == 1 { return .type(old: before[0].json, new: after[0].json) }
    return .constants(
      added: after.filter { !before.contains($0) }, removed: before.filter { !after.contains($0) })
  }
}
