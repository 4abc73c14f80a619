/// The scripts and message handlers that an app gives to pages, shared by all web views on one configuration.
///
/// It keeps its handlers, as Apple's does: an app that must not be kept registers an object in between.
@MainActor open class WKUserContentController: NSObject {
  /// A handler of one name in one world.
  struct Handler {
    enum Kind {
      case plain(any WKScriptMessageHandler)
      case withReply(any WKScriptMessageHandlerWithReply)
    }
    let name: String
    let world: WKContentWorld
    let kind: Kind
  }

  /// The user scripts, in the order in which they run.
  public private(set) var userScripts: [WKUserScript] = []
  private(set) var handlers: [Handler] = []
  private var bindings: [WeakBinding] = []

  private struct WeakBinding {
    weak var binding: UserContentBinding?
  }

  // MARK: Scripts

  /// Adds a script for the pages that load from now on.
  open func addUserScript(_ userScript: WKUserScript) {
    userScripts.append(userScript)
    update { $0.scriptsDidChange() }
  }

  /// Removes all user scripts.
  open func removeAllUserScripts() {
    userScripts = []
    update { $0.scriptsDidChange() }
  }

  // MARK: Handlers

  /// Adds a handler in the page's world: `window.webkit.messageHandlers[name].postMessage(message)`.
  open func add(_ scriptMessageHandler: any WKScriptMessageHandler, name: String) {
    add(scriptMessageHandler, contentWorld: .page, name: name)
  }

  /// Adds a handler in a content world. A name that is taken there is a programmer's mistake.
  open func add(_ scriptMessageHandler: any WKScriptMessageHandler, contentWorld world: WKContentWorld, name: String) {
    add(Handler(name: name, world: world, kind: .plain(scriptMessageHandler)))
  }

  /// Adds a handler that answers.
  open func addScriptMessageHandler(
    _ scriptMessageHandlerWithReply: any WKScriptMessageHandlerWithReply, contentWorld: WKContentWorld, name: String
  ) {
    add(Handler(name: name, world: contentWorld, kind: .withReply(scriptMessageHandlerWithReply)))
  }

  private func add(_ handler: Handler) {
    precondition(
      !handlers.contains { $0.name == handler.name && $0.world === handler.world },
      "A script message handler named \"\(handler.name)\" exists in this content world already.")
    handlers.append(handler)
    update { $0.didAdd(handler) }
  }

  /// Removes the handler of a name from the page's world.
  open func removeScriptMessageHandler(forName name: String) {
    removeScriptMessageHandler(forName: name, contentWorld: .page)
  }

  /// Removes the handler of a name from a content world.
  open func removeScriptMessageHandler(forName name: String, contentWorld: WKContentWorld) {
    remove { $0.name == name && $0.world === contentWorld }
  }

  /// Removes all handlers from a content world.
  open func removeAllScriptMessageHandlers(from contentWorld: WKContentWorld) {
    remove { $0.world === contentWorld }
  }

  /// Removes all handlers.
  open func removeAllScriptMessageHandlers() {
    remove { _ in true }
  }

  private func remove(where isRemoved: (Handler) -> Bool) {
    let removed = handlers.filter(isRemoved)
    handlers.removeAll(where: isRemoved)
    for handler in removed { update { $0.didRemove(handler) } }
  }

  // MARK: Web views

  func attach(_ binding: UserContentBinding) {
    bindings.append(WeakBinding(binding: binding))
  }

  private func update(_ change: (UserContentBinding) -> Void) {
    bindings.removeAll { $0.binding == nil }
    for weak in bindings {
      if let binding = weak.binding { change(binding) }
    }
  }
}
