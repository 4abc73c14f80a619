import CausewayContract
import CausewayJSON

/// The declaration of a function of the app that receives many values or pieces of bytes from the page, and then answers.
///
/// `Element` is a `Codable` type, or ``Bytes``.
public struct AppUpload<Parameters: Codable & Sendable, Element: Sendable, Result: Codable & Sendable>: ContractMember {
  let declaration: Declaration

  private init(
    _ name: String, _ documentation: String, _ errors: [any PageError.Type], _ deprecation: String?,
    _ elements: @escaping @Sendable (inout SchemaTable) -> Contract.Content
  ) {
    declaration = Declaration(
      name, documentation, caller: .page, form: .upload, errors: errors, deprecation: deprecation
    ) { member, table in
      member.parameters = table.content(of: Parameters.self)
      member.elements = elements(&table)
      member.result = table.content(of: Result.self)
    }
  }

  private func capability(
    _ policy: Policy?, _ deadline: Capability.Deadline, _ sensitivity: Capability.Sensitivity, _ content: StreamContent,
    _ handle: @escaping @MainActor (Parameters, StreamSource, Call) async throws -> Result
  ) -> Capability {
    Capability(
      declaration, policy, deadline, sensitivity,
      .receiving(content) { json, call, source in
        try encodeResult(try await handle(json.decodeParameters(), source, call))
      })
  }
}

extension AppUpload where Element: Codable {
  /// Declares an upload of values. `AppFunction/init(_:_:errors:takesBytes:deprecated:)` describes the parameters.
  public init(
    _ name: String, _ documentation: String = "", errors: [any PageError.Type] = [], deprecated: String? = nil
  ) {
    self.init(name, documentation, errors, deprecated) { $0.content(of: Element.self) }
  }

  /// Creates the capability that serves the upload. The page's source is read only as fast as the handler reads the
  /// upload.
  ///
  /// `Capability/init(_:policy:deadline:sensitivity:receiving:)` describes the handler, and
  /// `AppFunction/handler(policy:deadline:sensitivity:_:)` the other parameters.
  public func handler(
    policy: Policy? = nil, deadline: Capability.Deadline = .never, sensitivity: Capability.Sensitivity = [],
    _ handle: @escaping @MainActor (Parameters, PageValues<Element>, Call) async throws -> Result
  ) -> Capability {
    capability(policy, deadline, sensitivity, .values) { try await handle($0, $1.values(of: Element.self), $2) }
  }
}

extension AppUpload where Element == Bytes {
  /// Declares an upload of bytes.
  public init(
    _ name: String, _ documentation: String = "", errors: [any PageError.Type] = [], deprecated: String? = nil
  ) {
    self.init(name, documentation, errors, deprecated) { _ in .bytes }
  }

  /// Creates the capability that serves the upload of bytes.
  public func handler(
    policy: Policy? = nil, deadline: Capability.Deadline = .never, sensitivity: Capability.Sensitivity = [],
    _ handle: @escaping @MainActor (Parameters, PageValues<Bytes>, Call) async throws -> Result
  ) -> Capability {
    capability(policy, deadline, sensitivity, .bytes) { try await handle($0, $1.pieces, $2) }
  }
}
