import CausewayJSON

/// Something that a page can ask of the app: a name, a policy and a handler.
public struct Capability {
  /// The name that requests carry.
  public let name: String
  /// Who may ask.
  public let policy: Policy
  /// How long an answer may take.
  public let deadline: Deadline
  /// What of it may be shown to observers.
  public let sensitivity: Sensitivity
  let work: Work

  /// How a capability is run.
  enum Work {
    case returning(@MainActor (JSONValue, Call) async throws -> JSONValue?)
    case returningBytes(@MainActor (JSONValue, Call) async throws -> Bytes)
    case responding(@MainActor (JSONValue, Call, consuming Responder) throws -> Void)
  }

  /// How long an answer may take.
  public enum Deadline: Hashable, Sendable {
    /// As long as ``Limits/deadline`` says.
    case standard
    /// This long.
    case after(Duration)
    /// For ever: for what waits for a person.
    case never
  }

  /// What observers (traces, an inspector) get to see of a capability's messages.
  public struct Sensitivity: OptionSet, Hashable, Sendable {
    /// The bits, one for each option.
    public let rawValue: Int
    /// From bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Every value in the parameters is replaced; names stay.
    public static let parameters = Sensitivity(rawValue: 1)
    /// Every value in the result is replaced; names stay.
    public static let result = Sensitivity(rawValue: 2)
    /// What the handler throws is named by its type alone, also in ``Bridge/log``. The other two options imply it.
    public static let failure = Sensitivity(rawValue: 4)
  }

  /// A capability that takes and gives plain JSON values. A nil result is `undefined` in the page.
  public init(
    _ name: String, policy: Policy, deadline: Deadline = .standard, sensitivity: Sensitivity = [],
    json handler: @escaping @MainActor (JSONValue, Call) async throws -> JSONValue?
  ) {
    self.init(name, policy, deadline, sensitivity, .returning(handler))
  }

  /// A capability whose answer comes later, from elsewhere: the handler is given a ``Responder`` and returns.
  public init(
    _ name: String, policy: Policy, deadline: Deadline = .standard, sensitivity: Sensitivity = [],
    responding handler: @escaping @MainActor (JSONValue, Call, consuming Responder) throws -> Void
  ) {
    self.init(name, policy, deadline, sensitivity, .responding(handler))
  }

  private init(_ name: String, _ policy: Policy, _ deadline: Deadline, _ sensitivity: Sensitivity, _ work: Work) {
    self.name = name
    self.policy = policy
    self.deadline = deadline
    self.sensitivity = sensitivity
    self.work = work
  }
}

extension Capability {
  /// A capability with typed parameters and result.
  ///
  /// Parameters that do not decode end in ``Failure/invalidParameters(_:)``, before the handler is called. What the
  /// handler throws ends in ``Failure/handler(_:)``.
  public init<Parameters: Decodable & Sendable, Result: Encodable>(
    _ name: String, policy: Policy, deadline: Deadline = .standard, sensitivity: Sensitivity = [],
    handler: @escaping @MainActor (Parameters, Call) async throws -> Result
  ) {
    self.init(
      name, policy: policy, deadline: deadline, sensitivity: sensitivity,
      json: { json, call in try JSONValue(encoding: try await handler(json.decodeParameters(), call)) })
  }

  /// A capability with typed parameters that gives bytes: the page's promise resolves with an `ArrayBuffer`.
  ///
  /// For large results that are not text; they do not take the way through JSON. Protocols that answer with messages of
  /// their own have no such capabilities. It ends as the typed form does, and in ``Failure/bytesNotCarried`` if the host
  /// does not carry bytes or too many wait for the page.
  public init<Parameters: Decodable & Sendable>(
    _ name: String, policy: Policy, deadline: Deadline = .standard, sensitivity: Sensitivity = [],
    bytes handler: @escaping @MainActor (Parameters, Call) async throws -> Bytes
  ) {
    self.init(
      name, policy, deadline, sensitivity,
      .returningBytes { json, call in try await handler(json.decodeParameters(), call) })
  }
}

extension JSONValue {
  /// The parameters as a type of the app; throws ``Failure/invalidParameters(_:)``.
  fileprivate func decodeParameters<Parameters: Decodable>() throws -> Parameters {
    do {
      return try decode(Parameters.self)
    } catch {
      throw Failure.invalidParameters(describe(error))
    }
  }
}

/// What a handler knows about the request that it answers.
public struct Call: Hashable, Sendable {
  /// The document that asks.
  public let frame: Frame
  /// The dialect in which it asks.
  public let dialect: String
  /// The capability's name.
  public let capability: String
  /// The bytes that the page passed beside the parameters; nil if it passed none.
  public internal(set) var bytes: Bytes?
}

/// A decoding error in one sentence, with the place in the parameters.
private func describe(_ error: any Error) -> String {
  guard let error = error as? DecodingError else { return "\(error)" }
  let (context, detail): (DecodingError.Context, String) =
    switch error {
    case .keyNotFound(let key, let context): (context, "\"\(key.stringValue)\" is missing")
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      (context, context.debugDescription)
    @unknown default: (DecodingError.Context(codingPath: [], debugDescription: ""), "\(error)")
    }
  let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
  // Foundation's sentences end with a full stop, and so does what is made of them.
  let sentence = detail.hasSuffix(".") ? String(detail.dropLast()) : detail
  return path.isEmpty ? sentence : "at \(path): \(sentence)"
}
