import CWebKitGTK

/// The documents that exist in the web views with one content manager, and the tokens that identify the documents'
/// script worlds.
@MainActor
final class FrameRegistry {
  /// The sender that a token identifies.
  struct Sender {
    let document: FrameDocument
    let world: WKContentWorld
    let channel: FrameChannel
  }

  /// The result of processing a notice of the identity agent.
  enum Reception {
    /// Nothing more is needed.
    case done
    /// The document must prove which web view it is in.
    case needsProof
  }

  private var documents: [String: FrameDocument] = [:]
  /// The documents whose web view is still unknown, by the random number with which each document will prove its web
  /// view (``ViewProof``).
  private var unplaced: [String: FrameDocument] = [:]
  private var senders: [FrameToken: Sender] = [:]
  private var abandoned: [(reply: OpaquePointer, since: ContinuousClock.Instant)] = []
  private var isReleasing = false
  private weak var firstWebView: WKWebView?
  private var webViewCount = 0
  private var latest = 0
  /// The web views whose documents in ``documents`` may be incomplete.
  private var doubtful: Set<ObjectIdentifier> = []
  /// Whether the documents of every web view may be incomplete.
  private var isOverfull = false

  /// The maximum number of documents in a web view, and of documents whose web view is unknown, so that a page that
  /// hides the ends of its frames cannot fill the memory. Further documents are unknown frames. Tests set a smaller
  /// number.
  var maximum = 4_096

  /// The number of known documents.
  var count: Int { documents.count }

  /// Whether there are, or were, several web views.
  var isShared: Bool { webViewCount > 1 }

  /// Adds a web view.
  ///
  /// - Returns: whether the web view is the first one, and therefore the only one.
  func add(_ webView: WKWebView) -> Bool {
    webViewCount += 1
    if !isShared { firstWebView = webView }
    return !isShared
  }

  /// Returns the sender that the token of a message identifies.
  func sender(token: FrameToken) -> Sender? { senders[token] }

  /// Processes a notice of the identity agent, in JSON. The notice comes from a script world that no page can reach.
  func receive(_ value: OpaquePointer) -> Reception {
    let notice = ScriptValueReader.withUTF8(of: value) { try? WireReader.read($0) } as? [String: AnyHashable]
    guard let notice, let name = notice["document"] as? String else { return .done }
    switch notice["kind"] as? String {
    case "enter": return enter(name, notice)
    case "leave": leave { $0 === documents[name] }
    case "leaving":
      let document = documents[name]
      Task { [weak self] in await self?.endSoon(document) }
    default: break
    }
    return .done
  }

  /// Ends documents that did not report their end, at the request of a host. A document that still exists becomes an
  /// unknown frame.
  func end(_ documents: Set<ObjectIdentifier>, of webView: WKWebView) {
    doubtful.insert(ObjectIdentifier(webView))
    end { documents.contains(ObjectIdentifier($0)) }
  }

  /// The time for which the last messages of a document are accepted after the first sign of its end.
  ///
  /// A page posts its last messages in `pagehide` and `unload` listeners, which may run after the notice of the
  /// identity agent. If a navigation changes the web process, these listeners run after the new page is committed.
  private static let finalMessageTimeout: Duration = .milliseconds(250)

  /// Ends a document after a short time, in case its page stops the second notice of its end.
  private func endSoon(_ document: FrameDocument?) async {
    try? await Task.sleep(for: Self.finalMessageTimeout)  // Ignore errors, because nothing cancels this task.
    end { $0 === document }
  }

  /// Ends documents that the engine is removing. Their last messages are still accepted for ``finalMessageTimeout``.
  private func leave(where isOver: (FrameDocument) -> Bool) {
    let leaving = remove(where: isOver)
    guard !leaving.isEmpty else { return }
    Task { [weak self] in
      try? await Task.sleep(for: Self.finalMessageTimeout)  // Ignore errors, because nothing cancels this task.
      self?.forgetSenders(of: leaving)
    }
  }

  /// Ends documents. Their later messages are from unknown frames.
  private func end(where isOver: (FrameDocument) -> Bool) {
    forgetSenders(of: remove(where: isOver))
  }

  /// Ends documents and returns them.
  private func remove(where isOver: (FrameDocument) -> Bool) -> [FrameDocument] {
    let removed = documents.filter { isOver($0.value) }
    guard !removed.isEmpty else { return [] }
    for (name, document) in removed {
      document.end()
      documents[name] = nil
    }
    unplaced = unplaced.filter { $0.value.isAlive }
    return Array(removed.values)
  }

  private func forgetSenders(of removed: [FrameDocument]) {
    guard !removed.isEmpty else { return }
    let removed = Set(removed.map(ObjectIdentifier.init))
    senders = senders.filter { !removed.contains(ObjectIdentifier($0.value.document)) }
  }

