/// The engine between pages and the app: it knows the dialects, who may use what, and every open call.
///
/// An app makes one bridge, installs its dialects and hands it to a host. Each document that the host shows becomes
/// a ``Conversation``, which keeps the bridge alive. A bridge lives on the main actor, as web views do.
@MainActor public final class Bridge {
  /// What the bridge takes from one document.
  public let limits: Limits

  let timeline: Timeline
  private(set) var dialects: [String: InstalledDialect] = [:]
  private var order: [String] = []
  /// Weak: a conversation belongs to its channel, and keeps the bridge.
  private var conversations: [DocumentID: WeakConversation] = [:]
  private var observers: [Int: (BridgeObservation) -> Void] = [:]
  private var latestObserver = 0
  private let developerLog = BridgeLog()
  /// Whether a host has asked for the page's side of the dialects.
  private var isAttached = false
  private lazy var timer = DeadlineTimer(timeline: timeline) { [weak self] now in self?.expire(at: now) }

  /// A bridge without dialects.
  /// - Parameters:
  ///   - limits: what it takes from one document.
  ///   - clock: what deadlines are measured on.
  public init(limits: Limits = .standard, clock: some Clock<Duration> = ContinuousClock()) {
    self.limits = limits
    timeline = Timeline(clock)
  }

  /// A dialect with its capabilities by name.
  struct InstalledDialect {
    let dialect: any Dialect
    let capabilities: [String: Capability]

    /// The capability that a frame's requests of a name ask for. For a frame that is refused no name is looked up.
    @MainActor func capability(named name: String, for frame: Frame) -> Capability? {
      capabilities[name] ?? (dialect.policy?.refusal(of: frame) == nil ? dialect.capability(named: name) : nil)
    }

    /// Why a frame is not served; nil if it is.
    @MainActor func refusal(of frame: Frame, by capability: Capability?) -> Policy.Refusal? {
      dialect.policy?.refusal(of: frame) ?? capability?.policy.refusal(of: frame)
    }
  }

  /// Adds a dialect. A second one of the same name takes the first one's place, for open documents too.
  ///
  /// The page's side of a dialect is in ``documentScript(transport:)``: a dialect of a new name that is installed after a
  /// host asked for that is a mistake, and so are two capabilities of one name. A debug build stops there; in a release
  /// build the dialect is not in pages that have their script already, the later capability is used, and
  /// ``log`` is told.
  public func install(_ dialect: some Dialect) {
    if dialects[dialect.name] == nil {
      if isAttached {
        reportMistake(
          "The dialect \"\(dialect.name)\" was installed after the host was attached, so that pages do not have it. "
            + "Install all dialects before WebViewHost.attach(to:).")
      }
      order.append(dialect.name)
    }
    var capabilities: [String: Capability] = [:]
    for capability in dialect.capabilities where capabilities.updateValue(capability, forKey: capability.name) != nil {
      reportMistake(
        "The dialect \"\(dialect.name)\" has two capabilities named \"\(capability.name)\"; only the later one would "
          + "ever be asked. Give each a name of its own.")
    }
    dialects[dialect.name] = InstalledDialect(dialect: dialect, capabilities: capabilities)
  }

  /// The script that a host runs at document start in every frame.
  /// - Parameter transport: the host's own script, which carries packets; see `runtime.js` for what it is given.
  public func documentScript(transport: PageScript) -> String {
    isAttached = true
    return PageScript.document(transport: transport, scripts: order.flatMap { dialects[$0]?.dialect.pageScripts ?? [] })
  }

  // MARK: Documents

  /// Opens the conversation with a document. The host keeps it and calls ``Conversation/close()`` when the document
  /// goes away.
  public func open(_ channel: some Channel) -> Conversation {
    let conversation = Conversation(channel: channel, bridge: self)
    conversations[channel.frame.document] = WeakConversation(conversation)
    conversation.observe(.opened, .fromPage)
    return conversation
  }

  /// The documents that are open, in no particular order.
  public var frames: [Frame] { conversations.values.compactMap { $0.conversation?.frame } }

  /// The conversation with a document, while it is open.
  public func conversation(with document: DocumentID) -> Conversation? { conversations[document]?.conversation }

  func forget(_ document: DocumentID) {
    conversations[document] = nil
  }

  // MARK: Deadlines

  func schedule(_ deadline: Duration) { timer.schedule(deadline) }

  private func expire(at now: Duration) -> Duration? {
    conversations.values.compactMap { $0.conversation?.expire(at: now) }.min()
  }

  // MARK: Observation

  /// Whether anybody looks; what nobody sees is not built.
  var isObserved: Bool { !observers.isEmpty }

  /// Calls the observer with everything that passes, redacted, until ``stopObserving(_:)``.
  @discardableResult
  public func observe(_ observer: @escaping @MainActor (BridgeObservation) -> Void) -> ObserverToken {
    latestObserver += 1
    observers[latestObserver] = observer
    return ObserverToken(id: latestObserver)
  }

  /// Ends an observation.
  public func stopObserving(_ token: ObserverToken) { observers[token.id] = nil }

  func publish(_ observation: BridgeObservation) {
    for (_, observer) in observers.sorted(by: { $0.key < $1.key }) { observer(observation) }
  }

  /// Takes what the developer of the app should know and no page may, in lines: what a handler threw or did not
  /// answer, whom a policy refused and whom it serves, that a message is malformed or was dropped without a word to the
  /// page, that a script of the page threw as it took a message, and mistakes of ``install(_:)``.
  ///
  /// A host gives it the system's log, or the standard error where there is none, unless the app has set it. Lines that
  /// come before are kept for it. They are redacted, and each is said once: a page can cause them as often as it likes.
  public var log: (@MainActor (String) -> Void)? {
    get { developerLog.listener }
    set { developerLog.listener = newValue }
  }

  func say(_ line: @autoclosure () -> String, about subject: BridgeLog.Subject) {
    developerLog.say(line(), about: subject)
  }

  /// Logs a mistake of the app's code, and stops a debug build at it.
  private func reportMistake(_ sentence: String) {
    say(sentence, about: .installation)
    assertionFailure(sentence)
  }

  /// Names an observer.
  public struct ObserverToken: Hashable, Sendable {
    fileprivate let id: Int
  }
}

private struct WeakConversation {
  weak var conversation: Conversation?

  init(_ conversation: Conversation) {
    self.conversation = conversation
  }
}
