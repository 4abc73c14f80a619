import CausewayJSON

extension Contract {
  /// The contract as JSON. `Types/contract.schema.json` describes the format. Members, errors and types are sorted by
  /// name, so that equal contracts have equal texts.
  public var json: JSONValue {
    var object: JSONObject = [
      ContractKey.version: .number(Double(ContractKey.currentVersion)), ContractKey.name: .string(name),
      ContractKey.members: .array(members.sorted(by: Member.areInIncreasingOrder).map(\.json)),
    ]
    if !errors.isEmpty { object[ContractKey.errors] = .array(errors.sorted { $0.name < $1.name }.map(\.json)) }
    if !types.isEmpty {
      let sorted = types.sorted { $0.key < $1.key }
      object[ContractKey.definitions] = .object(sorted.reduce(into: JSONObject()) { $0[$1.key] = $1.value.json })
    }
    return .object(object)
  }

  /// Reads a contract from its JSON text. Throws ``ContractError``.
  public init(parsing text: String) throws {
    let value: JSONValue
    do {
      value = try JSONValue(parsing: text)
    } catch {
      throw ContractError(path: "", problem: "the text is not JSON: \(error)")
    }
    try self.init(json: value)
  }

  /// Reads a contract from JSON. Throws ``ContractError``.
  public init(json: JSONValue) throws {
    let object = try ContractReader(value: json, path: .root).object()
    try object.allow(
      ContractKey.version, ContractKey.name, ContractKey.members, ContractKey.errors, ContractKey.definitions, "$schema"
    )
    let version = try object.required(ContractKey.version)
    guard try version.integer() == ContractKey.currentVersion else {
      throw ContractError(
        path: "\(version.path)",
        problem: "version \(version.value.json) of contracts is not known; this program reads version 1")
    }
    self.init(
      name: try object.required(ContractKey.name).string(),
      members: try object.required(ContractKey.members).elements().map(Member.init(reading:)),
      errors: try object.optional(ContractKey.errors)?.elements().map(ErrorType.init(reading:)) ?? [],
      types: try object.optional(ContractKey.definitions)?.members().reduce(into: [:]) {
        $0[$1.name] = try Schema(reading: $1.reader)
      } ?? [:])
    try checkNames()
  }

  /// Throws if a name is used twice, or if a reference names an error or a type that does not exist.
  private func checkNames() throws {
    var seen: Set<[String]> = []
    let errorNames = Set(errors.map(\.name))
    for (index, member) in members.enumerated() {
      guard seen.insert([member.caller.rawValue, member.name]).inserted else {
        throw ContractError(
          path: "members[\(index)]",
          problem: "another member that the \(member.caller.rawValue) calls has the same name")
      }
      if let name = member.errors.first(where: { !errorNames.contains($0) }) {
        throw ContractError(path: "members[\(index)].errors", problem: "no error is named \"\(name)\"")
      }
      for schema in [member.parameters.schema, member.elements.schema, member.result.schema, member.progress] {
        guard let schema else { continue }
        try checkReferences(schema, "members[\(index)]")
      }
    }
    guard errorNames.count == errors.count else {
      throw ContractError(path: ContractKey.errors, problem: "two errors have the same name")
    }
    for (index, error) in errors.enumerated() {
      if let details = error.details { try checkReferences(details, "errors[\(index)].details") }
    }
    for (name, schema) in types.sorted(by: { $0.key < $1.key }) {
      try checkReferences(schema, "\(ContractKey.definitions).\(name)")
    }
    try checkEnds()
  }

  private func checkReferences(_ schema: Schema, _ path: String) throws {
    if let name = schema.references.first(where: { types[$0] == nil }) {
      throw ContractError(path: path, problem: "no type is named \"\(name)\"")
    }
  }

  /// Throws if a type refers only to itself. Follows each reference once.
  private func checkEnds() throws {
    var ending: Set<String> = []
    for name in types.keys.sorted() {
      var followed: Set<String> = []
      var current = name
      while !ending.contains(current), case .reference(let next) = types[current]?.unwrapped {
        guard followed.insert(current).inserted else {
          throw ContractError(
            path: "\(ContractKey.definitions).\(name)", problem: "the type refers only to itself")
        }
        current = next
      }
      ending.formUnion(followed)
    }
  }
}

extension Schema {
  /// The names of all types that the schema refers to directly.
  var references: [String] {
    switch self {
    case .any, .boolean, .string, .number, .integer, .constants: []
    case .array(let schema), .dictionary(let schema), .optional(let schema): schema.references
    case .object(let properties), .union(let properties): properties.flatMap(\.schema.references)
    case .reference(let name): [name]
    }
  }

  fileprivate var unwrapped: Schema {
    var schema = self
    while case .optional(let wrapped) = schema { schema = wrapped }
    return schema
  }
}

