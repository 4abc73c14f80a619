import CWebKitGTK

/// Gives one web view the scripts and handlers of its content controller.
///
/// Each web view has a manager of WebKitGTK's own: the engine's message signal does not say which view a message came
/// from, and so it is known.
@MainActor final class UserContentBinding {
  /// The world of the identity agent, which no script of an app or a page shares.
  private static let agentWorld = "causeway.identity"
  private static let agentHandler = "causewayIdentity"
  private static let eventName = "causeway.identity"

  let manager = webkit_user_content_manager_new()!
  let frames = FrameRegistry()
  weak var webView: WKWebView?
  private let controller: WKUserContentController

  init(_ controller: WKUserContentController) {
    self.controller = controller
    webkit_user_content_manager_register_script_message_handler(manager, Self.agentHandler, Self.agentWorld)
    connect(UnsafeMutableRawPointer(manager), "script-message-received::\(Self.agentHandler)", arguments: 1) {
      [weak self] arguments in
      if let value = pointer(arguments[0]), let text = takeString(jsc_value_to_string(value)) {
        self?.frames.receive(text)
      }
      return 0
    }
    for handler in controller.handlers { register(handler) }
    controller.attach(self)
    scriptsDidChange()
  }

  isolated deinit {
    g_object_unref(UnsafeMutableRawPointer(manager))
  }

  // MARK: Scripts

  /// Gives the engine the scripts anew: the identity agent first, then the bootstraps, then the app's.
  func scriptsDidChange() {
    webkit_user_content_manager_remove_all_scripts(manager)
    add(
      call(
        PackageResources.agent_js, "identityAgent", [Self.agentHandler, Self.eventName]),
      world: Self.agentWorld)
    for world in worldsWithHandlers {
      add(bootstrap(for: world), world: world.engineName)
    }
    for script in controller.userScripts {
      add(
        script.source, world: script.world.engineName, mainFrameOnly: script.isForMainFrameOnly,
        atEnd: script.injectionTime == .atDocumentEnd)
    }
  }

  private var worldsWithHandlers: [WKContentWorld] {
    var worlds: [WKContentWorld] = []
    for handler in controller.handlers where !worlds.contains(where: { $0 === handler.world }) {
      worlds.append(handler.world)
    }
    return worlds
  }

  private func bootstrap(for world: WKContentWorld) -> String {
    let names = controller.handlers.filter { $0.world === world }.map(\.name)
    return call(PackageResources.bootstrap_js, "messageBootstrap", [Self.eventName, world.number, names])
  }

  private func add(_ source: String, world: String?, mainFrameOnly: Bool = false, atEnd: Bool = false) {
    let frames = mainFrameOnly ? WEBKIT_USER_CONTENT_INJECT_TOP_FRAME : WEBKIT_USER_CONTENT_INJECT_ALL_FRAMES
    let time = atEnd ? WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_END : WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START
    let script =
      world.map { webkit_user_script_new_for_world(source, frames, time, $0, nil, nil) }
      ?? webkit_user_script_new(source, frames, time, nil, nil)
    webkit_user_content_manager_add_script(manager, script)
    webkit_user_script_unref(script)
  }

  /// A file's function, called with arguments that are written as JSON.
  private func call(_ file: [UInt8], _ function: String, _ arguments: [Any]) -> String {
    let json = (try? JSONSerialization.data(withJSONObject: arguments)) ?? Data("[]".utf8)
    return """
      (() => {
      "use strict";
      \(String(decoding: file, as: UTF8.self))
      \(function)(...\(String(decoding: json, as: UTF8.self)));
      })();
      """
  }

  // MARK: Handlers

  func didAdd(_ handler: WKUserContentController.Handler) {
    register(handler)
    scriptsDidChange()
    // A page that is there already gets the handler too, as on Apple's platforms.
    webView?.evaluate(bootstrap(for: handler.world), in: handler.world) { _ in }
  }

  func didRemove(_ handler: WKUserContentController.Handler) {
    webkit_user_content_manager_unregister_script_message_handler(manager, handler.name, handler.world.engineName)
    scriptsDidChange()
  }

  private func register(_ handler: WKUserContentController.Handler) {
    let name = handler.name
    let world = handler.world
    webkit_user_content_manager_register_script_message_handler_with_reply(manager, name, world.engineName)
    guard connected.insert(name).inserted else { return }
    connect(UnsafeMutableRawPointer(manager), "script-message-with-reply-received::\(name)", arguments: 2) {
      [weak self] arguments in
      guard let value = pointer(arguments[0]), let reply = pointer(arguments[1]) else { return 0 }
      let answer = ScriptMessageReply(reply)
      if let self {
        self.receive(value, name: name, answer)
      } else {
        answer(nil, "The web view is gone.")
      }
      return 1
    }
  }

  /// The names that have a signal handler: a signal knows the name, not the world.
  private var connected: Set<String> = []

  private func receive(_ value: OpaquePointer, name: String, _ reply: ScriptMessageReply) {
    guard let webView, jsc_value_is_string(value) != 0, let text = takeString(jsc_value_to_string(value)),
      let (document, world, written) = frames.sender(of: text), let body = MessageBody.read(written)
    else {
      return reply(nil, "The message is from an unknown frame.")
    }
    guard let handler = controller.handlers.first(where: { $0.name == name && $0.world.number == world }) else {
      return reply(nil, "The message handler was removed.")
    }
    let message = WKScriptMessage(
      body: body, webView: webView, frameInfo: WKFrameInfo(document, webView: webView), name: name,
      world: handler.world)
    switch handler.kind {
    case .plain(let handler):
      reply(nil, nil)
      handler.userContentController(controller, didReceive: message)
    case .withReply(let handler):
      handler.userContentController(controller, didReceive: message) { [weak frames] value, error in
        // Scripts of a page that was left still run when a promise of theirs is settled; the answer is not for them.
        if frames?.isAlive(document) == true {
          reply(value, error)
        } else {
          reply(nil, "The page that posted this message is gone.")
        }
      }
    }
  }
}
