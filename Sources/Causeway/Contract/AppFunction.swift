import CausewayContract
import CausewayJSON

/// The declaration of a function of the app that pages call.
///
/// `Parameters` is a `Codable` type, or ``Nothing``. `Result` is a `Codable` type, ``Nothing``, or ``Bytes`` for an
/// `ArrayBuffer` in the page.
public struct AppFunction<Parameters: Codable & Sendable, Result: Sendable>: ContractMember {
  let declaration: Declaration

  private init(
    _ name: String, _ documentation: String, _ errors: [any PageError.Type], _ takesBytes: Bool,
    _ deprecation: String?, _ result: @escaping @Sendable (inout SchemaTable) -> Contract.Content
  ) {
    declaration = Declaration(
      name, documentation, caller: .page, form: .call, errors: errors, deprecation: deprecation, takesBytes: takesBytes
    ) { member, table in
      member.parameters = table.content(of: Parameters.self)
      member.result = result(&table)
    }
  }
}

extension AppFunction where Result: Codable {
  /// Declares a function.
  /// - Parameters:
  ///   - name: the name in messages. Dots group the functions of a page: `report.save`.
  ///   - documentation: a sentence for the developers who call the function.
  ///   - errors: the typed errors that the handler throws.
  ///   - takesBytes: whether the page may pass bytes beside the parameters; the handler finds them in ``Call/bytes``.
  ///   - deprecated: a sentence that says what to use instead; nil if the function is not deprecated.
  public init(
    _ name: String, _ documentation: String = "", errors: [any PageError.Type] = [], takesBytes: Bool = false,
    deprecated: String? = nil
  ) {
    self.init(name, documentation, errors, takesBytes, deprecated) { $0.content(of: Result.self) }
  }

  /// Creates the capability that serves the function.
  ///
  /// - Parameters:
  ///   - policy: the frames that may call the function; nil for the dialect's default policy, which serves the app's
  ///     own origins.
  ///   - deadline: the timeout of each call.
  ///   - sensitivity: the parts of the messages that observers must not see.
  ///   - handle: the handler. It is not called if the parameters do not match the declaration.
  @_disfavoredOverload  // if the result is `Nothing`, Swift must choose the overload for closures that return no value
  public func handler(
    policy: Policy? = nil, deadline: Capability.Deadline = .standard, sensitivity: Capability.Sensitivity = [],
    _ handle: @escaping @MainActor (Parameters, Call) async throws -> Result
  ) -> Capability {
    Capability(
      declaration, policy, deadline, sensitivity,
      .returning { json, call in try encodeResult(try await handle(json.decodeParameters(), call)) })
  }
}

extension AppFunction where Result == Nothing {
  /// Creates the capability that serves the function, which has no result.
  public func handler(
    policy: Policy? = nil, deadline: Capability.Deadline = .standard, sensitivity: Capability.Sensitivity = [],
    _ handle: @escaping @MainActor (Parameters, Call) async throws -> Void
  ) -> Capability {
    Capability(
      declaration, policy, deadline, sensitivity,
      .returning { json, call in
        try await handle(json.decodeParameters(), call)
        return nil
      })
  }
}

extension AppFunction where Result == Bytes {
  /// Declares a function that returns bytes.
  public init(
    _ name: String, _ documentation: String = "", errors: [any PageError.Type] = [], takesBytes: Bool = false,
    deprecated: String? = nil
  ) {
    self.init(name, documentation, errors, takesBytes, deprecated) { _ in .bytes }
  }

  /// Creates the capability that serves the function, which returns bytes.
  public func handler(
    policy: Policy? = nil, deadline: Capability.Deadline = .standard, sensitivity: Capability.Sensitivity = [],
    _ handle: @escaping @MainActor (Parameters, Call) async throws -> Bytes
  ) -> Capability {
    Capability(
      declaration, policy, deadline, sensitivity,
      .returningBytes { json, call in try await handle(json.decodeParameters(), call) })
  }
}

/// Encodes a result; nil for ``Nothing``.
func encodeResult<Result: Encodable>(_ result: Result) throws -> JSONValue? {
  // Not the literal `nil`, which Swift could read as JSON's `null`.
  if Result.self == Nothing.self { return JSONValue?.none }
  return try JSONValue(encoding: result)
}
