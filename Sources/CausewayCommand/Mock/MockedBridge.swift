import Causeway
import CausewayContract
import CausewayJSON
import CausewayTool
import Foundation

/// The capabilities of a contract, which a mock answers. Every value of the page and of the mock is checked against the
/// contract.
@MainActor struct MockedBridge {
  let contract: Contract
  let mock: MockScript

  /// Loads the mock.
  ///
  /// - Throws: ``MockFailure`` if it cannot be loaded, or has functions that the contract does not have.
  func prepare() async throws {
    let functions = try await mock.load()
    let members = contract.members.filter { $0.caller == .page }
    let known = Set(members.map(\.name))
    if let unknown = functions.subtracting(known).min() {
      throw MockFailure(
        "\(mock.name): the contract \(contract.name) has no \"\(unknown)\" that pages use"
          + Suggestion.question(unknown, among: known.sorted()))
    }
    let missing = members.filter { $0.form != .event && !functions.contains($0.name) }.map(\.name)
    guard !missing.isEmpty else { return }
    mock.complain("calls of \(missing.sorted().joined(separator: ", ")) fail, because the mock has no such function")
  }

  /// A capability for each member that pages use.
  var capabilities: [Capability] { contract.members.filter { $0.caller == .page }.map(capability) }

  private func capability(_ member: Contract.Member) -> Capability {
    switch (member.form, member.elements, member.result) {
    case (.call, _, .bytes):
      Capability(
        member.name,
        bytes: { parameters, call in
          try await answer(member, .call, parameters, call) { try $0.bytes(of: member.name) }
        })
    case (.call, _, _):
      Capability(member.name, json: { try await value(member, .call, $0, $1) })
    case (.stream, .bytes, _):
      Capability(
        member.name,
        streaming: { parameters, _ in
          try await answers(member, parameters) { try $0.bytes(of: member.name) }
        })
    case (.stream, _, _):
      Capability(
        member.name,
        streaming: { parameters, _ in
          try await answers(member, parameters) { [contract] answer in
            try answer.value(as: member.elements, of: member.name, in: contract) ?? .null
          }
        })
    case (.upload, .bytes, _):
      Capability(
        member.name,
        receiving: { (parameters: JSONValue, pieces: PageValues<Bytes>, call) in
          try await value(member, .upload, parameters, call, .pieces(pieces)) ?? .null
        })
    case (.upload, _, _):
      Capability(
        member.name,
        receiving: { (parameters: JSONValue, values: PageValues<JSONValue>, call) in
          let checked = values.map { [contract] in try Self.checked($0, as: member.elements, in: contract) }
          return try await value(member, .upload, parameters, call, .values(checked)) ?? .null
        })
    case (.event, _, _):
      Capability(
        member.name,
        json: { data, call in
          // A mock need not handle every event.
          if mock.has(member.name) { try await answer(member, .call, data, call) { _ in } }
          return nil
        })
    }
  }

  private func value(
    _ member: Contract.Member, _ kind: MockScript.Kind, _ parameters: JSONValue, _ call: Call,
    _ source: MockScript.Source? = nil
  ) async throws -> JSONValue? {
    try await answer(member, kind, parameters, call, source) {
      try $0.value(as: member.result, of: member.name, in: contract)
    }
  }

  private func answer<Answer>(
    _ member: Contract.Member, _ kind: MockScript.Kind, _ parameters: JSONValue, _ call: Call,
    _ source: MockScript.Source? = nil, read: @MainActor (MockAnswer) throws -> Answer
  ) async throws -> Answer {
    try Self.checked(parameters, as: member.parameters, in: contract)
    let request = MockScript.Request(name: member.name, parameters: parameters, bytes: call.bytes, source: source)
    return try await mock.answer(
      kind, request,
      onProgress: { value in
        if let mismatch = member.progress?.mismatch(of: value, types: contract.types) {
          return mock.complain("the progress of \"\(member.name)\" does not fit the contract: \(mismatch)")
        }
        try? call.report(value)  // JSON can always be encoded
      }, read: read)
  }

  private func answers<Answer: Sendable>(
    _ member: Contract.Member, _ parameters: JSONValue, read: @escaping @Sendable (MockAnswer) throws -> Answer
  ) async throws -> AsyncThrowingMapSequence<PageValues<JSONValue>, Answer> {
    try Self.checked(parameters, as: member.parameters, in: contract)
    return try await mock.answers(MockScript.Request(name: member.name, parameters: parameters), read: read)
  }

  /// Returns a value that the page sent. If the value does not fit the contract, throws the error that an app would
  /// throw.
  @discardableResult private nonisolated static func checked(
    _ value: JSONValue, as content: Contract.Content, in contract: Contract
  ) throws -> JSONValue {
    if case .value(let schema) = content, let mismatch = schema.mismatch(of: value, types: contract.types) {
      throw Failure.invalidParameters("\(mismatch)")
    }
    return value
  }
}

extension Contract {
  /// Returns what is wrong with an event of the app; nil if pages may get it.
  func mistake(inEvent name: String, _ data: JSONValue?) -> String? {
    guard let event = members.first(where: { $0.caller == .app && $0.form == .event && $0.name == name }) else {
      let events = members.filter { $0.caller == .app && $0.form == .event }.map(\.name)
      return "the contract \(self.name) has no event \"\(name)\" of the app, so it was not sent"
        + Suggestion.question(name, among: events)
    }
    guard case .value(let schema) = event.parameters else { return nil }
    return schema.mismatch(of: data ?? .null, types: types).map {
      "the data of the event \"\(name)\" does not fit the contract, so it was not sent: \($0)"
    }
  }
}
