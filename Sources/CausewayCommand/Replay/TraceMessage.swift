import Causeway
import CausewayJSON

extension BridgeProtocol {
  /// Returns the body with which a page sends the message of a trace's line, which has only the name and the parameters.
  /// - Parameter answers: the app's answer and progress.
  func pageBody(of line: TraceFile.Line, _ answers: [TraceFile.Line]) -> JSONValue? {
    switch self {
    case .causeway:
      let isEvent = line.kind == .event
      var body: JSONObject = [isEvent ? "event" : "name": .string(line.name)]
      body[isEvent ? "data" : "parameters"] = line.body
      body["progress"] = answers.first { $0.kind == .progress }?.body?["progress"]
      return .object(body)
    case .onside:
      switch (line.kind, line.name) {
      case (.event, "handlers"): return .object(["handlers": line.body ?? .null])
      case (_, "early"): return .object(["early": line.body ?? .null])
      default:
        var body: JSONObject = ["method": .string(line.name)]
        body["argument"] = line.body
        return .object(body)
      }
    case .gbg, .link, .today: return line.body
    }
  }
}

extension Dialect {
  /// Returns the body that the dialect can read: the message itself, or its text if the dialect reads only texts.
  func readable(_ body: JSONValue?, within limits: Limits) -> JSONValue? {
    guard let body, case .malformed = decode(.value(body), within: limits) else { return body }
    let text = JSONValue.string(body.json)
    if case .malformed = decode(.value(text), within: limits) { return body }
    return text
  }
}
