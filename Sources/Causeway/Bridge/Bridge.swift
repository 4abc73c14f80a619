import CausewayJSON

/// The engine between pages and the app: holds the dialects, checks the policies, and tracks every open call.
///
/// An app creates one bridge, installs its dialects and passes the bridge to a host. Each document that the host shows
/// becomes a ``Conversation``, which keeps the bridge alive. A bridge belongs to the main actor, because web views do.
@MainActor public final class Bridge {
  /// The limits that the bridge applies to each document.
  public let limits: Limits

  let timeline: Timeline
  private(set) var dialects: [String: InstalledDialect] = [:]
  /// The dialect of the latest message, which ``dialect(named:)`` tries first; nil before the first message.
  private var latestDialect: InstalledDialect?
  private(set) var order: [String] = []
  /// Weak references to the open conversations. A channel owns its conversation. Strong references here would form
  /// a cycle, because a conversation holds the bridge strongly.
  private var conversations: [DocumentID: ConversationReference] = [:]
  /// The conversations whose documents are gone and whose events still have running handlers.
  private var finishing: [DocumentID: Conversation] = [:]
  private var observers: [Int: (BridgeObservation) -> Void] = [:]
  private var latestObserver = 0
  private let developerLog = BridgeLog()
  /// Whether a host has requested the document script. Pages do not get dialects that are installed later.
  private var isAttached = false
  /// The calls with keys, which outlive their documents.
  private(set) lazy var keyedCalls = KeyedCalls(limits: limits, timeline: timeline) { [weak self] time in
    self?.schedule(time)
  }
  private lazy var timer = DeadlineTimer(timeline: timeline) { [weak self] now in self?.expire(at: now) }

  /// Creates a bridge without dialects.
  /// - Parameters:
  ///   - limits: the limits for each document.
  ///   - clock: the clock that measures deadlines.
  public init(limits: Limits = .standard, clock: some Clock<Duration> = ContinuousClock()) {
    self.limits = limits
    timeline = Timeline(clock)
  }

  /// Adds a dialect. If a dialect with the same name is installed already, the new one replaces it, even for open
  /// documents.
  ///
  /// The page scripts of a dialect are part of ``documentScript(transport:)``, so a dialect with a new name must be
  /// installed before a host requests that script. Two capabilities of a dialect must not have the same name, and the
  /// dialect must have no ``Dialect/mistakes``, such as a declared function that no capability serves. If one of
  /// these rules is broken, a debug build stops. A release build reports the mistake to ``log`` and continues: pages
  /// that already have their script do not get the dialect, and the later of the two capabilities is used.
  public func install(_ dialect: some Dialect) {
    if dialects[dialect.name] == nil {
      if isAttached {
        reportMistake(
          "The dialect \"\(dialect.name)\" was installed after the host was attached, so pages do not have it. "
            + "Install all dialects before WebViewHost.attach(to:).")
      }
      order.append(dialect.name)
    }
    var capabilities: [String: Capability] = [:]
    for capability in dialect.capabilities where capabilities.updateValue(capability, forKey: capability.name) != nil {
      reportMistake(
        "The dialect \"\(dialect.name)\" has two capabilities named \"\(capability.name)\", and only the later one "
          + "would ever be called. Give each capability a different name.")
    }
    for mistake in dialect.mistakes { reportMistake("The dialect \"\(dialect.name)\": \(mistake)") }
    dialects[dialect.name] = InstalledDialect(dialect, named: dialect.name, capabilities)
    latestDialect = nil
  }

  /// The installed dialects, in the order in which they were installed.
  package var installedDialects: [any Dialect] { order.compactMap { dialects[$0]?.dialect } }

  /// Returns the dialect with a name in UTF-8; nil if it is not installed. Most messages have the same dialect as the
  /// previous message, so the name of that dialect is compared first, which is faster than a search.
  func dialect(named name: Wire.Text) -> InstalledDialect? {
    if let latestDialect, latestDialect.name.hasBytes(name) { return latestDialect }
    guard let found = dialects[String(decoding: name, as: UTF8.self)] else { return nil }
    latestDialect = found
    return found
  }

