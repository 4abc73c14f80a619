/// A writer of the interface of a connection, and of the interfaces of its events, handlers and errors.
struct TypeScriptInterfaces {
  private let contract: Contract
  private let types: TypeScriptTypes

  init(of contract: Contract, _ types: TypeScriptTypes) {
    self.contract = contract
    self.types = types
  }

  var declarations: [String] {
    let (connection, events, handlers, errors) = types.interfaces
    let classes = contract.errors.sorted { $0.name < $1.name }.map { error in
      "  readonly \(TypeScriptNames.member(error.name)): \(types.classType(error));\n"
    }
    return [
      "/** The events that the app sends. Each function adds a listener, and returns a function that removes it. */\n"
        + types.interface(events, group(members(.app, isEvent: true), listener)),
      "/** The page's handlers for the calls of the app. */\n"
        + types.interface(handlers, handlerGroup(members(.app, isEvent: false))),
      "/** The classes of the app's errors, for `instanceof`. */\n"
        + types.interface(errors, classes.joined()),
      "/** The app: `causeway.connect<\(connection)>()`. */\nexport interface \(connection) {\n"
        + group(offered, function)
          + """
            /** Adds listeners for the events of the app. */
            readonly on: \(events);
            /** Sets the page's handlers for the calls of the app. */
            handle(handlers: \(handlers)): void;
            /** The classes of the app's errors. */
            readonly errors: \(errors);
          }

          """,
    ]
  }

  private func members(_ caller: Contract.Side, isEvent: Bool) -> [Contract.Member] {
    contract.members.filter { $0.caller == caller && ($0.form == .event) == isEvent && !$0.isLikePromise }
  }

  /// The members for which a connection has functions. `connect.js` leaves out the same members as this property.
  private var offered: [Contract.Member] {
    contract.members.filter {
      $0.caller == .page && !$0.isLikePromise && !["on", "handle", "errors"].contains($0.parts.first)
    }
  }

  // MARK: Groups

  /// Returns the declarations of functions. Functions with dotted names are in nested objects. As in `connect.js`, the
  /// functions of a group are left out if a function has the same name as the group.
  private func group(
    _ members: [Contract.Member], _ signature: (Contract.Member) -> String, depth: Int = 0
  ) -> String {
    lines(of: members, depth: depth) { name, own, inner, indent in
      if let own { return "\(comment(own, indent))\(indent)\(name)\(signature(own));\n" }
      return "\(indent)readonly \(name): {\n" + group(inner, signature, depth: depth + 1) + "\(indent)};\n"
    }
  }

  /// Returns the declarations of handlers. `connect.js` also finds the handlers of a group that is itself a function.
  private func handlerGroup(_ members: [Contract.Member], depth: Int = 0) -> String {
    lines(of: members, depth: depth) { name, own, inner, indent in
      let type = own.map { handler($0) }
      let comment = own.map { self.comment($0, indent) } ?? ""
      guard !inner.isEmpty else { return "\(comment)\(indent)\(name)?: (\(type ?? "never")) | undefined;\n" }
      let nested = "{\n" + handlerGroup(inner, depth: depth + 1) + "\(indent)}"
      return "\(comment)\(indent)\(name)?: " + (type.map { "((\($0)) & \(nested))" } ?? nested) + " | undefined;\n"
    }
  }

  /// Returns the declarations of members, grouped by the part of their names at this depth, in the order of these
  /// parts.
  private func lines(
    of members: [Contract.Member], depth: Int,
    _ line: (_ name: String, _ own: Contract.Member?, _ inner: [Contract.Member], _ indent: String) -> String
  ) -> String {
    let indent = String(repeating: "  ", count: depth + 1)
    return Dictionary(grouping: members) { $0.parts[depth] }.sorted { $0.key < $1.key }.map { name, members in
      line(
        TypeScriptNames.member(name), members.first { $0.parts.count == depth + 1 },
        members.filter { $0.parts.count > depth + 1 }, indent)
    }.joined()
  }

  private func comment(_ member: Contract.Member, _ indent: String) -> String {
    var lines = [member.documentation]
    if member.takesBytes, member.form == .call { lines.append("The app also takes `options.bytes`.") }
    lines += member.errors.sorted().map { "@throws {\(types.errorName($0))}" }
    if let deprecation = member.deprecation { lines.append("@deprecated \(TypeScriptComment.line(deprecation))") }
    return TypeScriptComment.documentation(lines, indent: indent)
  }

  // MARK: Signatures

  private func function(_ member: Contract.Member) -> String {
    let parameters = parameter("parameters", member.parameters)
    switch member.form {
    case .call:
      return "(\(parameters), options?: CausewayCallOptions\(progress(member))): Promise<\(types.type(member.result))>"
    case .stream:
      return "(\(parameters), options?: CausewayStreamOptions): AsyncIterableIterator<\(types.type(member.elements))>"
    case .upload:
      return "(\(parameter("parameters", member.parameters, isFollowed: true)), source: \(source(member.elements)), "
        + "options?: CausewayUploadOptions\(progress(member))): Promise<\(types.type(member.result))>"
    case .event: return "(\(parameter("data", member.parameters))): void"
    }
  }

  private func handler(_ member: Contract.Member) -> String {
    let parameters = "parameters: \(types.type(member.parameters, nothing: "undefined"))"
    let answer =
      member.form == .stream
      ? "\(source(member.elements)) | Promise<\(source(member.elements))>"
      : "\(types.type(member.result)) | Promise<\(types.type(member.result))>"
    return "(\(parameters), context: CausewayCallContext\(progress(member))) => \(answer)"
  }

  /// Returns the type argument for the progress of a member; empty for progress of any type.
  private func progress(_ member: Contract.Member) -> String {
    member.progress.map { "<\(types.type($0))>" } ?? ""
  }

  private func listener(_ member: Contract.Member) -> String {
    let data = member.parameters == .nothing ? "" : "data: \(types.type(member.parameters))"
    return "(listener: (\(data)) => void): () => void"
  }

  /// Returns the type of the source of a stream from the page. A string is not allowed, although it is iterable.
  private func source(_ elements: Contract.Content) -> String {
    switch elements {
    case .bytes, .nothing: return "CausewaySource"
    case .value(let schema):
      let type = types.type(schema)
      return "AsyncIterable<\(type)> | (Iterable<\(type)> & object) | ReadableStream<\(type)>"
    }
  }

  /// Returns the declaration of a parameter, which pages may leave out if the app needs no value.
  private func parameter(_ name: String, _ content: Contract.Content, isFollowed: Bool = false) -> String {
    let mark = isFollowed ? "" : "?"
    switch content {
    case .nothing: return "\(name)\(mark): undefined"
    case .bytes: return "\(name): ArrayBuffer"
    case .value(.any): return "\(name)\(mark): unknown"
    case .value(let schema):
      return types.acceptsNull(schema)
        ? "\(name)\(mark): \(types.type(schema)) | undefined" : "\(name): \(types.type(schema))"
    }
  }
}

extension Contract.Member {
  /// The parts of a dotted name.
  fileprivate var parts: [String] { name.split(separator: ".", omittingEmptySubsequences: false).map(String.init) }

  /// Whether a part of the name is `then`. JavaScript treats every object with a function `then` as a promise, so
  /// `connect.js` leaves such members out.
  fileprivate var isLikePromise: Bool { parts.contains("then") }
}
