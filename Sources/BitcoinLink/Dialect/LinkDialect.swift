import Causeway
import CausewayJSON

/// Bitcoin.com Link on the wire: `{ messageId, command, data, websiteMetadata }` in, as an object or as JSON text, and
/// `{ messageId, command, data }` or `{ messageId, command, error }` out.
struct LinkDialect: Dialect {
  let surface: LinkSurface
  let capabilities: [Capability]
  /// The capability of a command that the protocol does not have; nil if the wallet does not have it either.
  let ownCapability: @MainActor (String) -> Capability?
  let policy: Policy?

  var name: String { LinkContract.name }

  var pageScripts: [PageScript] {
    [
      PageScript(
        PackageResources.link_js, function: "linkSurface", arguments: [.string(name), .string(surface.rawValue)])
    ]
  }

  func capability(named name: String) -> Capability? {
    // A message without a command names none.
    name.isEmpty ? nil : ownCapability(name)
  }

  func decode(_ body: Body, within limits: Limits) -> Incoming {
    var message = body.value ?? .null
    var reason = "the body is no object with a \"\(LinkContract.Key.messageID)\""
    if case .unreadable(let text) = body { reason = text }
    if let text = message.stringValue {
      do {
        message = try JSONValue(parsing: text, limits: JSONLimits(maximumDepth: limits.messageDepth))
      } catch {
        reason = "\(error)"
      }
    }
    guard let id = message[LinkContract.Key.messageID], Self.isUsable(id) else {
      return .malformed(Request(capability: "", parameters: message), reason: reason)
    }
    let command = message[LinkContract.Key.command]?.stringValue ?? ""
    return .request(Request(capability: command, parameters: message, correlation: id))
  }

  /// Clients send text; a number can be echoed as well. U+FFFD stands for what no text of the app can hold, and is not
  /// what the page waits for; the page's half has the id as it was.
  private static func isUsable(_ id: JSONValue) -> Bool {
    switch id {
    case .string(let text): !text.isEmpty && !text.unicodeScalars.contains("\u{FFFD}")
    case .number: true
    case .null, .bool, .array, .object: false
    }
  }

  /// Without an id the error goes to the page's half, which has the message and may find one: in what is too large or
  /// too deep to be read, or is no JSON.
  func encode(_ outcome: Outcome, of request: Request) -> Reply {
    if case .failure(.duplicate) = outcome { return .none }
    var reply = JSONObject()
    reply[LinkContract.Key.messageID] = request.correlation
    // A message without a command is answered too, and each reply has one.
    reply[LinkContract.Key.command] = .string(request.parameters[LinkContract.Key.command]?.stringValue ?? "")
    switch outcome {
    case .success(let data): reply[LinkContract.Key.data] = data
    case .failure(let failure):
      let error = LinkError(failure, of: LinkCommand(rawValue: request.capability)).json
      guard request.correlation != nil else { return .reject(error) }
      reply[LinkContract.Key.error] = error
    }
    return .resolve(.object(reply))
  }
}
