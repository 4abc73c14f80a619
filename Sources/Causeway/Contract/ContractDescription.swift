import CausewayContract

/// A builder that assembles the contract of a dialect from declarations and from capabilities that were created without
/// a declaration.
struct ContractDescription {
  private let contracts: [any BridgeContract]
  private let capabilities: [Capability]
  /// The declarations of the contracts, and those of capabilities that are in none of the contracts.
  private let declarations: [Declaration]
  /// The contract, if it is known as a value. It then describes the capabilities too.
  private let known: Contract?

  /// Creates the description of a contract that is known as a value.
  init(_ contract: Contract, capabilities: [Capability]) {
    known = contract
    self.capabilities = capabilities
    (contracts, declarations) = ([], [])
  }

  init(_ contracts: [any BridgeContract], capabilities: [Capability] = []) {
    known = nil
    self.contracts = contracts
    self.capabilities = capabilities
    var declarations = contracts.flatMap(\.declarations)
    for case .declared(let declaration) in capabilities.map(\.signature)
    where !declarations.contains(where: { $0 === declaration }) {
      declarations.append(declaration)
    }
    self.declarations = declarations
  }

  /// The name of the contract: the joined names of the declared contracts, or `App` if there are none.
  private var name: String { contracts.isEmpty ? "App" : contracts.map(\.name).joined(separator: "And") }

  /// Returns the contract, and a sentence for each type whose schema cannot be derived.
  ///
  /// - Parameter probing: whether the types of capabilities without a declaration are derived. If not, their parameters and
  ///   results are of any type.
  func derive(probing: Bool) -> (contract: Contract, problems: [String]) {
    if let known { return (known, []) }
    var table: SchemaTable? = SchemaTable()
    var none: SchemaTable?
    var contract = Contract(name: name)
    var errors: [any PageError.Type] = []
    for declaration in declarations {
      contract.members.append(declaration.member(in: &table!))
      for error in declaration.errors where !errors.contains(where: { $0 == error }) { errors.append(error) }
    }
    for capability in capabilities {
      guard case .derived(let derive) = capability.signature else { continue }
      contract.members.append(probing ? derive(capability.name, &table) : derive(capability.name, &none))
    }
    contract.errors = errors.map { $0.description(in: &table!) }
    contract.types = table!.types
    return (contract, table!.problems.map { "\($0)" })
  }

  /// The mistakes in the declarations and in the capabilities that serve them. Each is a sentence, which also says how
  /// to fix the mistake.
  var mistakes: [String] {
    var mistakes: [String] = []
    if let known {
      for member in known.members
      where member.caller == .page && !capabilities.contains(where: { $0.name == member.name }) {
        mistakes.append(Self.notServed(member.name, in: known.name))
      }
    }
    for contract in contracts {
      for declaration in contract.declarations where !isServed(declaration) {
        mistakes.append(Self.notServed(declaration.name, in: contract.name))
      }
    }
    for (index, declaration) in declarations.enumerated() {
      let isTwice = declarations[..<index].contains { $0.name == declaration.name && $0.caller == declaration.caller }
      if isTwice { mistakes.append("\"\(declaration.name)\" is declared twice. Give each declaration its own name.") }
      if let mistake = declaration.nameMistake(among: declarations) { mistakes.append(mistake) }
    }
    guard !declarations.isEmpty else { return mistakes }
    return mistakes + derive(probing: false).problems
  }

  private static func notServed(_ member: String, in contract: String) -> String {
    "the contract \(contract) declares \"\(member)\", but no capability serves it. Add its handler to the capabilities of "
      + "the dialect."
  }

  private func isServed(_ declaration: Declaration) -> Bool {
    declaration.caller == .app
      || capabilities.contains {
        if case .declared(let served) = $0.signature { served === declaration } else { $0.name == declaration.name }
      }
  }
}

extension Declaration {
  /// The names that `causeway.connect()` in the page uses itself.
  private static let reservedNames: Set<String> = ["on", "handle", "errors"]

  /// Returns a sentence about a name that `causeway.connect()` cannot offer; nil if it can.
  fileprivate func nameMistake(among declarations: [Declaration]) -> String? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if parts.contains("then") {
      // JavaScript treats an object with a function `then` as a promise when the object is awaited, or returned by an
      // async function.
      return
        "\"\(name)\" cannot be offered by `causeway.connect()`, because JavaScript treats objects with a member \"then\" "
        + "as promises. Choose another name."
    }
    guard caller == .page else { return nil }
    if let first = parts.first, Self.reservedNames.contains(first) {
      return
        "\"\(name)\" cannot be offered by `causeway.connect()`, which uses the name \"\(first)\" itself. Choose another "
        + "name."
    }
    let isGroup = declarations.contains { $0.caller == .page && $0.name.hasPrefix(name + ".") }
    return isGroup
      ? "\"\(name)\" cannot be both a function and a group of functions. Choose another name for the function." : nil
  }
}
