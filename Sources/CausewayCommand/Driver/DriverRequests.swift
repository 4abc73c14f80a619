#if os(Linux)
import Causeway
import CausewayDriver
import CausewayJSON
import CausewayTool
import Foundation
import OnsideKit
import WebKit

/// Answers the requests of the driver about a page and its app.
@MainActor final class DriverRequests {
  private let session: PageSession
  private let inspection: DriverInspection
  /// The host through which the engine's driver controls the page. It is retained until the process ends.
  private let host: AutomationHost
  /// The web view holds its delegate weakly.
  private let windows: RefusedWindows
  private let link: DriverLink
  private let settling: InputSettling
  /// The time for which a client waits for a prompt if it names none, in milliseconds.
  private static let promptTimeout = 5_000
  /// The requests that are not answered yet, by their ids.
  private var tasks: [JSONValue: Task<Void, Never>] = [:]
  /// The number of loads of the main frame that had begun before the last input.
  private var loadsBeforeInput = 0
  /// Nil if the session has no store.
  private let shop: DriverStore?

  init(
    _ session: PageSession, _ inspection: DriverInspection, _ host: AutomationHost, _ settling: InputSettling,
    _ windows: RefusedWindows, _ link: DriverLink
  ) {
    self.session = session
    self.inspection = inspection
    self.host = host
    self.windows = windows
    self.link = link
    self.settling = settling
    shop = session.app.part(OnsideSimulation.self).map { DriverStore($0.shop.store) }
  }

  /// Answers or cancels a request. Several requests may wait at once.
  func answer(_ line: JSONValue) {
    if let id = line["cancel"] {
      tasks[id]?.cancel()
      return
    }
    let id = line["id"] ?? .null
    guard let command = line["command"]?.stringValue.flatMap(AppRequest.init(rawValue:)) else { return }
    tasks[id] = Task {
      defer { tasks[id] = nil }
      do throws(WebDriverError) {
        let value = try await answer(command, line["parameters"]?.objectValue ?? [:])
        link.send(["id": id, "result": value])
      } catch {
        link.send(["id": id, "error": .string(error.code.rawValue), "message": .string(error.message)])
      }
    }
  }

  private func answer(_ command: AppRequest, _ parameters: JSONObject) async throws(WebDriverError) -> JSONValue {
    switch command {
    case .beginInput:
      settling.begin()
      loadsBeforeInput = session.startedLoads
      return .null
    case .settle:
      await settling.wait(
        reports: try parameters.integer("reports", in: 0...1e9) ?? 0,
        frames: try parameters.integer("frames", in: 0...1e9) ?? 0)
      return ["wasPressed": .bool(settling.wasPressed), "hasDialog": .bool(settling.hasDialog)]
    case .awaitLoad:
      let timeout = try parameters.integer("timeout", in: 0...1e15) ?? 0
      let isLoaded = await settling.waitForLoad(within: .milliseconds(timeout))
      return [
        "isLoaded": .bool(isLoaded), "isReplaced": .bool(session.startedLoads > loadsBeforeInput),
        "hasDialog": .bool(settling.hasDialog),
      ]
    case .beginNavigation:
      session.navigationFailure = nil
      return .null
    case .navigationFailure:
      return session.reasonOfFailure(at: try parameters.text("url")).map { .string($0) } ?? .null
    case .automationSession: return host.sessionID.map { .string($0) } ?? .null
    case .loadFailure: return session.loadFailure.map { .string($0) } ?? .null
    case .messages:
      return inspection.messages.after(try since(parameters), as: "messages", \.json)
    case .console:
      return inspection.console.after(try since(parameters), as: "lines") { line in
        var object: JSONObject = [
          "level": .string(line.level), "text": .string(line.text), "isMainFrame": .bool(line.isMainFrame),
        ]
        if line.isProblem { object["isProblem"] = true }
        return .object(object)
      }
    case .profile:
      try await apply(parameters)
      return .null
    case .prompts: return .array(inspection.prompts.waiting.map(\.json))
    case .awaitPrompt: return try await prompt(parameters)
    case .event: return try send(parameters)
    case .orders: return try await store().orders()
    case .refund: return try await store().refund(parameters)
    case .clock: return try await store().moveClock(parameters)
    case .failures:
      try await store().fail(parameters)
      return .null
    }
  }

  private func since(_ parameters: JSONObject) throws(WebDriverError) -> Int {
    try parameters.integer("since", in: 0...1e15) ?? 0
  }

