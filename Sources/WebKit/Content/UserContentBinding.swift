import CWebKitGTK

/// The scripts and handlers of a content controller, as installed in one web view and in the web views of the windows
/// that its pages open.
///
/// All other web views have a separate WebKitGTK manager each, even if they share a controller. The engine's message
/// signal does not say which web view sent a message; among the web views with one manager, ``ViewProof`` identifies
/// the sender.
@MainActor
final class UserContentBinding {
  /// WebKitGTK's manager, with which the web view is made.
  let manager = GObjectReference(owning: webkit_user_content_manager_new())
  /// The documents of the web views, and the tokens that identify them.
  let frames = FrameRegistry()

  private var webViews = WeakList<WKWebView>()

  let controller: WKUserContentController
  private var ownSignals: [SignalConnection] = []
  private var signals: [String: SignalConnection] = [:]

  init(_ controller: WKUserContentController) {
    self.controller = controller
    listenToOwnScripts()
    for handler in controller.handlers { register(handler) }
    for list in controller.contentRuleLists { didAdd(list) }
    scriptsDidChange()
    controller.attach(self)
  }

  /// Adds a web view. Must be called before the web view loads a document.
  func add(_ webView: WKWebView) {
    webViews.add(webView)
    guard !frames.add(webView) else { return }
    // With a second web view, each new document must prove which web view it is in before its page's scripts run.
    scriptsDidChange()
  }

  // MARK: Scripts

  /// Replaces all scripts in the engine: the identity agent, the bootstraps of the worlds with handlers, and the app's
  /// scripts.
  func scriptsDidChange() {
    webkit_user_content_manager_remove_all_scripts(engine)
    for (source, engineWorld) in ownScripts { add(source, engineWorld: engineWorld) }
    for script in controller.userScripts { didAdd(script) }
  }

  /// The identity agent and the bootstraps of the worlds with handlers, each with the engine's name for its world, in
  /// the order in which documents run them.
  var ownScripts: [(source: String, engineWorld: String?)] {
    let worlds = worldsWithHandlers
    return [(PageSource.agent(worlds: worlds, isShared: frames.isShared), PageSource.agentWorld)]
      + worlds.map { (PageSource.bootstrap(world: $0), $0.engineName) }
  }

  /// Adds one more script of the app to the engine.
  func didAdd(_ script: WKUserScript) {
    add(
      script.source, engineWorld: script.world.engineName,
      frames: script.isForMainFrameOnly ? WEBKIT_USER_CONTENT_INJECT_TOP_FRAME : WEBKIT_USER_CONTENT_INJECT_ALL_FRAMES,
      time: script.injectionTime == .atDocumentEnd
        ? WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_END : WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START)
  }

  private func add(
    _ source: String, engineWorld: String?,
    frames: WebKitUserContentInjectedFrames = WEBKIT_USER_CONTENT_INJECT_ALL_FRAMES,
    time: WebKitUserScriptInjectionTime = WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START
  ) {
    let script =
      engineWorld.map { webkit_user_script_new_for_world(source, frames, time, $0, nil, nil) }
      ?? webkit_user_script_new(source, frames, time, nil, nil)
    webkit_user_content_manager_add_script(engine, script)
    webkit_user_script_unref(script)
  }

  // MARK: Content rules

  /// Puts a list of content rules into effect in the engine.
  func didAdd(_ list: WKContentRuleList) {
    webkit_user_content_manager_add_filter(engine, list.engine)
  }

  /// Takes a list of content rules out of effect in the engine.
  func didRemove(_ list: WKContentRuleList) {
    webkit_user_content_manager_remove_filter(engine, list.engine)
  }

  private var worldsWithHandlers: [WKContentWorld] {
    controller.handlers.reduce(into: []) { worlds, handler in
      if !worlds.contains(handler.world) { worlds.append(handler.world) }
    }
  }

  // MARK: Handlers

  /// Registers a handler that was added to the controller.
  func didAdd(_ handler: RegisteredHandler) {
    let isFirst = controller.handlers.filter { $0.world === handler.world }.count == 1
    register(handler)
    guard isFirst else { return }
    scriptsDidChange()
    // Documents that already exist have no bootstrap in this world, so run the bootstrap in them now.
    for webView in webViews {
      guard let token = frames.addToken(in: handler.world, of: webView) else { continue }
      webView.scripts.evaluate(PageSource.bootstrap(world: handler.world, token: token), in: handler.world) { _ in }
    }
  }

  /// Unregisters a handler that was removed from the controller.
  func didRemove(_ handler: RegisteredHandler) {
    webkit_user_content_manager_unregister_script_message_handler(engine, handler.name, handler.world.engineName)
    if !controller.handlers.contains(where: { $0.name == handler.name }) { signals[handler.name] = nil }
    // This module's own handler stays in the world, because existing documents use it and could not use a new handler.
    if !controller.handlers.contains(where: { $0.world === handler.world }) { scriptsDidChange() }
  }

  private func register(_ handler: RegisteredHandler) {
    let world = handler.world.engineName
    webkit_user_content_manager_register_script_message_handler_with_reply(engine, handler.name, world)
    // No check is needed, because registering this handler a second time in a world has no effect.
    webkit_user_content_manager_register_script_message_handler_with_reply(engine, PageSource.handlerName, world)
    // The engine's signal names the handler, but not its world. Therefore one connection serves all worlds.
    if signals[handler.name] == nil { signals[handler.name] = connect(name: handler.name) }
  }

  // MARK: Signals

  private func listenToOwnScripts() {
    webkit_user_content_manager_register_script_message_handler_with_reply(
      engine, PageSource.agentHandlerName, PageSource.agentWorld)
    ownSignals = [
      MessageSignal.connectWithReply(manager, name: PageSource.agentHandlerName) { [weak self] value, reply in
        let reply = ScriptMessageReply(reply)
        reply.settle(self?.frames.receive(value) == .needsProof, nil)
      },
      MessageSignal.connectWithReply(manager, name: PageSource.handlerName) { [weak self] value, reply in
        let reply = ScriptMessageReply(reply)
        self?.receiveChannelMessage(value, reply)
      },
    ]
  }

  private func connect(name: String) -> SignalConnection {
    MessageSignal.connectWithReply(manager, name: name) { [weak self] value, reply in
      let reply = ScriptMessageReply(reply)
      guard let self else { return reply.settle(nil, "The web view was released.") }
      self.receive(value, name: name, reply)
    }
  }

  private var engine: OpaquePointer {
    GLibPump.shared.wake()
    return manager.opaque
  }
}
