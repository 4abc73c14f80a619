import CausewayContract
import CausewayJSON

/// The declaration of a function of the app that sends the page many values, one after another, or pieces of bytes.
///
/// `Element` is a `Codable` type, or ``Bytes``.
public struct AppStream<Parameters: Codable & Sendable, Element: Sendable>: ContractMember {
  let declaration: Declaration

  private init(
    _ name: String, _ documentation: String, _ errors: [any PageError.Type], _ deprecation: String?,
    _ elements: @escaping @Sendable (inout SchemaTable) -> Contract.Content
  ) {
    declaration = Declaration(
      name, documentation, caller: .page, form: .stream, errors: errors, deprecation: deprecation
    ) { member, table in
      member.parameters = table.content(of: Parameters.self)
      member.elements = elements(&table)
    }
  }
}

extension AppStream where Element: Codable {
  /// Declares a stream of values. `AppFunction/init(_:_:errors:takesBytes:deprecated:)` describes the parameters.
  public init(
    _ name: String, _ documentation: String = "", errors: [any PageError.Type] = [], deprecated: String? = nil
  ) {
    self.init(name, documentation, errors, deprecated) { $0.content(of: Element.self) }
  }

  /// Creates the capability that serves the stream. The sequence is read only as fast as the page reads the stream.
  ///
  /// `Capability/init(_:policy:deadline:sensitivity:streaming:)` describes the handler, and
  /// `AppFunction/handler(policy:deadline:sensitivity:_:)` the other parameters.
  public func handler<Values: AsyncSequence>(
    policy: Policy? = nil, deadline: Capability.Deadline = .never, sensitivity: Capability.Sensitivity = [],
    _ handle: @escaping @MainActor (Parameters, Call) async throws -> Values
  ) -> Capability where Values.Element == Element {
    Capability(declaration, policy, deadline, sensitivity, .sending(handle))
  }
}

extension AppStream where Element == Bytes {
  /// Declares a stream of bytes.
  public init(
    _ name: String, _ documentation: String = "", errors: [any PageError.Type] = [], deprecated: String? = nil
  ) {
    self.init(name, documentation, errors, deprecated) { _ in .bytes }
  }

  /// Creates the capability that serves the stream of bytes.
  public func handler<Pieces: AsyncSequence>(
    policy: Policy? = nil, deadline: Capability.Deadline = .never, sensitivity: Capability.Sensitivity = [],
    _ handle: @escaping @MainActor (Parameters, Call) async throws -> Pieces
  ) -> Capability where Pieces.Element == Bytes {
    Capability(declaration, policy, deadline, sensitivity, .sending(handle))
  }
}
