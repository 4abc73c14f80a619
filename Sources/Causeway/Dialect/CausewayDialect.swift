import CausewayContract
import CausewayJSON

/// Causeway's own protocol, for bridges that an app defines itself: `window.causeway` in the page.
///
///     page to app                               app to page
///     { "name": …, "parameters": … }  request   { "event": …, "data": … }        event
///     { "event": …, "data": … }       event     { "name": …, "parameters": … }   call
///     { "resume": … }                 request for the outcome of a call with this "key"
///                                               { "progress": …, "value": … }    progress of a request
///
/// If a page wants to receive the progress of a request, it gives the request a number under `progress`. The messages
/// about the progress repeat this number.
///
/// The page's promise resolves with the capability's result, or rejects with a `CausewayError` that has `code`,
/// `message` and, for a ``PageError``, `details`.
///
///     CausewayDialect(shop, origins: [page]) {
///       shop.share.handler { item, call in … }
///       shop.prices.handler(policy: .everyone) { symbol, call in … }
///     }
public struct CausewayDialect: Dialect {
  /// The dialect's name, `causeway`.
  public nonisolated static let name = "causeway"

  /// The app's own capabilities. They also handle the page's events (`causeway.send`), and their results for events are
  /// dropped.
  public let capabilities: [Capability]
  /// The policy of capabilities that state no policy: the main frame, while it shows a page of the app's own origins.
  /// Nil if the app has not stated its origins; such capabilities then serve no frame.
  public let defaultPolicy: Policy?
  private let description: ContractDescription

  /// Creates the protocol with the app's capabilities.
  /// - Parameter origins: the origins of the app's own pages. Capabilities that state no policy serve the main frame while
  ///   it shows one of them.
  public init(_ capabilities: [Capability], origins: Set<Origin>? = nil) {
    self.init([], origins, capabilities)
  }

  /// Creates the protocol with the contracts and the app's capabilities, which serve them.
  public init(_ contracts: any BridgeContract..., origins: Set<Origin>? = nil, capabilities: [Capability]) {
    self.init(contracts, origins, capabilities)
  }

  /// Creates the protocol with the contracts and the app's capabilities, which serve them.
  public init(
    _ contracts: any BridgeContract..., origins: Set<Origin>? = nil,
    @CapabilityBuilder capabilities: () -> [Capability]
  ) {
    self.init(contracts, origins, capabilities())
  }

  /// Creates the protocol with a contract that is known only as a value, for example because it was read from a file, and
  /// with the capabilities that serve it. The capabilities must check values against the contract's schemas themselves.
  public init(_ contract: Contract, origins: Set<Origin>? = nil, capabilities: [Capability]) {
    self.init(ContractDescription(contract, capabilities: capabilities), origins, capabilities)
  }

  private init(_ contracts: [any BridgeContract], _ origins: Set<Origin>?, _ capabilities: [Capability]) {
    self.init(ContractDescription(contracts, capabilities: capabilities), origins, capabilities)
  }

  private init(_ description: ContractDescription, _ origins: Set<Origin>?, _ capabilities: [Capability]) {
    self.capabilities = capabilities
    defaultPolicy = origins.map { .mainFrame(of: $0) }
    self.description = description
  }

  /// The contract between pages and the app: the functions, streams and events that they use with each other.
  public var contract: Contract? { description.derive(probing: true).contract }

  /// The contract as pages get it. For capabilities without a declaration, it has only the names and kinds, because
  /// deriving their types would run the decoding code of types in apps that do not use contracts.
  private var pageContract: JSONValue { description.derive(probing: false).contract.json }

  /// The mistakes in the contract: declared functions that no capability serves, and names and types that a contract
  /// cannot have.
  public var mistakes: [String] { description.mistakes }

  /// The dialect's name, `causeway`.
  public var name: String { Self.name }

  /// The script that defines `window.causeway`.
  public var pageScripts: [PageScript] {
    [
      PageScript(
        PackageResources.outgoing_streams_js, PackageResources.incoming_streams_js, PackageResources.requests_js,
        PackageResources.checks_js, PackageResources.contract_js, PackageResources.errors_js,
        PackageResources.connect_js, PackageResources.causeway_js,
        function: "causewaySurface", arguments: [.string(name), .string(pageContract.json)])
    ]
  }

  /// Reads a request, an event, or a request for the outcome of an earlier call.
  public func decode(_ body: Body, within limits: Limits) -> Incoming {
    if case .unreadable(let reason) = body {
      return .malformed(Request(capability: ""), reason: reason)
    }
    guard let object = body.value?.objectValue else {
      return .malformed(
        Request(capability: "", parameters: body.value ?? .null), reason: "the body is not an object")
    }
    if let event = object["event"]?.stringValue {
      return .event(name: event, data: object["data"])
    }
    if let key = object["resume"]?.stringValue { return .resumption(Request(capability: "", key: key)) }
    guard let name = object["name"]?.stringValue else {
      return .malformed(
        Request(capability: "", parameters: .object(object)), reason: "\"name\" is missing or not a string")
    }
    var request = Request(capability: name, parameters: object["parameters"] ?? .null)
    if let key = object["key"] {
      guard let text = key.stringValue else { return .malformed(request, reason: "\"key\" is not a string") }
      request.key = text
    }
    if case .number? = object["progress"] { request.correlation = object["progress"] }
    return .request(request)
  }

  /// Resolves with the result, or rejects with the failure's code and message.
  public func encode(_ outcome: Outcome, of request: Request) -> Reply {
    switch outcome {
    case .success(let value): .resolve(value)
    case .failure(let failure): .reject(encode(failure))
    }
  }

  /// Returns `{ progress, value }`, in which `progress` is the number that the page gave the request. Returns nil if
  /// the page gave no number, because it has not asked for progress.
  public func encode(progress: JSONValue, of request: Request) -> JSONValue? {
    request.correlation.map { .object(["progress": $0, "value": progress]) }
  }

  private func encode(_ failure: Failure) -> JSONValue {
    var body: JSONObject = ["code": .string(failure.code), "message": .string(failure.pageMessage)]
    body["details"] = failure.details
    return .object(body)
  }

  /// Returns `{ event, data }`.
  public func encode(event name: String, data: JSONValue?) -> JSONValue? {
    var body: JSONObject = ["event": .string(name)]
    body["data"] = data
    return .object(body)
  }

  /// Returns `{ name, parameters }`.
  public func encode(call name: String, parameters: JSONValue?) -> JSONValue? {
    var body: JSONObject = ["name": .string(name)]
    body["parameters"] = parameters
    return .object(body)
  }
}