  private func enter(_ name: String, _ notice: [String: AnyHashable]) -> Reception {
    guard let isMainFrame = notice["isMainFrame"] as? Bool, let origin = notice["origin"] as? String,
      let proof = notice["proof"] as? String
    else { return .done }
    latest += 1
    let document = FrameDocument(
      number: latest, isMainFrame: isMainFrame, origin: WKSecurityOrigin(serialized: origin),
      url: (notice["url"] as? String).flatMap { URL(string: $0) })
    documents[name] = document
    for (label, digits) in notice["tokens"] as? [String: String] ?? [:] {
      guard let world = WKContentWorld.engineWorld(label: label), let token = FrameToken(digits) else { continue }
      senders[token] = Sender(document: document, world: world, channel: document.addChannel(in: world))
    }
    if !isShared, let firstWebView {
      place(document, in: firstWebView)
      return .done
    }
    guard unplaced.count < maximum else {
      isOverfull = true
      end { $0 === document }
      return .done
    }
    unplaced[proof] = document
    return .needsProof
  }

  /// Records that the document with this proof is in `webView`. The proof is a random number. An unknown number has no
  /// effect.
  func place(proof: String, in webView: WKWebView) {
    guard let document = unplaced.removeValue(forKey: proof) else { return }
    place(document, in: webView)
  }

  private func place(_ document: FrameDocument, in webView: WKWebView) {
    // The main frame shows a new document, so all earlier documents of the web view are gone. The documents of the new
    // document's sub-frames have greater numbers, and stay.
    if document.isMainFrame {
      doubtful.remove(ObjectIdentifier(webView))
      leave { $0.webView === webView && $0.number < document.number }
    } else if documents.count > maximum, documents.values.count(where: { $0.webView === webView }) >= maximum {
      doubtful.insert(ObjectIdentifier(webView))
      return end { $0 === document }
    }
    document.place(in: webView)
  }

  /// Makes a token for a world of the document in a web view's main frame, for a bootstrap that is delivered to that
  /// document later. Returns nil if there is no document in which scripts can run.
  func addToken(in world: WKContentWorld, of webView: WKWebView) -> String? {
    let digits = FrameToken.makeDigits()
    guard let document = documents.values.first(where: { $0.isMainFrame && $0.webView === webView }),
      // The world may have a channel already, from before its handlers were removed. Callers that wait for its scripts
      // still use that channel.
      document.channel(in: world) == nil, let token = FrameToken(digits)
    else { return nil }
    senders[token] = Sender(document: document, world: world, channel: document.addChannel(in: world))
    return digits
  }

  /// Returns the existing documents of a web view; nil if one of them may be missing.
  func documents(of webView: WKWebView) -> [FrameDocument]? {
    guard unplaced.isEmpty, !isOverfull, !doubtful.contains(ObjectIdentifier(webView)) else { return nil }
    return documents.values.filter { $0.webView === webView }
  }

  /// Ends every document of a web view, because its main frame shows another document. The last messages of these
  /// documents may still arrive.
  func leaveAll(of webView: WKWebView) {
    leave { $0.isPlaced && ($0.webView === webView || $0.webView == nil) }
  }

  /// Ends every document of a web view, because its web process is gone, or the web view itself is gone.
  func endAll(of webView: WKWebView) {
    end { $0.isPlaced && ($0.webView === webView || $0.webView == nil) }
  }

  /// The time for which replies to ended documents are kept. After that time, code of the old page no longer runs, so
  /// it cannot see the next page.
  private static let keepingTime: Duration = .seconds(60)
  /// The maximum number of kept replies. If there are more, the older half is released.
  private static let mostReplies = 16_384

  /// Keeps a reply to an ended document for ``keepingTime``.
  ///
  /// The reply's promise could still be settled, and the page's reactions would then see the next page through their
  /// `window`. Releasing the reply at once would also settle it.
  func abandon(_ reply: OpaquePointer) {
    abandoned.append((reply, .now))
    if abandoned.count > Self.mostReplies { release(Self.mostReplies / 2) }
    guard !isReleasing else { return }
    isReleasing = true
    Task { [weak self] in
      while self?.abandoned.isEmpty == false {
        try? await Task.sleep(for: Self.keepingTime)  // Ignore errors, because nothing cancels this task.
        self?.releaseOld()
      }
      self?.isReleasing = false
    }
  }

  private func releaseOld() {
    let end = ContinuousClock.now - Self.keepingTime
    release(abandoned.prefix { $0.since <= end }.count)
  }

  /// Releases the `count` oldest replies of ``abandoned``.
  private func release(_ count: Int) {
    for (reply, _) in abandoned.prefix(count) { webkit_script_message_reply_unref(reply) }
    abandoned.removeFirst(count)
  }

  isolated deinit {
    for (reply, _) in abandoned { webkit_script_message_reply_unref(reply) }
  }
}
