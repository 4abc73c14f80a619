import Causeway
import CausewayJSON

/// The dialect of Bitcoin.com Link. A page sends `{ messageId, command, data, websiteMetadata }`, as an object or as
/// JSON text. The app answers `{ messageId, command, data }` or `{ messageId, command, error }`.
struct LinkDialect: Dialect {
  let surface: LinkSurface
  let capabilities: [Capability]
  /// A function that returns the capability for a command that the protocol does not define, or nil if the wallet does
  /// not define it either.
  let ownCapability: @MainActor (String) -> Capability?
  let policy: Policy?

  var name: String { LinkContract.name }

  var pageScripts: [PageScript] { [surface.pageScript] }

  func capability(named name: String) -> Capability? {
    // The name is empty for a message without a command.
    name.isEmpty ? nil : ownCapability(name)
  }

  func decode(_ body: Body, within limits: Limits) -> Incoming {
    var message = body.value ?? .null
    var reason = "the body is not an object with a \"\(LinkContract.Key.messageID)\""
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

  /// Returns whether a reply can use the message's id. Clients send strings, but a reply can repeat a number too.
  /// An id with U+FFFD is not usable: U+FFFD replaces characters that a Swift string cannot hold, so the page would not
  /// recognize the id. The page script has the original id.
  private static func isUsable(_ id: JSONValue) -> Bool {
    switch id {
    case .string(let text): !text.isEmpty && !text.unicodeScalars.contains("\u{FFFD}")
    case .number: true
    case .null, .bool, .array, .object: false
    }
  }

  /// Makes the reply to a request. A message that is too large, too deep or not JSON has no id here, because the app
  /// could not read it. The error then goes to the page script, which has the message and may find the id.
  func encode(_ outcome: Outcome, of request: Request) -> Reply {
    if case .failure(.duplicate) = outcome { return .none }
    var reply = JSONObject()
    reply[LinkContract.Key.messageID] = request.correlation
    // The protocol requires a command in each reply, so the reply to a message without a command has an empty one.
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

extension LinkSurface {
  /// The script that defines the page's side of the protocol.
  package var pageScript: PageScript {
    PageScript(
      PackageResources.link_js, function: "linkSurface", arguments: [.string(LinkContract.name), .string(rawValue)])
  }
}
