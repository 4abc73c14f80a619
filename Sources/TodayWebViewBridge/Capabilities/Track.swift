import Causeway
import CausewayJSON
import Foundation

extension TodayWebViewBridge {
  /// `track`: adds the base fields to the event and forwards it to the app. Always resolves with `undefined`, even if
  /// the page sent an invalid event.
  func track(on platform: String) -> Capability {
    let policy: Policy = configuration.restrictsTrackToMainFrame ? .mainFrame : .everyone
    return Capability("track", policy: policy) { [host] parameters, _ in
      guard let name = parameters["ename"]?.stringValue, !name.isEmpty else {
        throw Failure.invalidParameters("\"ename\" is missing or empty; the event was ignored")
      }
      var properties = flat(parameters["parameters"])
      for (field, value) in base(host.baseFields(), platform: platform) { properties[field] = value }
      host.track(TodayEvent(name: name, properties: properties))
      return nil
    }
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
