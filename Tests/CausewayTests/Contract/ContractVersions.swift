import CausewayContract
import CausewayJSON
import CausewayTesting
import ContractTestSupport

@testable import Causeway

/// An app and a page that were built with different versions of a contract, and that use every member. Each side sends
/// random values of its own version, and checks the values that it receives against its own version.
@MainActor final class ContractVersions {
  /// The names of the members for which a call, an event or a value was refused.
  private(set) var failed: Set<String> = []
  /// The number of values that arrived.
  private(set) var arrived = 0
  private(set) var random: RandomContracts
  private let app: Contract
  private let page: Contract
  private let memory: InMemoryPage
  private var events = 0

  /// The error for a type that has no value. A member with this type cannot be used.
  private struct NoValue: PageFacingError {
    let code = "NO_VALUE"
    let pageMessage = "The type has no value."
  }

  init(app: Contract, page: Contract, random: RandomContracts) {
    self.app = app
    self.page = page
    self.random = random
    let bridge = Bridge()
    memory = InMemoryPage(bridge)
    bridge.install(CausewayDialect(app.members.filter { $0.caller == .page }.map(capability)))
    memory.onCall = { [unowned self] in try answer(call: $1) }
    memory.onStreamCall = { [unowned self] in answer(call: $1, with: $2) }
  }

  /// Uses every member of both versions several times.
  func run() async {
    for member in page.members where member.caller == .page {
      for _ in 0..<3 { await callApp(member) }
    }
    for member in app.members where member.caller == .app {
      for _ in 0..<3 { await callPage(member) }
    }
    // A page can subscribe only to events of the app's contract, so an event that only the page's contract has counts
    // as failed.
    for member in page.members where member.caller == .app && member.form == .event {
      if !has(member, app) { failed.insert(member.name) }
    }
    memory.close()
  }

  private func has(_ member: Contract.Member, _ contract: Contract) -> Bool {
    contract.members.contains { $0.name == member.name && $0.caller == member.caller && $0.form == member.form }
  }

  // MARK: Values

  private func value(_ content: Contract.Content, _ contract: Contract) throws -> JSONValue? {
    guard case .value(let schema) = content else { return nil }
    guard let value = random.values(1, of: schema, contract.types).first else { throw NoValue() }
    return value
  }

  /// Returns a progress value of the member's declared type; any value if the contract declares no type.
  private func progress(_ member: Contract.Member, _ contract: Contract) throws -> JSONValue {
    try value(.value(member.progress ?? .any), contract) ?? .null
  }

  /// Checks a progress value of one side against the contract of the other side.
  private func check(progress: JSONValue, _ member: Contract.Member, _ contract: Contract) throws {
    try check(progress, .value(member.progress ?? .any), member.name, contract)
  }

  private func check(_ value: JSONValue?, _ content: Contract.Content, _ name: String, _ contract: Contract) throws {
    arrived += 1
    let mismatch: SchemaMismatch? =
      switch content {
      case .nothing: nil
      case .bytes: SchemaMismatch(path: "", expected: "bytes", found: "a JSON value")
      case .value(let schema): schema.mismatch(of: value ?? .null, types: contract.types)
      }
    guard let mismatch else { return }
    failed.insert(name)
    throw Failure.invalidParameters("\(mismatch)")
  }

  // MARK: The app

  private func capability(_ member: Contract.Member) -> Capability {
    let (name, app) = (member.name, app)
    func check(_ value: JSONValue) throws { try self.check(value, member.parameters, name, app) }
    switch (member.form, member.elements, member.result) {
    case (.call, _, .bytes):
      return Capability(
        name, policy: .everyone,
        bytes: { [unowned self] (parameters: JSONValue, call) in
          try check(parameters)
          try call.report(progress(member, app))
          return Bytes([1])
        })
    case (.call, _, _), (.event, _, _):
      return Capability(
        name, policy: .everyone,
        json: { [unowned self] parameters, call in
          defer { events += 1 }
          try check(parameters)
          try call.report(progress(member, app))
          return try value(member.result, app)
        })
    case (.stream, .bytes, _):
      return Capability(
        name, policy: .everyone,
        streaming: { (parameters: JSONValue, _) in
          try check(parameters)
          return Source([Bytes([1])])
        })
    case (.stream, _, _):
      return Capability(
        name, policy: .everyone,
        streaming: { [unowned self] (parameters: JSONValue, _) in
          try check(parameters)
          return Source([try value(member.elements, app) ?? .null, try value(member.elements, app) ?? .null])
        })
    case (.upload, .bytes, _):
      return Capability(
        name, policy: .everyone,
        receiving: { [unowned self] (parameters: JSONValue, pieces: PageValues<Bytes>, call) in
          try check(parameters)
          try call.report(progress(member, app))
          for try await _ in pieces { arrived += 1 }
          return try value(member.result, app) ?? .null
        })
    case (.upload, _, _):
      return Capability(
        name, policy: .everyone,
        receiving: { [unowned self] (parameters: JSONValue, values: PageValues<JSONValue>, call) in
          try check(parameters)
          try call.report(progress(member, app))
          for try await value in values { try self.check(value, member.elements, name, app) }
          return try value(member.result, app) ?? .null
        })
    }
  }

