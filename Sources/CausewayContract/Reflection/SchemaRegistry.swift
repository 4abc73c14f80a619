import CausewayJSON

/// A registry that learns the schemas of types. It is a class, because the decoders of nested values share it.
final class SchemaRegistry {
  /// The schemas, problems and names that were found so far.
  struct State: Sendable {
    var types: [String: Schema] = [:]
    var problems: [SchemaProblem] = []
    var names: [ObjectIdentifier: String] = [:]
  }

  /// The maximum depth of nested samples and of nested types. A type that exceeds it is assumed to contain itself
  /// without end.
  private static let maximumDepth = 64

  private(set) var state: State
  private var samples: [ObjectIdentifier: Any] = [:]
  /// The depth of nested samples.
  private var depth = 0
  /// The depth of nested types that are observed.
  private var nesting = 0

  init(_ state: State) {
    self.state = state
  }

  // MARK: Schemas

  func schema(of type: any Decodable.Type) -> Schema {
    if let stated = type as? any SchemaRepresentable.Type { return stated.schema }
    if let known = type as? any KnownSchema.Type { return known.schema(in: self) }
    let id = ObjectIdentifier(type)
    if let name = state.names[id] { return .reference(name) }
    // A generic type can contain itself with ever larger arguments. Without a limit, observing it would never end.
    guard nesting < Self.maximumDepth else {
      state.problems.append(SchemaProblem(type: "\(type)", reason: "it contains an endless number of types"))
      return .any
    }
    nesting += 1
    defer { nesting -= 1 }
    let name = newName(for: type)
    // Register the name before the type is observed, because the type may contain itself.
    state.names[id] = name
    state.types[name] = .any
    let schema = learn(type)
    if case .object = schema, !isFoundation(type) {
    } else if case .constants = schema {
    } else if case .union = schema {
    } else {
      // A type with one value, such as a wrapper around a string, needs no name.
      state.names[id] = nil
      state.types[name] = nil
      return schema
    }
    state.types[name] = schema
    return .reference(name)
  }

  private func learn<Value: Decodable>(_ type: Value.Type) -> Schema {
    if let constants = constants(of: type) { return constants }
    var reason = "its init(from:) accepts none of the sample values"
    for sample in SampleScalars.all {
      let notes = SchemaNotes()
      do {
        _ = try Value(from: SchemaDecoder(registry: self, notes: notes, sample: sample))
        if let keys = notes.caseNames, EnumCases.isEnum(type) { return union(type, keys) }
        return notes.schema
      } catch {
        // Nothing else can follow a single value, so its schema is known even if the type refuses the sample.
        if notes.isSingleValue { return notes.schema }
        if let keys = notes.caseNames, EnumCases.isEnum(type) { return union(type, keys) }
        reason = "its init(from:) accepts none of the sample values (\(describe(error)))"
      }
    }
    state.problems.append(SchemaProblem(type: "\(type)", reason: reason))
    return .any
  }

  /// Returns the schema of an enum with associated values. Each case is observed separately.
  private func union<Value: Decodable>(_ type: Value.Type, _ names: [String]) -> Schema {
    .union(
      names.indices.map { index in
        for sample in SampleScalars.all {
          let notes = SchemaNotes()
          let decoder = SchemaDecoder(registry: self, notes: notes, sample: sample, caseIndex: index)
          guard (try? Value(from: decoder)) != nil || sample == SampleScalars.all.last else { continue }
          if case .object(let members) = notes.schema, let member = members.first(where: { $0.name == names[index] }) {
            return member
          }
        }
        state.problems.append(
          SchemaProblem(type: "\(type)", reason: "the values of its case \(names[index]) could not be observed"))
        return Schema.Property(names[index], .any)
      })
  }

  /// Returns the raw values of an enum; nil if the type is not an enum with raw values.
  private func constants(of type: any Decodable.Type) -> Schema? {
    guard EnumCases.isEnum(type), let raw = type as? any RawRepresentable.Type else { return nil }
    guard let values = rawValues(of: raw) else {
      state.problems.append(SchemaProblem(type: "\(type)", reason: "its cases cannot be listed"))
      return .any
    }
    return .constants(values)
  }

  private func rawValues<Value: RawRepresentable>(of type: Value.Type) -> [JSONValue]? {
    guard Value.RawValue.self is any Encodable.Type else { return nil }
    let cases = (type as? any CaseIterable.Type).map { allCases(of: $0) } ?? EnumCases.all(of: type)
    return cases?.compactMap { value in
      ((value as? Value)?.rawValue as? any Encodable).flatMap { try? JSONValue(encoding: $0) }
    }
  }

  private func allCases<Value: CaseIterable>(of type: Value.Type) -> [Any] { Array(type.allCases) }

  // MARK: Samples

  /// Returns a sample value of a type, with which the decoding of a type that contains it can continue.
  func sample<Value: Decodable>(of type: Value.Type) throws -> Value {
    let id = ObjectIdentifier(type)
    if let sample = samples[id] as? Value { return sample }
    guard depth < Self.maximumDepth else { throw SampleError.endless("\(type)") }
    depth += 1
    defer { depth -= 1 }
    if let first = (EnumCases.isEnum(type) && type is any RawRepresentable.Type)
      ? EnumCases.first(of: type) ?? (type as? any CaseIterable.Type).flatMap({ allCases(of: $0).first as? Value })
      : nil
    {
      samples[id] = first
      return first
    }
    var failure: any Error = SampleError.endless("\(type)")
    for scalars in SampleScalars.all {
      // Try all cases, because an enum whose first case contains itself may have another case that does not.
      var index = 0
      repeat {
        let notes = SchemaNotes(isRecording: false)
        do {
          let value = try Value(
            from: SchemaDecoder(registry: self, notes: notes, sample: scalars, caseIndex: index))
          samples[id] = value
          return value
        } catch {
          failure = error
        }
        index += 1
        guard index < notes.caseNames?.count ?? 0 else { break }
      } while true
    }
    throw failure
  }

  // MARK: Names

  /// Returns the type's name without its module. For a nested type, the name contains the outer types only if the name
  /// without them is taken.
  private func newName(for type: Any.Type) -> String {
    let short = identifier("\(type)")
    let long = identifier(String(reflecting: type).split(separator: ".").dropFirst().joined(separator: "."))
    var name = state.types[short] == nil ? short : long
    var number = 2
    while state.types[name] != nil {
      name = "\(long)\(number)"
      number += 1
    }
    return name
  }

  /// Returns the letters, digits and underscores of a type's name. The first letter of each part becomes a capital.
  private func identifier(_ text: String) -> String {
    let words = text.split { !($0.isLetter || $0.isNumber || $0 == "_") || !$0.isASCII }
    return words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// Returns whether Foundation defines the type. Such a type gets no name in the contract, because the app has not
  /// chosen the names of its members.
  private func isFoundation(_ type: Any.Type) -> Bool { String(reflecting: type).hasPrefix("Foundation") }

  private func describe(_ error: any Error) -> String {
    switch error {
    case DecodingError.dataCorrupted(let context), DecodingError.typeMismatch(_, let context),
      DecodingError.valueNotFound(_, let context), DecodingError.keyNotFound(_, let context):
      context.debugDescription
    default: "\(error)"
    }
  }
}

/// The reason why there is no sample of a type.
enum SampleError: Error, CustomStringConvertible {
  /// Every value of the type contains another value of the type, so none is finite.
  case endless(String)

  var description: String {
    switch self {
    case .endless(let type): "\(type) contains itself without end"
    }
  }
}
