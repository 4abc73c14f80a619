import CausewayJSON

/// The handler of `capability.query`, which answers with the app's version and its current capabilities.
@MainActor public final class CapabilityQueryHandler: BridgeCapabilityHandler {
  /// The action `capability.query`.
  public let action = GBGContract.Action.capabilityQuery

  private let hostVersion: String
  private let capabilities: @MainActor () -> [String: BridgeCapabilityInfo]

  /// Creates a handler that calls `capabilities` for each answer.
  public init(hostVersion: String, capabilities: @escaping @MainActor () -> [String: BridgeCapabilityInfo]) {
    self.hostVersion = hostVersion
    self.capabilities = capabilities
  }

  /// Answers a request immediately.
  public func handle(_ request: BridgeMessage, responder: any BridgeResponder) {
    let entries = capabilities().mapValues { info in
      var entry: JSONObject = ["supported": .bool(info.supported), "version": .string(info.version)]
      entry["permissionState"] = info.permissionState.map { .string($0.rawValue) }
      return JSONValue.object(entry)
    }
    responder.respond(
      status: .success,
      data: ["hostVersion": .string(hostVersion), "capabilities": .object(JSONObject(entries))])
  }
}