  /// Returns the script that a host runs at document start in every frame.
  /// - Parameter transport: the host's own script, which carries packets; `runtime.js` describes its arguments.
  public func documentScript(transport: PageScript) -> String {
    isAttached = true
    return PageScript.document(transport: transport, scripts: order.flatMap { dialects[$0]?.dialect.pageScripts ?? [] })
  }

  // MARK: Documents

  /// Opens the conversation with a document. The host must keep the conversation, and call ``Conversation/close()``
  /// when the document goes away.
  public func open(_ channel: some Channel) -> Conversation {
    let conversation = Conversation(channel: channel, bridge: self)
    conversations[channel.frame.document] = conversation.reference
    conversation.observe(.opened, .fromPage)
    return conversation
  }

  /// The frames of the open documents, in no particular order.
  public var frames: [Frame] { conversations.values.compactMap { $0.conversation?.frame } }

  /// Returns the conversation with a document; nil once the document no longer exists.
  public func conversation(with document: DocumentID) -> Conversation? { conversations[document]?.conversation }

  func forget(_ document: DocumentID) {
    conversations[document] = nil
  }

  /// Retains a conversation whose document is gone until the handlers of its events have ended.
  func keep(_ conversation: Conversation) {
    finishing[conversation.frame.document] = conversation
  }

  /// Releases a conversation that ``keep(_:)`` retains.
  func release(_ conversation: Conversation) {
    finishing[conversation.frame.document] = nil
  }

  // MARK: Deadlines

  func schedule(_ deadline: Duration) { timer.schedule(deadline) }

  private func expire(at now: Duration) -> Duration? {
    let all = conversations.values.compactMap(\.conversation) + finishing.values
    return (all.map { $0.expire(at: now) } + [keyedCalls.expire(at: now)]).compactMap(\.self).min()
  }

  // MARK: Calls with keys

  /// Forgets the calls that pages made with a key, for example when the user logs out. A later call with the same key
  /// runs again.
  ///
  /// A call that still runs continues, and the pages that wait for its outcome get it. The outcome is not kept, and
  /// until the call has ended, its key is refused.
  /// - Parameter origin: the origin of the pages; nil for all pages.
  public func forgetOutcomes(of origin: Origin? = nil) { keyedCalls.forgetOutcomes(of: origin) }

  // MARK: Observation

  /// Whether there is an observer. Without an observer, observations are not created.
  var isObserved: Bool { !observers.isEmpty }

  /// Adds an observer, which receives every event of the bridge with secrets redacted. Returns the token with which
  /// ``stopObserving(_:)`` removes the observer.
  @discardableResult
  public func observe(_ observer: @escaping @MainActor (BridgeObservation) -> Void) -> ObserverToken {
    latestObserver += 1
    observers[latestObserver] = observer
    return ObserverToken(id: latestObserver)
  }

  /// Removes the observer with this token.
  public func stopObserving(_ token: ObserverToken) { observers[token.id] = nil }

  func publish(_ observation: BridgeObservation) {
    for (_, observer) in observers.sorted(by: { $0.key < $1.key }) { observer(observation) }
  }

  /// The function that receives log lines for the app's developer. Pages do not see these lines. The lines report
  /// errors that handlers threw, deadlines that handlers missed, refused requests with the policy that refused them,
  /// malformed messages, messages that were dropped without an answer, scripts of the page that threw while they
  /// received a message, and mistakes in the use of ``install(_:)``.
  ///
  /// Unless the app sets this property, the host sets it to the system's log, or to standard error where there is no
  /// system log. The bridge keeps earlier lines and delivers them when the property is set. Lines are redacted. The
  /// same line is logged only once, because a page could cause it any number of times.
  public var log: (@MainActor (String) -> Void)? {
    get { developerLog.listener }
    set { developerLog.listener = newValue }
  }

  func write(_ line: @autoclosure () -> String, about subject: BridgeLog.Subject) {
    developerLog.write(line(), about: subject)
  }

  /// Logs a mistake in the app's code. In a debug build, also stops the app.
  private func reportMistake(_ sentence: String) {
    write(sentence, about: .installation)
    assertionFailure(sentence)
  }

  /// The identity of an observer, for ``stopObserving(_:)``.
  public struct ObserverToken: Hashable, Sendable {
    fileprivate let id: Int
  }
}
