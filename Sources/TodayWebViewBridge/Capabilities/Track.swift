import Causeway
import CausewayJSON
import Foundation

extension TodayWebViewBridge {
  /// `track`: enriches the event and forwards it; resolves `undefined`, whatever the page sent.
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

/// The members that the contract lets through: strings, numbers and booleans.
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

/// The base fields as the contract names them.
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
  // Nobody signed in: the field is null rather than the page's own word for it.
  result["uid"] = fields.user.map(JSONValue.string) ?? .null
  return result
}