extension Contract.Content {
  /// The schema of a JSON value; nil for other contents.
  var schema: Schema? { if case .value(let schema) = self { schema } else { nil } }

  fileprivate var json: JSONValue? {
    switch self {
    case .nothing: nil
    case .bytes: .string(ContractKey.bytes)
    case .value(let schema): schema.json
    }
  }

  fileprivate init(reading reader: ContractReader?) throws {
    guard let reader else {
      self = .nothing
      return
    }
    self = reader.value == .string(ContractKey.bytes) ? .bytes : .value(try Schema(reading: reader))
  }
}

extension Contract.Member {
  fileprivate static func areInIncreasingOrder(_ left: Self, _ right: Self) -> Bool {
    (left.name, left.caller.rawValue) < (right.name, right.caller.rawValue)
  }

  fileprivate var json: JSONValue {
    var object: JSONObject = [
      ContractKey.name: .string(name), ContractKey.caller: .string(caller.rawValue),
      ContractKey.form: .string(form.rawValue),
    ]
    object[ContractKey.parameters] = parameters.json
    object[ContractKey.elements] = elements.json
    object[ContractKey.result] = result.json
    object[ContractKey.progress] = progress?.json
    if takesBytes { object[ContractKey.takesBytes] = true }
    if !errors.isEmpty { object[ContractKey.errors] = .array(errors.map(JSONValue.string)) }
    if !documentation.isEmpty { object[ContractKey.documentation] = .string(documentation) }
    object[ContractKey.deprecated] = deprecation.map(JSONValue.string)
    return .object(object)
  }

  fileprivate init(reading reader: ContractReader) throws {
    let object = try reader.object()
    try object.allow(
      ContractKey.name, ContractKey.caller, ContractKey.form, ContractKey.parameters, ContractKey.elements,
      ContractKey.result, ContractKey.progress, ContractKey.takesBytes, ContractKey.errors, ContractKey.documentation,
      ContractKey.deprecated)
    let caller = try object.required(ContractKey.caller)
    guard let side = Contract.Side(rawValue: try caller.string()) else { throw caller.error("\"page\" or \"app\"") }
    let kind = try object.required(ContractKey.form)
    guard let form = Contract.Form(rawValue: try kind.string()) else {
      throw kind.error("\"call\", \"stream\", \"upload\" or \"event\"")
    }
    self.init(
      try object.required(ContractKey.name).string(), caller: side, form: form,
      parameters: try Contract.Content(reading: object.optional(ContractKey.parameters)),
      elements: try Contract.Content(reading: object.optional(ContractKey.elements)),
      result: try Contract.Content(reading: object.optional(ContractKey.result)),
      progress: try object.optional(ContractKey.progress).map { try Schema(reading: $0) },
      takesBytes: try object.optional(ContractKey.takesBytes)?.bool() ?? false,
      errors: try object.optional(ContractKey.errors)?.elements().map { try $0.string() } ?? [],
      documentation: try object.optional(ContractKey.documentation)?.string() ?? "",
      deprecation: try object.optional(ContractKey.deprecated)?.string())
    if let reason = defect { throw reader.problem(reason) }
  }

  /// The maximum number of parts of a dotted name. Each part is an object in the page, and a level in the declarations.
  private static let mostParts = 64

  /// The rule of contracts that the member breaks; nil if there is none.
  private var defect: String? {
    let parts = name.utf8.count { $0 == UInt8(ascii: ".") } + 1
    if parts > Self.mostParts { return "the name has \(parts) parts; the limit is \(Self.mostParts)" }
    let streams = form == .stream || form == .upload
    if streams != (elements != .nothing) {
      return "a stream and an upload need \"elements\", and the other forms have none"
    }
    if form == .stream || form == .event, result != .nothing { return "a stream and an event have no \"result\"" }
    if form == .stream || form == .event, progress != nil { return "a stream and an event have no \"progress\"" }
    if parameters == .bytes { return "\"parameters\" cannot be bytes; use \"takesBytes\"" }
    if caller == .app, form == .upload { return "a page's function cannot be an upload; use \"stream\" or \"call\"" }
    return nil
  }
}

extension Contract.ErrorType {
  fileprivate var json: JSONValue {
    var object: JSONObject = [ContractKey.name: .string(name), ContractKey.code: .string(code)]
    object[ContractKey.details] = details?.json
    if !documentation.isEmpty { object[ContractKey.documentation] = .string(documentation) }
    return .object(object)
  }

  fileprivate init(reading reader: ContractReader) throws {
    let object = try reader.object()
    try object.allow(ContractKey.name, ContractKey.code, ContractKey.details, ContractKey.documentation)
    self.init(
      try object.required(ContractKey.name).string(), code: try object.required(ContractKey.code).string(),
      details: try object.optional(ContractKey.details).map { try Schema(reading: $0) },
      documentation: try object.optional(ContractKey.documentation)?.string() ?? "")
  }
}
