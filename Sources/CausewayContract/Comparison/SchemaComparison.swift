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
  private var waiting: [(pair: Pair, position: Int)] = []
  private var positions: SchemaPositions

  /// Returns the differences between two schemas, with their types.
  /// - Parameter budget: the number of parts that further examples of refused values may have.
  static func differences(
    _ name: String, old: Schema, _ oldTypes: ComparedTypes, new: Schema, _ newTypes: ComparedTypes, budget: inout Int
  ) -> [SchemaDifference] {
    var comparison = Self(old: oldTypes, new: newTypes, budget: budget)
    defer { budget = comparison.positions.rest }
    let whole = Pair(old: old, new: new, oldExists: oldTypes.hasValue(old), newExists: newTypes.hasValue(new))
    comparison.seen.insert(whole)
    comparison.waiting.append((whole, comparison.positions.add(content: name)))
    var next = 0
    while next < comparison.waiting.count {
      let (pair, position) = comparison.waiting[next]
      comparison.compare(pair, position)
      next += 1
    }
    return comparison.differences
  }

  private init(old: ComparedTypes, new: ComparedTypes, budget: Int) {
    self.old = old
    self.new = new
    positions = SchemaPositions(budget: budget)
  }

  private mutating func compare(_ pair: Pair, _ position: Int) {
    let (oldSchema, oldIsOptional) = old.resolve(pair.old)
    let (newSchema, newIsOptional) = new.resolve(pair.new)
    if oldIsOptional != newIsOptional {
      let isRefused = oldIsOptional ? !new.accepts(nil, pair.new) : !old.accepts(nil, pair.old)
      if isRefused {
        report(
          oldIsOptional ? .noNull : .null, position,
          fromOld: pair.oldExists && oldIsOptional ? Refusal(value: .null) : nil,
          fromNew: pair.newExists && newIsOptional ? Refusal(value: .null) : nil)
      }
    }
    // An optional schema has the value `null` even if nothing else is possible.
    let sides = Sides(
      old: oldSchema, new: newSchema,
      oldExists: pair.oldExists && (!oldIsOptional || old.hasValue(oldSchema)),
      newExists: pair.newExists && (!newIsOptional || new.hasValue(newSchema)), position: position)
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
      let fromOld = sides.oldExists ? refusal(of: oldSchema, old, by: pair.new, new) : nil
      let fromNew = sides.newExists ? refusal(of: newSchema, new, by: pair.old, old) : nil
      report(kind(oldSchema, newSchema), position, fromOld: fromOld, fromNew: fromNew)
    }
  }

  /// The two schemas at one position, after references and optional schemas were resolved.
  private struct Sides {
    let old: Schema
    let new: Schema
    /// Whether a value of the old schema can be at this position.
    let oldExists: Bool
    let newExists: Bool
    let position: Int
  }

  private mutating func descend(_ sides: Sides, _ name: String?, _ oldSchema: Schema, _ newSchema: Schema) {
    let pair = Pair(
      old: oldSchema, new: newSchema, oldExists: sides.oldExists && old.hasValue(oldSchema),
      newExists: sides.newExists && new.hasValue(newSchema))
    guard seen.insert(pair).inserted else { return }
    waiting.append((pair, positions.add(inside: sides.position, name: name, old: sides.old, new: sides.new)))
  }

  private mutating func report(
    _ kind: SchemaDifference.Kind, _ position: Int, member: String? = nil, always: Bool = false,
    fromOld: Refusal?, fromNew: Refusal?
  ) {
    guard always || fromOld != nil || fromNew != nil else { return }
    let path = positions.path(position)
    differences.append(
      SchemaDifference(
        path: member.map { "\(path).\($0)" } ?? path, kind: kind,
        fromOld: positions.whole(fromOld, at: position, isOld: true, old),
        fromNew: positions.whole(fromNew, at: position, isOld: false, new)))
  }

  // MARK: Objects

  private mutating func compare(
    _ oldProperties: [Schema.Property], _ newProperties: [Schema.Property], _ sides: Sides
  ) {
    let (before, after) = (ObjectMembers(named: oldProperties), ObjectMembers(named: newProperties))
    // One value without a member is an example for each of the members.
    let oldRefusal = sides.oldExists ? Refusal(value: old.value(of: sides.old)) : nil
    let newRefusal = sides.newExists ? Refusal(value: new.value(of: sides.new)) : nil
    for property in oldProperties {
      guard let other = after[property.name] else {
        report(
          .removed, sides.position, member: property.name, always: true, fromOld: nil,
          fromNew: property.isRequired ? newRefusal : nil)
        continue
      }
      if property.isRequired != other.isRequired {
        report(
          other.isRequired ? .required : .optional, sides.position, member: property.name,
          fromOld: other.isRequired ? oldRefusal : nil, fromNew: property.isRequired ? newRefusal : nil)
      }
      descend(sides, property.name, property.schema, other.schema)
    }
    for property in newProperties where before[property.name] == nil {
      report(
        .added, sides.position, member: property.name, always: true, fromOld: property.isRequired ? oldRefusal : nil,
        fromNew: nil)
    }
  }

  private mutating func compareCases(_ oldCases: [Schema.Property], _ newCases: [Schema.Property], _ sides: Sides) {
    let (before, after) = (ObjectMembers(named: oldCases), ObjectMembers(named: newCases))
    func refusal(of union: Schema.Property, _ types: ComparedTypes, _ exists: Bool) -> Refusal? {
      guard exists, types.hasValue(union.schema) else { return nil }
      return Refusal(value: types.value(of: union.schema).map { [union.name: $0] })
    }
    for union in before.named {
      if let other = after[union.name] {
        descend(sides, union.name, union.schema, other.schema)
      } else {
        report(
          .caseRemoved, sides.position, member: union.name, fromOld: refusal(of: union, old, sides.oldExists),
          fromNew: nil)
      }
    }
    for union in newCases where before[union.name] == nil {
      report(
        .caseAdded, sides.position, member: union.name, fromOld: nil,
        fromNew: refusal(of: union, new, sides.newExists))
    }
  }

  /// Compares two schemas of different kinds, each an object, a dictionary or a union. Also compares two dictionaries.
  private mutating func compareObjects(_ sides: Sides) {
    let (oldMembers, newMembers) = (sides.old.members, sides.new.members)
    let fromOld = sides.oldExists ? oldMembers.refusal(by: newMembers, old) : nil
    let fromNew = sides.newExists ? newMembers.refusal(by: oldMembers, new) : nil
    report(kind(sides.old, sides.new), sides.position, fromOld: fromOld, fromNew: fromNew)
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

  /// Returns the refusal of a value of a schema; nil if the reader accepts all values of the schema. The schema must have a
  /// possible value, and at most one of the two schemas is one of objects.
  private func refusal(
    of schema: Schema, _ types: ComparedTypes, by reader: Schema, _ readersTypes: ComparedTypes
  ) -> Refusal? {
    let (resolved, acceptsNull) = readersTypes.resolve(reader)
    switch (schema, resolved) {
    case (_, .any): return nil
    case (_, .constants(let constants)):
      var known = Set(constants)
      if acceptsNull { known.insert(.null) }
      return types.refusal(of: schema, by: known)
    // No other reader accepts objects.
    case (.object, _), (.union, _), (.dictionary, _): return Refusal(value: types.value(of: schema))
    default:
      return types.samples(of: schema).first { !readersTypes.accepts($0, reader) }.map { Refusal(value: $0) }
    }
  }

  private func kind(_ oldSchema: Schema, _ newSchema: Schema) -> SchemaDifference.Kind {
    guard case .constants(let before) = oldSchema, case .constants(let after) = newSchema else {
      return .type(old: oldSchema.summary, new: newSchema.summary)
    }
    if before.count == 1, after.count == 1 { return .type(old: before[0].json, new: after[0].json) }
    let (old, new) = (Set(before), Set(after))
    return .constants(added: after.filter { !old.contains($0) }, removed: before.filter { !new.contains($0) })
  }
}
