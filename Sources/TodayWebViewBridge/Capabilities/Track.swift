import Causeway
import CausewayJSON
import Foundation

extension TodayCapability {
  /// `ename` must be a non-empty string; otherwise the app ignores the event. The app keeps only strings, numbers and
  /// booleans from `parameters`. It adds eid, sid, ts, tz, uid, did, client_plat and ctx, which replace parameters of
  /// the same name. It answers `undefined` at once.
  static let track = TodayCapability(
    "track", for: .everyFrame, otherwise: .resolve(nil),
    policy: { $0.restrictsTrackToMainFrame ? .mainFrame : .everyone }
  ) { bridge, surface, parameters, _ in
    guard let name = parameters["ename"]?.stringValue, !name.isEmpty else {
      throw Failure.invalidParameters("\"ename\" is missing or empty; the event was ignored")
    }
    var properties = flat(parameters["parameters"])
    for (field, value) in base(bridge.host.baseFields(), platform: surface.platform) { properties[field] = value }
    bridge.host.track(TodayEvent(name: name, properties: properties))
    return nil
  }
}

/// The functions that the capability `track` needs from the app.
@MainActor public protocol TodayTrackHost: AnyObject {
  /// Receives a complete event: the page's parameters and the base fields. The bridge does not wait until the event is
  /// delivered.
  func track(_ event: TodayEvent)

  /// Returns the base fields that only the app can supply. The bridge calls this method for every event.
  func baseFields() -> TodayBaseFields
}

/// The base fields of an event that only the app can supply.
public struct TodayBaseFields: Hashable, Sendable {
  /// `sid`: the session's identifier.
  public var session: String
  /// `uid`: the identifier of the logged-in user; nil if no user is logged in.
  public var user: String?
  /// `did`: the device's identifier.
  public var device: String
  /// `ctx`: the app's own data, a flat map of strings, numbers and booleans.
  public var context: JSONObject

  /// Creates the base fields of an event.
  public init(session: String, user: String? = nil, device: String, context: JSONObject = [:]) {
    self.session = session
    self.user = user
    self.device = device
    self.context = context
  }
}

/// An analytics event that is ready to be forwarded.
public struct TodayEvent: Hashable, Sendable {
  /// The page's `ename`.
  public var name: String
  /// The page's flat parameters and the base fields `eid`, `sid`, `ts` (milliseconds since 1970), `tz`, `uid`, `did`,
  /// `client_plat` and `ctx`. A base field replaces a parameter of the same name.
  public var properties: JSONObject

  /// Creates an event with a name and all its properties.
  public init(name: String, properties: JSONObject) {
    self.name = name
    self.properties = properties
  }
}

/// Returns the members that the contract allows: strings, numbers and booleans.
private func flat(_ parameters: JSONValue?) -> JSONObject {
  var result = JSONObject()
  for (name, value) in parameters?.objectValue ?? [:] {
    switch value {
    case .string, .number, .bool: result[name] = value
    case .null, .array, .object: break
    }
  }
  return result
}

/// Returns the base fields under the names that the contract gives them.
private func base(_ fields: TodayBaseFields, platform: String) -> JSONObject {
  var result: JSONObject = [
    "eid": .string(UUID().uuidString.lowercased()),
    "sid": .string(fields.session),
    "ts": .number((Date().timeIntervalSince1970 * 1000).rounded()),
    "tz": .string(TimeZone.current.identifier),
    "did": .string(fields.device),
    "client_plat": .string(platform),
    "ctx": .object(flat(.object(fields.context))),
  ]
  // Without a logged-in user the field is null. Otherwise a `uid` from the page's parameters would remain.
  result["uid"] = fields.user.map(JSONValue.string) ?? .null
  return result
}
