import CWebKitGTK

/// The living documents of the web views with one content manager, and the tokens by which their script worlds are known.
@MainActor
final class FrameRegistry {
  /// Who is behind a token.
  struct Sender {
    let document: FrameDocument
    let world: WKContentWorld
    let channel: FrameChannel
  }

  /// What becomes of a notice of the identity agent.
  enum Reception {
    /// Nothing more is needed.
    case done
    /// The document has to prove in which web view it is.
    case needsProof
  }

  private var documents: [String: FrameDocument] = [:]
  /// Documents of which nobody knows yet in which web view they are, by the number with which they prove it.
  private var unplaced: [String: FrameDocument] = [:]
  private var senders: [FrameToken: Sender] = [:]
  private var abandoned: [(reply: OpaquePointer, since: ContinuousClock.Instant)] = []
  private var isReleasing = false
  private weak var firstWebView: WKWebView?
  private var webViewCount = 0
  private var latest = 0
  /// The web views of which a document may be there that is not known here.
  private var doubtful: Set<ObjectIdentifier> = []
  /// Whether a document may be unknown in any web view.
  private var isOverfull = false

  /// How many documents a web view may have, and how many may wait to be placed: a page that hides the ends of its frames
  /// cannot fill the memory. What comes beyond is an unknown frame. Tests have fewer.
  var maximum = 4_096

  /// How many documents are known.
  var count: Int { documents.count }

  /// Whether there is, or was, more than one web view.
  var isShared: Bool { webViewCount > 1 }

  /// Adds a web view.
  ///
  /// - Returns: whether it is the first, hence the only one.
  func add(_ webView: WKWebView) -> Bool {
    webViewCount += 1
    if !isShared { firstWebView = webView }
    return !isShared
  }

  /// Who is behind the token that a message begins with.
  func sender(token: FrameToken) -> Sender? { senders[token] }

  /// Takes a notice of the identity agent, as JSON. It comes from a script world that no page reaches.
  func receive(_ value: OpaquePointer) -> Reception {
    let notice = ScriptValueReader.withUTF8(of: value) { try? WireReader.read($0) } as? [String: AnyHashable]
    guard let notice, let name = notice["document"] as? String else { return .done }
    switch notice["kind"] as? String {
    case "enter": return enter(name, notice)
    case "world":
      guard let document = documents[name],
        let world = (notice["world"] as? String).flatMap({ WKContentWorld.engineWorld(label: $0) }),
        let token = (notice["token"] as? String).flatMap({ FrameToken($0) })
      else { break }
      senders[token] = Sender(document: document, world: world, channel: document.addChannel(in: world))
    case "leave": end { $0 === documents[name] }
    case "leaving":
      let document = documents[name]
      Task { [weak self] in await self?.endSoon(document) }
    default: break
    }
    return .done
  }

  /// Documents are gone that have not told so, as a host believes. One that is there after all is an unknown frame.
  func end(_ documents: Set<ObjectIdentifier>, of webView: WKWebView) {
    doubtful.insert(ObjectIdentifier(webView))
    end { documents.contains(ObjectIdentifier($0)) }
  }

  /// How long a document may still speak once its end was told first: its other script worlds, and `pagehide` listeners.
  private static let lastWords: Duration = .milliseconds(250)

  /// The document goes: a page that stops the second notice of its end gains this little time.
  private func endSoon(_ document: FrameDocument?) async {
    try? await Task.sleep(for: Self.lastWords)  // it is not cancelled
    end { $0 === document }
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

  /// A document proves in which web view it is; any other number proves nothing.
  func place(proof: String, in webView: WKWebView) {
    guard let document = unplaced.removeValue(forKey: proof) else { return }
    place(document, in: webView)
  }

  private func place(_ document: FrameDocument, in webView: WKWebView) {
    // The main frame shows another document: those before it are gone, if not their own sub-frames of now.
    if document.isMainFrame {
      doubtful.remove(ObjectIdentifier(webView))
      end { $0.webView === webView && $0.number < document.number }
    } else if documents.count > maximum, documents.values.count(where: { $0.webView === webView }) >= maximum {
      doubtful.insert(ObjectIdentifier(webView))
      return end { $0 === document }
    }
    document.place(in: webView)
  }

  /// Makes a token for a world of the document in a web view's main frame, for a bootstrap that is delivered to it later;
  /// nil if there is no document in which scripts run.
  func addToken(in world: WKContentWorld, of webView: WKWebView) -> String? {
    let digits = FrameToken.makeDigits()
    guard let document = documents.values.first(where: { $0.isMainFrame && $0.webView === webView }),
      // It has one already, from before its handlers were removed: who waits for its scripts keeps the way to them.
      document.channel(in: world) == nil, let token = FrameToken(digits)
    else { return nil }
    senders[token] = Sender(document: document, world: world, channel: document.addChannel(in: world))
    return digits
  }

  /// The living documents of a web view; nil while one of them may not be known.
  func documents(of webView: WKWebView) -> [FrameDocument]? {
    guard unplaced.isEmpty, !isOverfull, !doubtful.contains(ObjectIdentifier(webView)) else { return nil }
    return documents.values.filter { $0.webView === webView }
  }

  /// The main frame of a web view shows another document, or the web process is gone, or the web view: every document of
  /// it is.
  func endAll(of webView: WKWebView) {
    end { $0.isPlaced && ($0.webView === webView || $0.webView == nil) }
  }

  /// For how long those replies are kept: by then nothing of the page runs any more that could see another one.
  private static let keepingTime: Duration = .seconds(60)
  /// How many of them there may be; beyond that the older half goes.
  private static let mostReplies = 16_384

  /// Keeps a reply to a document that is gone for a while.
  ///
  /// Its promise can still be settled, and the reactions would see the next page through their `window`; WebKitGTK
  /// settles a reply that it is given back.
  func abandon(_ reply: OpaquePointer) {
    abandoned.append((reply, .now))
    if abandoned.count > Self.mostReplies { release(Self.mostReplies / 2) }
    guard !isReleasing else { return }
    isReleasing = true
    Task { [weak self] in
      while self?.abandoned.isEmpty == false {
        try? await Task.sleep(for: Self.keepingTime)  // it is not cancelled
        self?.releaseOld()
      }
      self?.isReleasing = false
    }
  }

  private func releaseOld() {
    let end = ContinuousClock.now - Self.keepingTime
    release(abandoned.prefix { $0.since <= end }.count)
  }

  /// Gives the oldest back.
  private func release(_ count: Int) {
    for (reply, _) in abandoned.prefix(count) { webkit_script_message_reply_unref(reply) }
    abandoned.removeFirst(count)
  }

  isolated deinit {
    for (reply, _) in abandoned { webkit_script_message_reply_unref(reply) }
  }

  private func end(where isOver: (FrameDocument) -> Bool) {
    for (name, document) in documents where isOver(document) {
      document.end()
      documents[name] = nil
    }
    unplaced = unplaced.filter { $0.value.isAlive }
    senders = senders.filter { $0.value.document.isAlive }
  }
}
