/// The scripts and message handlers that an app gives to pages. All web views with one configuration share the
/// controller.
///
/// Additions also take effect in existing web views. A script applies to the documents that begin later. A handler
/// applies at once in each document that has `window.webkit`. A document gets that object only if at least one handler
/// exists when the document begins. The controller retains its handlers, as Apple's controller does.
@preconcurrency @MainActor
open class WKUserContentController: NSObject {
  /// The user scripts, in the order in which they run.
  open private(set) var userScripts: [WKUserScript] = []

  private(set) var contentRuleLists: [WKContentRuleList] = []
  private(set) var handlers: [RegisteredHandler] = []
  private var bindings = WeakList<UserContentBinding>()

  /// Creates a controller without scripts and handlers.
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

  /// Puts a list of content rules into effect. The list replaces a list with the same identifier.
  open func add(_ contentRuleList: WKContentRuleList) {
    contentRuleLists.removeAll { $0.identifier == contentRuleList.identifier }
    contentRuleLists.append(contentRuleList)
    for binding in bindings { binding.didAdd(contentRuleList) }
  }

  /// Takes a list of content rules out of effect.
  open func remove(_ contentRuleList: WKContentRuleList) {
    contentRuleLists.removeAll { $0.identifier == contentRuleList.identifier }
    for binding in bindings { binding.didRemove(contentRuleList) }
  }

  /// Takes all lists of content rules out of effect.
  open func removeAllContentRuleLists() {
    for list in contentRuleLists { remove(list) }
  }

  // MARK: Adding handlers

  /// Adds a handler to the page's world: `window.webkit.messageHandlers[name].postMessage(body)`.
  open func add(_ scriptMessageHandler: any WKScriptMessageHandler, name: String) {
    add(scriptMessageHandler, contentWorld: .page, name: name)
  }

  /// Adds a handler to a content world. As on Apple's platforms, the program stops if the world already has a handler
  /// with the name.
  open func add(_ scriptMessageHandler: any WKScriptMessageHandler, contentWorld world: WKContentWorld, name: String) {
    add(RegisteredHandler(name: name, world: world, kind: .plain(scriptMessageHandler)))
  }

  /// Adds a handler that replies to messages. As on Apple's platforms, the program stops if the world already has a
  /// handler with the name.
  open func addScriptMessageHandler(
    _ scriptMessageHandlerWithReply: any WKScriptMessageHandlerWithReply, contentWorld: WKContentWorld, name: String
  ) {
    add(RegisteredHandler(name: name, world: contentWorld, kind: .withReply(scriptMessageHandlerWithReply)))
  }

  private func add(_ handler: RegisteredHandler) {
    precondition(
      self.handler(name: handler.name, world: handler.world) == nil,
      "The content world already has a script message handler named \"\(handler.name)\"; remove that handler first")
    precondition(
      ![PageSource.agentHandlerName, PageSource.handlerName].contains(handler.name),
      "This module reserves the handler name \"\(handler.name)\"; choose another name")
    handlers.append(handler)
    for binding in bindings { binding.didAdd(handler) }
  }

  // MARK: Removing handlers

  /// Removes the handler with a name from the page's world.
  open func removeScriptMessageHandler(forName name: String) {
    removeScriptMessageHandler(forName: name, contentWorld: .page)
  }

  /// Removes the handler with a name from a content world.
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

  /// Returns the handler with a name in a world.
  func handler(name: String, world: WKContentWorld) -> RegisteredHandler? {
    handlers.first { $0.name == name && $0.world === world }
  }

  /// Notifies a web view's binding of every change from now on. Does not retain the binding.
  func attach(_ binding: UserContentBinding) {
    bindings.add(binding)
  }
}

/// A message handler with its name and its script world.
@MainActor
struct RegisteredHandler {
  /// The two kinds of handlers: one only receives messages, and the other also answers them.
  enum Kind {
    case plain(any WKScriptMessageHandler)
    case withReply(any WKScriptMessageHandlerWithReply)
  }

  let name: String
  let world: WKContentWorld
  let kind: Kind
}
