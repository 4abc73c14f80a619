/// Writes the interface of a connection, and those of its events, handlers and errors.
struct TypeScriptInterfaces {
  private let contract: Contract
  private let types: TypeScriptTypes

  init(of contract: Contract, _ types: TypeScriptTypes) {
    self.contract = contract
    self.types = types
  }

  var declarations: [String] {
    let (connection, events, handlers, errors) = types.interfaces
    let classes = contract.errors.map(\.name).sorted().map { name in
      "  readonly \(TypeScriptNames.member(name)): typeof \(types.className(name));\n"
    }
    return [
      "/** The events that the app sends. Each function adds a listener, and returns a function that removes it. */\n"
        + "export interface \(events) {\n" + group(members(.app, isEvent: true), listener) + "}\n",
      "/** The page's handlers for the calls of the app. */\n"
        + "export interface \(handlers) {\n" + group(members(.app, isEvent: false), handler, isOptional: true) + "}\n",
      "/** The classes of the app's errors. */\nexport interface \(errors) {\n" + classes.joined() + "}\n",
      "/** The app: `causeway.connect<\(connection)>()`. */\nexport interface \(connection) {\n"
        + group(offered, function)
        + "  readonly on: \(events);\n  handle(handlers: \(handlers)): void;\n  readonly errors: \(errors);\n}\n",
    ]
  }

  private func members(_ caller: Contract.Side, isEvent: Bool) -> [Contract.Member] {
    contract.members.filter { $0.caller == caller && ($0.form == .event) == isEvent && !$0.isLikePromise }
  }

  /// The functions of the connection. The page's runtime leaves out the same ones.
  private var offered: [Contract.Member] {
    contract.members.filter {
      $0.caller == .page && !$0.isLikePromise && !["on", "handle", "errors"].contains($0.parts.first)
    }
  }

  // MARK: Groups

  /// The lines of members, those with dotted names in nested objects.
  private func group(
    _ members: [Contract.Member], _ signature: (Contract.Member) -> String, isOptional: Bool = false, depth: Int = 0
  ) -> String {
    let indent = String(repeating: "  ", count: depth + 1)
    let mark = isOptional ? "?" : ""
    let named = Dictionary(grouping: members) { $0.parts[depth] }
    return named.sorted { $0.key < $1.key }.map { name, members in
      let member = TypeScriptNames.member(name)
      let own = members.first { $0.parts.count == depth + 1 }
      let inner = members.filter { $0.parts.count > depth + 1 }
      let comment =
        own.map { String.documentation($0.documentation, deprecation: $0.deprecation, indent: indent) } ?? ""
      guard !inner.isEmpty else { return own.map { "\(comment)\(indent)\(member)\(mark)\(signature($0));\n" } ?? "" }
      let nested = group(inner, signature, isOptional: isOptional, depth: depth + 1)
      let call = own.map { "\(indent)  \(signature($0));\n" } ?? ""
      let modifier = isOptional ? "" : "readonly "
      return "\(comment)\(indent)\(modifier)\(member)\(mark): {\n\(call)\(nested)\(indent)};\n"
    }.joined()
  }

  // MARK: Signatures

  private func function(_ member: Contract.Member) -> String {
    let parameters = parameter("parameters", member.parameters)
    switch member.form {
    case .call: return "(\(parameters), options?: CausewayCallOptions): Promise<\(types.type(member.result))>"
    case .stream:
      return "(\(parameters), options?: CausewayStreamOptions): AsyncIterableIterator<\(types.type(member.elements))>"
    case .upload:
      return "(\(parameter("parameters", member.parameters, isRequired: true)), source: \(source(member.elements)), "
        + "options?: CausewayUploadOptions): Promise<\(types.type(member.result))>"
    case .event: return "(\(parameter("data", member.parameters))): void"
    }
  }

  private func handler(_ member: Contract.Member) -> String {
    let parameters = "parameters: \(types.type(member.parameters, nothing: "undefined"))"
    let answer =
      member.form == .stream
      ? "\(source(member.elements)) | Promise<\(source(member.elements))>"
      : "\(types.type(member.result)) | Promise<\(types.type(member.result))>"
    return "(\(parameters), context: CausewayCallContext): \(answer)"
  }

  private func listener(_ member: Contract.Member) -> String {
    let data = member.parameters == .nothing ? "" : "data: \(types.type(member.parameters))"
    return "(listener: (\(data)) => void): () => void"
  }

  /// The source of a stream from the page.
  private func source(_ elements: Contract.Content) -> String {
    switch elements {
    case .bytes, .nothing: return "CausewaySource"
    case .value(let schema):
      let type = types.type(schema)
      return "AsyncIterable<\(type)> | Iterable<\(type)> | ReadableStream<\(type)>"
    }
  }

  /// A parameter that may be left out if the app needs no value.
  private func parameter(
    _ name: String, _ content: Contract.Content, isRequired: Bool = false
  ) -> String {
    switch content {
    case .nothing: return isRequired ? "\(name): undefined" : "\(name)?: undefined"
    case .bytes: return "\(name): ArrayBuffer"
    case .value(let schema):
      if case .optional = schema, !isRequired { return "\(name)?: \(types.type(schema)) | undefined" }
      return "\(name): \(types.type(schema))"
    }
  }
}

extension Contract.Member {
  /// The parts of a dotted name.
  fileprivate var parts: [String] { name.split(separator: ".", omittingEmptySubsequences: false).map(String.init) }

  /// Whether a part of the name is `then`. JavaScript takes every object with a `then` for a promise, so the page's
  /// runtime leaves such members out.
  fileprivate var isLikePromise: Bool { parts.contains("then") }
}
