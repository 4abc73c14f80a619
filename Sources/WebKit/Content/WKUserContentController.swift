/// The scripts and message handlers that an app gives to pages, shared by all web views on one configuration.
///
/// What is added takes effect in web views that exist already: a script from the next document on, a handler at once
/// where the document has `window.webkit`, which WebKit gives it when it begins with at least one handler.
/// The controller retains its handlers, as Apple's does.
@preconcurrency @MainActor
open class WKUserContentController: NSObject {
  /// The user scripts, in the order in which they run.
  open private(set) var userScripts: [WKUserScript] = []

  private(set) var contentRuleLists: [WKContentRuleList] = []
  private(set) var handlers: [RegisteredHandler] = []
  private var bindings = WeakList<UserContentBinding>()

  /// A controller without scripts and handlers.
  public override init() {}

  // MARK: Scripts

  /// Adds a script for the documents that begin from now on.
  open func addUserScript(_ userScript: WKUserScript) {
    userScripts.append(userScript)
    for binding in bindings { binding.didAdd(userScript) }
  }

  /// Removes all user scripts.
  open func removeAllUserScripts() {
    userScripts = []
    for binding in bindings { binding.scriptsDidChange() }
  }

  // MARK: Content rules

  /// Puts a list of content rules in force, in place of one with the same identifier.
  open func add(_ contentRuleList: WKContentRuleList) {
    contentRuleLists.removeAll { $0.identifier == contentRuleList.identifier }
    contentRuleLists.append(contentRuleList)
    for binding in bindings { binding.didAdd(contentRuleList) }
  }

  /// Puts a list of content rules out of force.
  open func remove(_ contentRuleList: WKContentRuleList) {
    contentRuleLists.removeAll { $0.identifier == contentRuleList.identifier }
    for binding in bindings { binding.didRemove(contentRuleList) }
  }

  /// Puts all lists of content rules out of force.
  open func removeAllContentRuleLists() {
    for list in contentRuleLists { remove(list) }
  }

  // MARK: Adding handlers

  /// Adds a handler to the page's world: `window.webkit.messageHandlers[name].postMessage(body)`.
  open func add(_ scriptMessageHandler: any WKScriptMessageHandler, name: String) {
    add(scriptMessageHandler, contentWorld: .page, name: name)
  }

  /// Adds a handler to a content world. As on Apple's platforms, a name that is taken there stops the program.
  open func add(_ scriptMessageHandler: any WKScriptMessageHandler, contentWorld world: WKContentWorld, name: String) {
    add(RegisteredHandler(name: name, world: world, kind: .plain(scriptMessageHandler)))
  }

  /// Adds a handler that answers. As on Apple's platforms, a name that is taken in the world stops the program.
  open func addScriptMessageHandler(
    _ scriptMessageHandlerWithReply: any WKScriptMessageHandlerWithReply, contentWorld: WKContentWorld, name: String
  ) {
    add(RegisteredHandler(name: name, world: contentWorld, kind: .withReply(scriptMessageHandlerWithReply)))
  }

  private func add(_ handler: RegisteredHandler) {
    precondition(
      self.handler(name: handler.name, world: handler.world) == nil,
      "A script message handler named \"\(handler.name)\" exists in this content world already")
    precondition(
      ![PageSource.agentHandlerName, PageSource.handlerName].contains(handler.name),
      "The name \"\(handler.name)\" is WebKit's own on Linux")
    handlers.append(handler)
    for binding in bindings { binding.didAdd(handler) }
  }

  // MARK: Removing handlers

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

  private func remove(where isRemoved: (RegisteredHandler) -> Bool) {
    let removed = handlers.filter(isRemoved)
    handlers.removeAll(where: isRemoved)
    for handler in removed {
      for binding in bindings { binding.didRemove(handler) }
    }
  }

  // MARK: Web views

  /// The handler of a name in a world.
  func handler(name: String, world: WKContentWorld) -> RegisteredHandler? {
    handlers.first { $0.name == name && $0.world === world }
  }

  /// Tells a web view's binding of every change from now on; it is not kept alive.
  func attach(_ binding: UserContentBinding) {
    bindings.add(binding)
  }
}
