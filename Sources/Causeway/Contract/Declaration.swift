import CausewayContract
import CausewayJSON

/// The content of the declaration of a function, a stream or an event. Capabilities and calls that were created from
/// the declaration refer to it.
final class Declaration: Sendable {
  /// The name in messages.
  let name: String
  /// The side that calls the function or sends the event.
  let caller: Contract.Side
  /// The typed errors with which the member may fail.
  let errors: [any PageError.Type]
  private let makeMember: @Sendable (inout SchemaTable) -> Contract.Member

  init(
    _ name: String, _ documentation: String, caller: Contract.Side, form: Contract.Form,
    errors: [any PageError.Type] = [], deprecation: String?, takesBytes: Bool = false,
    content: @escaping @Sendable (inout Contract.Member, inout SchemaTable) -> Void
  ) {
    self.name = name
    self.caller = caller
    self.errors = errors
    makeMember = { table in
      var member = Contract.Member(
        name, caller: caller, form: form, takesBytes: takesBytes, errors: errors.map { $0.name },
        documentation: documentation, deprecation: deprecation)
      content(&member, &table)
      return member
    }
  }

  /// Creates a copy of a declaration. `content` adds the rest of the member, such as the type of the progress.
  init(
    _ declaration: Declaration, adding content: @escaping @Sendable (inout Contract.Member, inout SchemaTable) -> Void
  ) {
    name = declaration.name
    caller = declaration.caller
    errors = declaration.errors
    makeMember = { table in
      var member = declaration.member(in: &table)
      content(&member, &table)
      return member
    }
  }

  /// Returns the declaration as a member of a contract. Takes time, because it derives schemas.
  func member(in table: inout SchemaTable) -> Contract.Member { makeMember(&table) }

  /// Returns whether the declaration lists the type of an error that a handler threw. True for a ``Failure`` and for
  /// every error that is not a ``PageFacingError``, because these need no declaration.
  func declares(_ error: any Error) -> Bool {
    guard let error = error as? any PageFacingError, !(error is Failure) else { return true }
    return errors.contains { $0 == type(of: error) }
  }
}

/// A declaration in a ``BridgeContract``.
protocol ContractMember: Sendable {
  var declaration: Declaration { get }
}

extension SchemaTable {
  /// Returns the content of messages that carry a type: ``Contract/Content/nothing`` for ``Nothing``, otherwise the
  /// type's schema.
  mutating func content<Value: Decodable>(of type: Value.Type) -> Contract.Content {
    type == Nothing.self ? .nothing : .value(schema(of: type))
  }
}
