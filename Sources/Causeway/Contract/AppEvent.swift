import CausewayContract

/// The declaration of an event that pages send to the app. Events have no answer.
///
/// `Content` is a `Codable` type, or ``Nothing``.
public struct AppEvent<Content: Codable & Sendable>: ContractMember {
  let declaration: Declaration

  /// Declares an event. `AppFunction/init(_:_:errors:takesBytes:deprecated:)` describes the parameters.
  public init(_ name: String, _ documentation: String = "", deprecated: String? = nil) {
    declaration = Declaration(name, documentation, caller: .page, form: .event, deprecation: deprecated) {
      $0.parameters = $1.content(of: Content.self)
    }
  }

  /// Creates the capability that receives the event.
  ///
  /// `AppFunction/handler(policy:deadline:sensitivity:_:)` describes the parameters.
  public func handler(
    policy: Policy? = nil, deadline: Capability.Deadline = .standard, sensitivity: Capability.Sensitivity = [],
    _ handle: @escaping @MainActor (Content, Call) async throws -> Void
  ) -> Capability {
    Capability(
      declaration, policy, deadline, sensitivity,
      .returning { json, call in
        try await handle(json.decodeParameters(), call)
        return nil
      })
  }
}
