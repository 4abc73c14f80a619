import CausewayContract
import CausewayJSON

/// A function of the app that pages can call: a name, a policy and a handler.
public struct Capability {
  /// The name by which pages call the capability.
  public let name: String
  /// The frames that may call the capability; nil for ``Dialect/defaultPolicy``.
  public let policy: Policy?
  /// The timeout of each request.
  public let deadline: Deadline
  /// The parts of the capability's messages that observers must not see.
  public let sensitivity: Sensitivity
  let work: Work
  /// The source of the capability's entry in a contract. It is read only when a contract is created.
  let signature: Signature

  /// The source of a capability's entry in a contract.
  enum Signature {
    /// The capability was created from a declaration.
    case declared(Declaration)
    /// The capability was created without a declaration. The closure derives the entry from the types of the handler.
    case derived((_ name: String, inout SchemaTable?) -> Contract.Member)
  }

  /// The kinds of handlers.
  enum Work {
    case computing(@MainActor (JSONValue, Call) throws -> JSONValue?)
    case returning(@MainActor (JSONValue, Call) async throws -> JSONValue?)
    case returningBytes(@MainActor (JSONValue, Call) async throws -> Bytes)
    case responding(@MainActor (JSONValue, Call, consuming Responder) throws -> Void)
    case streaming(@MainActor (JSONValue, Call, StreamOutput) async throws -> Void)
    case receiving(StreamContent, @MainActor (JSONValue, Call, StreamSource) async throws -> JSONValue?)
  }

  /// The timeout of each request.
  public enum Deadline: Hashable, Sendable {
    /// The bridge's default timeout, ``Limits/deadline``.
    case standard
    /// A timeout of this duration.
    case after(Duration)
    /// No timeout: for capabilities that wait for the user.
    case never
  }

  /// The parts of a capability's messages that are hidden from observers such as traces and the inspector.
  public struct Sensitivity: OptionSet, Hashable, Sendable {
    /// The options as bits.
    public let rawValue: Int
    /// Creates a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Replaces every value in the parameters. The names of members are kept.
    public static let parameters = Sensitivity(rawValue: 1)
    /// Replaces every value in the result. The names of members are kept.
    public static let result = Sensitivity(rawValue: 2)
    /// Shows only the type of an error that the handler throws and hides its text, also in ``Bridge/log``. Hides the
    /// reason why parameters are invalid, because it may quote them. The other two options imply this option.
    public static let failure = Sensitivity(rawValue: 4)
  }

  /// Creates a capability that receives and returns plain JSON values. A nil result is `undefined` in the page.
  public init(
    _ name: String, policy: Policy? = nil, deadline: Deadline = .standard, sensitivity: Sensitivity = [],
    json handler: @escaping @MainActor (JSONValue, Call) async throws -> JSONValue?
  ) {
    self.init(name, policy, deadline, sensitivity, .returning(handler), .derived(Contract.Member.untyped))
  }

  /// Creates a capability whose handler may answer later, through the ``Responder`` that it receives.
  public init(
    _ name: String, policy: Policy? = nil, deadline: Deadline = .standard, sensitivity: Sensitivity = [],
    responding handler: @escaping @MainActor (JSONValue, Call, consuming Responder) throws -> Void
  ) {
    self.init(name, policy, deadline, sensitivity, .responding(handler), .derived(Contract.Member.untyped))
  }

  init(
    _ name: String, _ policy: Policy?, _ deadline: Deadline, _ sensitivity: Sensitivity, _ work: Work,
    _ signature: Signature
  ) {
    self.name = name
    self.policy = policy
    self.deadline = deadline
    self.sensitivity = sensitivity
    self.work = work
    self.signature = signature
  }

  init(
    _ declaration: Declaration, _ policy: Policy?, _ deadline: Deadline, _ sensitivity: Sensitivity, _ work: Work
  ) {
    self.init(declaration.name, policy, deadline, sensitivity, work, .declared(declaration))
  }
}

extension Capability {
  /// Creates a capability with typed parameters and a typed result.
  ///
  /// If the parameters cannot be decoded, the request ends with ``Failure/invalidParameters(_:)`` and the handler is
  /// not called. If the handler throws, the request ends with ``Failure/handler(_:)``.
  public init<Parameters: Decodable & Sendable, Result: Encodable>(
    _ name: String, policy: Policy? = nil, deadline: Deadline = .standard, sensitivity: Sensitivity = [],
    handler: @escaping @MainActor (Parameters, Call) async throws -> Result
  ) {
    self.init(
      name, policy, deadline, sensitivity,
      .returning { json, call in try encodeResult(try await handler(json.decodeParameters(), call)) },
      .derived { .derived($0, .call, Parameters.self, result: Result.self, in: &$1) })
  }

  /// Creates a capability with typed parameters that returns bytes: the page's promise resolves with an `ArrayBuffer`.
  ///
  /// Use it for large binary results, because bytes are not converted to JSON. It does not work with protocols that
  /// answer with messages instead of promises. Requests fail in the same cases as with typed results, and also with
  /// ``Failure/bytesNotCarried`` if the host does not carry bytes or too many bytes wait for the page.
  public init<Parameters: Decodable & Sendable>(
    _ name: String, policy: Policy? = nil, deadline: Deadline = .standard, sensitivity: Sensitivity = [],
    bytes handler: @escaping @MainActor (Parameters, Call) async throws -> Bytes
  ) {
    self.init(
      name, policy, deadline, sensitivity,
      .returningBytes { json, call in try await handler(json.decodeParameters(), call) },
      .derived { .derived($0, .call, Parameters.self, result: Bytes.self, in: &$1) })
  }
}