  private func callPage(_ member: Contract.Member) async {
    do {
      let parameters = try value(member.parameters, app)
      switch (member.form, member.elements) {
      case (.event, _):
        let count = memory.messages.count
        try memory.conversation.send(event: member.name, data: parameters)
        guard await eventually({ self.memory.messages.count > count }) else {
          failed.insert(member.name)
          return
        }
        let data = memory.messages.last?.body?["data"]
        guard let known = page.members.first(where: { $0.name == member.name && $0.caller == .app }) else { return }
        try check(data, known.parameters, member.name, page)
      case (.stream, .bytes):
        for try await _ in try memory.conversation.bytes(member.name, parameters) { arrived += 1 }
      case (.stream, _):
        for try await value in try memory.conversation.values(member.name, parameters, of: JSONValue.self) {
          try check(value, member.elements, member.name, app)
        }
      default:
        try check(
          try await memory.conversation.call(
            member.name, parameters,
            onProgress: { progress in
              do { try self.check(progress: progress, member, self.app) } catch { self.note(error, member.name) }
            }), member.result, member.name, app)
      }
    } catch {
      note(error, member.name)
    }
  }

  private func note(_ error: any Error, _ name: String) {
    if !"\(error)".contains("NoValue") { failed.insert(name) }
  }

  // MARK: The page

  private func callApp(_ member: Contract.Member) async {
    let name = member.name
    do {
      let parameters = try value(member.parameters, page)
      var body: JSONObject = ["name": .string(name)]
      body["parameters"] = parameters
      body["progress"] = member.form == .call || member.form == .upload ? 1 : nil
      let received = memory.messages.count
      defer { checkProgress(of: member, since: received) }
      switch member.form {
      case .call: try check(await memory.request("causeway", .object(body)), member)
      case .event:
        guard has(member, app) else {
          failed.insert(name)
          return
        }
        let count = events
        memory.post("causeway", .object(["event": .string(name), "data": parameters ?? .null]))
        guard await eventually({ self.events > count }) else {
          failed.insert(name)
          return
        }
      case .stream, .upload: try await exchange(.object(body), member)
      }
    } catch {
      note(error, name)
    }
  }

  private func checkProgress(of member: Contract.Member, since received: Int) {
    for message in memory.messages[received...] {
      guard let body = message.body?.objectValue, body["progress"] != nil else { continue }
      do { try check(progress: body["value"] ?? .null, member, page) } catch { note(error, member.name) }
    }
  }

  private func exchange(_ body: JSONValue, _ member: Contract.Member) async throws {
    var settlement: InMemoryPage.Settlement?
    let stream: InMemoryStream
    if member.form == .stream {
      stream = memory.stream("causeway", body) { settlement = $0 }
    } else {
      let elements = try [value(member.elements, page), value(member.elements, page)]
      stream = memory.upload("causeway", body) { settlement = $0 }
      for element in elements {
        if member.elements == .bytes { stream.send(Bytes([1])) } else { stream.send(element) }
      }
      stream.end()
    }
    guard await eventually({ settlement != nil }), let settlement else {
      failed.insert(member.name)
      return
    }
    if member.form == .stream {
      if case .resolved = settlement, stream.values.isEmpty, stream.pieces.isEmpty { failed.insert(member.name) }
      if member.elements == .bytes ? !stream.values.isEmpty : !stream.pieces.isEmpty { failed.insert(member.name) }
      for value in stream.values { try check(value, member.elements, member.name, page) }
    }
    try check(settlement, member)
  }

  private func check(_ settlement: InMemoryPage.Settlement, _ member: Contract.Member) throws {
    switch settlement {
    case .resolved(let value): try check(value, member.result, member.name, page)
    case .resolvedBytes: if case .value = member.result { failed.insert(member.name) }
    case .rejected(let reason): if reason?["code"] != "NO_VALUE" { failed.insert(member.name) }
    }
  }

  /// Finds the page's handler for a call of the app, and checks the parameters.
  private func handler(of call: JSONValue?, _ form: Contract.Form) throws -> Contract.Member {
    let name = call?["name"]?.stringValue ?? ""
    guard let member = page.members.first(where: { $0.name == name && $0.caller == .app && $0.form == form }) else {
      throw Failure.invalidParameters("the page has no handler")
    }
    try check(call?["parameters"], member.parameters, name, page)
    return member
  }

  private func answer(call: JSONValue?) throws -> JSONValue? {
    let member = try handler(of: call, .call)
    memory.report(try progress(member, page))
    return try value(member.result, page)
  }

  private func answer(call: JSONValue?, with stream: InMemoryStream) {
    do {
      let member = try handler(of: call, .stream)
      if member.elements == .bytes {
        stream.send(Bytes([1]))
      } else {
        for value in try [value(member.elements, page), value(member.elements, page)] { stream.send(value) }
      }
      stream.end()
    } catch {
      stream.end("\(error)")
    }
  }
}
