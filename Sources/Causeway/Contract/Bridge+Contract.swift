import CausewayContract

extension Bridge {
  /// The contract of the app's own protocols: everything that the installed dialects declare, and the capabilities that
  /// they list without a declaration.
  ///
  /// The published protocols are not part of it. The contract is derived at each access, by decoding samples of the
  /// types, so store it if you need it often. A test can compare the contract with a file, and fails after a change
  /// that affects pages:
  ///
  ///     #expect(try bridge.contract.json == Contract(parsing: String(contentsOf: file, encoding: .utf8)).json)
  public var contract: Contract {
    let contracts = order.compactMap { dialects[$0]?.dialect.contract }
    guard var contract = contracts.first else { return Contract(name: "App") }
    for other in contracts.dropFirst() {
      contract.name += "And\(other.name)"
      contract.members += other.members
      contract.errors += other.errors.filter { error in !contract.errors.contains { $0.name == error.name } }
      contract.types.merge(other.types) { first, _ in first }
    }
    return contract
  }
}
