import CWebKitGTK

/// Gives a web view, and those of the windows that its pages open, the scripts and handlers of their content controller.
///
/// Other web views have a manager of WebKitGTK's own each, whatever they share. The engine's message signal does not say
/// which view a message is from; among those with one manager, ``ViewProof`` tells.
@MainActor
final class UserContentBinding {
  /// WebKitGTK's manager, for the web view to be made with.
  let manager = GObjectReference(owning: webkit_user_content_manager_new())
  /// The documents of the web views.
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

  /// Adds a web view, as soon as it can be.
  func add(_ webView: WKWebView) {
    webViews.add(webView)
    guard !frames.add(webView) else { return }
    // From now on documents prove where they are before their page runs.
    scriptsDidChange()
  }

  // MARK: Scripts

  /// Gives the engine all scripts anew: the identity agent, the bootstraps of the worlds with handlers, the app's.
  func scriptsDidChange() {
    webkit_user_content_manager_remove_all_scripts(engine)
    for (source, engineWorld) in ownScripts { add(source, engineWorld: engineWorld) }
    for script in controller.userScripts { didAdd(script) }
  }

  /// The identity agent and the bootstraps of the worlds with handlers, with their worlds as the engine calls them, in the
  /// order in which documents run them.
  var ownScripts: [(source: String, engineWorld: String?)] {
    let worlds = worldsWithHandlers
    return [(PageSource.agent(worlds: worlds, isShared: frames.isShared), PageSource.agentWorld)]
      + worlds.map { (PageSource.bootstrap(world: $0), $0.engineName) }
  }

  /// Gives the engine one more script of the app.
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

  /// A list of content rules was put in force.
  func didAdd(_ list: WKContentRuleList) {
    webkit_user_content_manager_add_filter(engine, list.engine)
  }

  /// A list of content rules was put out of force.
  func didRemove(_ list: WKContentRuleList) {
    webkit_user_content_manager_remove_filter(engine, list.engine)
  }

  private var worldsWithHandlers: [WKContentWorld] {
    controller.handlers.reduce(into: []) { worlds, handler in
      if !worlds.contains(handler.world) { worlds.append(handler.world) }
    }
  }

  // MARK: Handlers

  /// A handler was added to the controller.
  func didAdd(_ handler: RegisteredHandler) {
    let isFirst = controller.handlers.filter { $0.world === handler.world }.count == 1
    register(handler)
    guard isFirst else { return }
    scriptsDidChange()
    // The documents that are there already have no bootstrap in this world.
    for webView in webViews {
      guard let token = frames.addToken(in: handler.world, of: webView) else { continue }
      webView.evaluate(PageSource.bootstrap(world: handler.world, token: token), in: handler.world) { _ in }
    }
  }

  /// A handler was removed from the controller.
  func didRemove(_ handler: RegisteredHandler) {
    webkit_user_content_manager_unregister_script_message_handler(engine, handler.name, handler.world.engineName)
    if !controller.handlers.contains(where: { $0.name == handler.name }) { signals[handler.name] = nil }
    // Our own handler stays in the world: documents that are there keep it, and could not take another one.
    if !controller.handlers.contains(where: { $0.world === handler.world }) { scriptsDidChange() }
  }

  private func register(_ handler: RegisteredHandler) {
    let world = handler.world.engineName
    webkit_user_content_manager_register_script_message_handler_with_reply(engine, handler.name, world)
    // Registering it again in a world that has it does nothing.
    webkit_user_content_manager_register_script_message_handler_with_reply(engine, PageSource.handlerName, world)
    // A signal knows the name, not the world.
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
      guard let self else { return reply.settle(nil, "The web view is gone.") }
      self.receive(value, name: name, reply)
    }
  }

  private var engine: OpaquePointer {
    GLibPump.shared.wake()
    return manager.opaque
  }
}
