import Causeway
import CausewayJSON

/// Answers `capability.query`: the app's version, and what it can do at this moment.
@MainActor public final class CapabilityQueryHandler: BridgeCapabilityHandler {
  /// `capability.query`.
  public let action = GBGContract.Action.capabilityQuery

  private let hostVersion: String
  private let capabilities: @MainActor () -> [String: BridgeCapabilityInfo]

  /// A handler that asks anew for each answer.
  public init(hostVersion: String, capabilities: @escaping @MainActor () -> [String: BridgeCapabilityInfo]) {
    self.hostVersion = hostVersion
    self.capabilities = capabilities
  }

  /// Answers at once.
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