  private func apply(_ parameters: JSONObject) async throws(WebDriverError) {
    guard let value = parameters["profile"] else { throw .invalidArgument("profile: it is missing") }
    do {
      let profile = try Profile(driver: value)
      try await session.app.apply(profile)
      inspection.prompts.standing = profile.answer
    } catch {
      throw .invalidArgument("profile: \(error)")
    }
  }

  // MARK: Prompts

  private func prompt(_ parameters: JSONObject) async throws(WebDriverError) -> JSONValue {
    let (id, title) = (try parameters.text("id"), try parameters.text("title"))
    let kind = try parameters.choice("kind", among: DriverPrompts.Kind.allCases)
    let `protocol` = try parameters.choice("protocol", among: BridgeProtocol.allCases)
    let milliseconds = try parameters.integer("timeout", in: 0...3_600_000) ?? Self.promptTimeout
    let found = await inspection.prompts.next(within: .milliseconds(milliseconds)) { prompt in
      (id ?? prompt.id) == prompt.id && (kind ?? prompt.question.kind) == prompt.question.kind
        && (`protocol` ?? prompt.question.protocol) == prompt.question.protocol
        && title.map(prompt.question.title.contains) ?? true
    }
    guard let found, !Task.isCancelled else {
      let waiting = inspection.prompts.waiting.map { "\($0.question.kind.rawValue) \"\($0.question.title)\"" }
      let rest = waiting.isEmpty ? "no prompt waits" : "these wait: \(waiting.joined(separator: ", "))"
      let advice = inspection.prompts.standing == .ask ? "" : "; with the profile's \"answer\": \"ask\", prompts wait"
      throw WebDriverError(.timeout, "no such prompt appeared within \(milliseconds) ms; \(rest)\(advice)")
    }
    let json = found.json
    if let answer = try answer(parameters, to: found), !found.settle(answer) {
      throw .invalidArgument("prompt \(found.id): it was answered already, or the page has withdrawn its request")
    }
    return json
  }

  private func answer(
    _ parameters: JSONObject, to prompt: DriverPrompts.Waiting
  ) throws(WebDriverError) -> DriverPrompts.Answer? {
    let picture = try parameters.text("picture")
    let email = try parameters.text("email")
    guard picture == nil || prompt.question.kind == .picture else {
      throw .invalidArgument(
        "picture: the prompt \"\(prompt.question.title)\" does not ask for a picture; leave picture out")
    }
    guard email == nil || prompt.question.kind == .login else {
      throw .invalidArgument("email: the prompt \"\(prompt.question.title)\" is not a login; leave email out")
    }
    enum Word: String, CaseIterable { case approve, decline, fail }
    switch try parameters.choice("answer", among: Word.allCases) {
    case nil: return nil
    case .approve?:
      do {
        return .approve(
          picture: try picture.map { try PictureFile(contentsOf: URL(fileURLWithPath: $0)) }, email: email)
      } catch {
        throw .invalidArgument("picture: \(error)")
      }
    case .decline?: return .decline
    case .fail?:
      guard [.payment, .paymentMethods].contains(prompt.question.kind) else {
        throw .invalidArgument("answer: only a payment sheet or the payment methods can fail; approve or decline")
      }
      return .fail
    }
  }

  // MARK: Events

  private func send(_ parameters: JSONObject) throws(WebDriverError) -> JSONValue {
    guard let bridge = inspection.bridge else { throw WebDriverError(.unknownError, "the page has no bridge") }
    guard let name = try parameters.text("name") else { throw .invalidArgument("name: it is missing") }
    let dialects = bridge.installedDialects.filter { $0.encode(event: "event", data: nil) != nil }.map(\.name)
    let named = try parameters.text("protocol")
    guard let dialect = named ?? (dialects.count == 1 ? dialects[0] : nil), dialects.contains(dialect) else {
      throw .invalidArgument(
        dialects.isEmpty
          ? "protocol: none of the session's protocols has events of the app"
          : "protocol: it must be one of \(dialects.joined(separator: ", "))")
    }
    let pages = bridge.frames.filter(\.isMainFrame).compactMap { bridge.conversation(with: $0.document) }
    do {
      for page in pages { try page.send(event: name, data: parameters["data"], in: dialect) }
    } catch {
      throw WebDriverError(.unknownError, "the event could not be sent: \(error)")
    }
    return ["pages": .number(Double(pages.count))]
  }

  private func store() throws(WebDriverError) -> DriverStore {
    guard let shop else {
      throw .unsupported("the session has no store; name a catalog, or a store and an app, in causeway:options")
    }
    return shop
  }
}
#endif
