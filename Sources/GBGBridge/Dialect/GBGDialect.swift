import Causeway
import CausewayJSON
import Foundation

/// The protocol in the form that the engine uses. The dialect itself has no state; the state is in ``BridgeHost``.
struct GBGDialect: Dialect {
  let surface: GBGSurface
  private let attachment: BridgeAttachment
  private var host: BridgeHost? { attachment.host }

  init(surface: GBGSurface, attachment: BridgeAttachment) {
    self.surface = surface
    self.attachment = attachment
  }

  var name: String { GBGContract.name }

  var pageScripts: [PageScript] { [surface.pageScript] }

  /// Returns a capability for every action. The host finds the handler when a request arrives, because an app can add
  /// and replace handlers while a page is open.
  func capability(named action: String) -> Capability? {
    guard let host else { return nil }
    let isPersonal = action != GBGContract.Action.capabilityQuery
    return Capability(
      action, policy: host.configuration.policy, deadline: .never, sensitivity: isPersonal ? .result : [],
      responding: { [weak host] json, call, responder in
        guard let host else { throw Failure.unknownCapability(action) }
        host.receive(try BridgeMessage(json), from: call.frame, on: attachment, responder: responder)
      })
  }

  // MARK: From the page

  /// Reads a body, which is an object or a string with the JSON text of an object.
  func decode(_ body: Body, within limits: Limits) -> Incoming {
    let json: JSONValue
    switch body {
    case .undefined: return .malformed(Request(capability: ""), reason: "the body is undefined")
    case .unreadable(let reason): return .malformed(Request(capability: ""), reason: reason)
    case .value(.string(let text)):
      do {
        json = try JSONValue(parsing: text, limits: JSONLimits(maximumDepth: limits.messageDepth))
      } catch {
        var request = salvage(text[...])
        request.parameters = .string(text)
        return .malformed(request, reason: "the body is not JSON: \(error)")
      }
    case .value(let value): json = value
    }
    do {
      let message = try BridgeMessage(json)
      let action = message.payload.action
      guard message.type == .request else { return .event(name: action, data: json) }
      return .request(
        Request(capability: action, parameters: json, correlation: .string(message.correlationId)))
    } catch {
      let correlation = BridgeMessage.correlation { json[$0]?.stringValue }
      let action = json[GBGContract.Key.payload]?[GBGContract.Key.action]?.stringValue ?? ""
      return .malformed(
        Request(capability: action, parameters: json, correlation: correlation), reason: error.reason)
    }
  }

  func salvage(_ beginning: Substring) -> Request {
    let prefix = JSONPrefix(beginning)
    return Request(capability: "", correlation: BridgeMessage.correlation { prefix[$0] })
  }

  // MARK: To the page

  func encode(_ outcome: Outcome, of request: Request) -> Reply {
    let answer: BridgeAnswer
    switch outcome {
    case .success(let data): answer = BridgeAnswer(status: .success, data: data?.objectValue)
    case .failure(let failure):
      guard let refusal = BridgeAnswer(failure) else { return .none }
      answer = refusal
    }
    return response(answer, to: request).map(Reply.message) ?? .none
  }

  func encode(progress: JSONValue, of request: Request) -> JSONValue? {
    response(BridgeAnswer(status: .acknowledged, data: progress.objectValue), to: request)
  }

  func encode(event name: String, data: JSONValue?) -> JSONValue? {
    let id = "\(surface.rawValue)-event-\(UUID().uuidString.lowercased())"
    return envelope(.event, id, .object([GBGContract.Key.action: .string(name), GBGContract.Key.data: data ?? [:]]))
  }

  private func response(_ answer: BridgeAnswer, to request: Request) -> JSONValue? {
    guard let id = request.correlation?.stringValue else { return nil }
    return envelope(.response, id, answer.payload(of: request.capability))
  }

  /// Returns a message of the host, wrapped in an object for the page script. The page script passes the message to the
  /// page unchanged.
  private func envelope(_ type: BridgeMessageType, _ correlationId: String, _ payload: JSONValue) -> JSONValue {
    let message: JSONObject = [
      GBGContract.Key.version: .string(GBGContract.version), GBGContract.Key.type: .string(type.rawValue),
      GBGContract.Key.correlationId: .string(correlationId),
      GBGContract.Key.timestamp: .number((Date().timeIntervalSince1970 * 1000).rounded()),
      GBGContract.Key.payload: payload,
    ]
    return ["message": .object(message)]
  }

  // MARK: Failures

  func requestDidFail(_ request: Request, with failure: Failure, in frame: Frame) {
    host?.requestDidFail(request, with: failure, in: frame)
  }

  /// Reports an exception of the page, but not of a frame that the policy refuses. Otherwise such a frame could put
  /// text into ``BridgeHost/lastError``.
  func pageDidThrow(_ description: String, in frame: Frame) {
    guard let host, host.configuration.policy.refusal(of: frame) == nil else { return }
    host.pageDidThrow(description)
  }
}

extension GBGSurface {
  /// The script that defines the page's side of the protocol.
  package var pageScript: PageScript {
    PageScript(
      PackageResources.gbg_js, function: "gbgSurface",
      arguments: [
        .string(GBGContract.name), .string(rawValue), .string(GBGContract.handlerName), .string(GBGContract.globalName),
      ])
  }
}
