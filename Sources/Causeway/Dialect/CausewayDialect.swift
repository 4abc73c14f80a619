import CausewayJSON

/// Causeway's own protocol, for bridges that an app defines itself: `window.causeway` in the page.
///
///     page to app                               app to page
///     { "name": …, "parameters": … }  request   { "event": …, "data": … }        event
///     { "event": …, "data": … }       event     { "name": …, "parameters": … }   call
///     { "resume": … }                 request for the outcome of a call with this "key"
///
/// A request resolves with the capability's result and rejects with a `CausewayError` that has `code` and `message`.
public struct CausewayDialect: Dialect {
  /// The dialect's name, `causeway`.
  public nonisolated static let name = "causeway"

  /// The app's own capabilities. They also handle the page's events (`causeway.send`), and their results for events are
  /// dropped.
  public let capabilities: [Capability]

  /// Creates the protocol with the app's capabilities.
  public init(_ capabilities: [Capability]) {
    self.capabilities = capabilities
  }

  /// The dialect's name, `causeway`.
  public var name: String { Self.name }

  /// The script that defines `window.causeway`.
  public var pageScripts: [PageScript] {
    [
      PageScript(
        PackageResources.outgoing_streams_js, PackageResources.incoming_streams_js, PackageResources.causeway_js,
        function: "causewaySurface", arguments: [.string(name)])
    ]
  }

  /// Reads a request or an event.
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
    return .request(request)
  }

  /// Resolves with the result, or rejects with the failure's code and message.
  public func encode(_ outcome: Outcome, of request: Request) -> Reply {
    switch outcome {
    case .success(let value): .resolve(value)
    case .failure(let failure):
      .reject(["code": .string(failure.code), "message": .string(failure.pageMessage)])
    }
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
