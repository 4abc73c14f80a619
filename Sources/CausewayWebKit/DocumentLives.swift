import Causeway
import Foundation
import WebKit

/// The documents of all web views, as `life.js` reports them from a script world that no page can reach.
///
/// The end of a main frame's document is known at the latest when the next document begins. A sub-frame can hide its
/// end. Therefore the app asks a sub-frame's document whether it still exists while that document waits for something,
/// and when there are many documents. See ``ask(_:at:)``.
@MainActor final class DocumentLives {
  /// A name for one life: 122 random bits, as 32 hexadecimal digits.
  typealias Token = String

  /// The script world of `life.js`.
  static let world = WKContentWorld.world(name: "causeway-life")
  /// The name of the message handler for `life.js`, which exists in ``world`` only.
  static let handlerName = "causewayLife"
  /// The prefix of the names of the events between ``world`` and the page's world.
  static let eventName = "causeway-life"

  /// The source of the user script of `life.js`, which the host adds to all frames.
  static let script = PageScript(
    PackageResources.names_js, PackageResources.life_js, function: "causewayLife",
    arguments: [.string(handlerName), .string(eventName)], takesRuntime: false
  ).standalone

  /// The time without an answer after which a document that waits for something counts as ended. If a page is busy for
  /// a longer time, or shows a dialog for a longer time, its waiting sub-frames lose their bridges. Time during which
  /// the machine sleeps does not count, because no document can answer then.
  static let timeout: Duration = .seconds(10)
  /// The maximum number of documents in a web view. Without it, a page that hides the ends of its frames could fill the
  /// memory. Tests set a smaller number.
  var maximum = 4_096
  /// The maximum number of documents with which the app asks only documents that wait for something. With more
  /// documents, the app asks all sub-frames.
  static let few = 64
  /// The number of answers from the main frame's document after which a silent document counts as ended. All documents
  /// share a thread and are asked in order. One answer is not enough, because it may belong to an earlier question.
  private static let roundsOfTheMainFrame = 2

  private var lives: [Token: DocumentLife] = [:]
  /// The sub-frames that must report that they still exist, because there are many documents.
  private(set) var suspects: Set<Token> = []
  /// The number of documents above which the app asks all sub-frames whether they still exist.
  private var mostUnasked = few
  /// The number of documents, in all web views, that have begun so far.
  private var latest = 0
  /// The main documents that reported their end and have no successor yet.
  private var ends: [MainDocumentEnd] = []

  private struct MainDocumentEnd {
    weak var webView: WKWebView?
    /// The number of documents, in all web views, that had begun when this document reported its end.
    let latest: Int
  }

  /// A document that has begun.
  private struct Beginning {
    let token: Token
    let frame: WKFrameInfo
    weak var webView: WKWebView?
    let reply: WebDocument.ReplyHandler
    /// Whether the document must wait for the end of previous documents.
    var isDelayed = false
  }

  /// The time for which the last messages of a document are accepted after the first sign of its end: its own notice,
  /// or the beginning of the next main document.
  private static let finalMessageTimeout: Duration = .milliseconds(250)

  /// The documents that begin as soon as the previous documents of their web views have ended, in order. If a
  /// navigation changes the web process, the new document begins before the old one runs its `pagehide` and `unload`
  /// listeners.
  private var beginnings: [Beginning] = []

  /// The function that is called with lives that have ended, outside of a call of this object.
  var didEnd: @MainActor (Set<Token>) -> Void = { _ in }

  /// The number of documents that have begun and, as far as the app knows, have not ended.
  var count: Int { lives.count }

  /// Processes a message of `life.js`: `+`, `=`, `~` or `-`, followed by a token.
  ///
  /// - Parameter reply: answers the message. For `+` and `=`, the app answers later, to ask whether the document still
  ///   exists.
  /// - Returns: the lives that have ended.
  func receive(_ message: WKScriptMessage, reply: @escaping WebDocument.ReplyHandler) -> Set<Token> {
    guard let text = message.body as? String, let token = PostedMessage.name(in: text.dropFirst()),
      text.utf8.count == 1 + PostedMessage.nameLength, let webView = message.webView
    else {
      reply(nil, "The message is not from Causeway's script.")
      return []
    }
    switch text.utf8.first {
    case UInt8(ascii: "+") where lives[token] == nil && !beginnings.contains(where: { $0.token == token }):
      return begin(Beginning(token: token, frame: message.frameInfo, webView: webView, reply: reply))
    case UInt8(ascii: "=") where lives[token]?.webView === webView:
      lives[token]?.didAnswer(reply)
      acquit([token])
      return lives[token]?.isMainFrame == true ? missing(in: webView) : []
    case UInt8(ascii: "~"):
      reply(nil, nil)
      if lives[token]?.webView === webView { endSoon([token]) }
      return []
    case UInt8(ascii: "-"):
      reply(nil, nil)
      if lives[token]?.isMainFrame == true { ends.append(MainDocumentEnd(webView: webView, latest: latest)) }
      return end { $0 == token && $1.webView === webView }
    default:
      reply(nil, "The message is not from Causeway's script.")
      return []
    }
  }

  /// Begins a life, or delays its beginning until the lives that it replaces have ended.
  ///
  /// - Returns: the lives that have ended, because their web views were released.
  private func begin(_ beginning: Beginning) -> Set<Token> {
    let over = end { $1.webView == nil }
    guard beginnings.count(where: { $0.webView === beginning.webView }) < maximum else {
      beginning.reply(nil, Self.refusal)
      return over
    }
    beginnings.append(beginning)
    beginWaiting()
    return over
  }

  /// Begins the lives in ``beginnings`` whose predecessors have ended, in order.
  private func beginWaiting() {
    var waiting: [Beginning] = []
    for var beginning in beginnings {
      guard let webView = beginning.webView else { continue }
      let replaced = beginning.frame.isMainFrame ? predecessors(in: webView) : []
      // A sub-frame's document begins after the main frame's document that contains it.
      guard replaced.isEmpty, !waiting.contains(where: { $0.webView === webView }) else {
        if !beginning.isDelayed { endSoon(replaced) }
        beginning.isDelayed = true
        waiting.append(beginning)
        continue
      }
      if beginning.frame.isMainFrame { ends.removeAll { $0.webView === webView || $0.webView == nil } }
      guard lives.count < maximum || lives.values.count(where: { $0.webView === webView }) < maximum else {
        beginning.reply(nil, Self.refusal)
        if suspects.isEmpty { suspectAll() }
        continue
      }
      latest += 1
      lives[beginning.token] = DocumentLife(
        number: latest, webView: webView, frame: beginning.frame, reply: beginning.reply)
      if lives.count > mostUnasked { suspectAll() }
    }
    beginnings = waiting
  }

  /// The error for a document beyond ``maximum``.
  private static let refusal = "This page has too many documents; remove some frames."

  /// Returns the lives that a new main document replaces: all earlier documents of its web view. If the previous main
  /// document reported its end, documents that began after that report belong to the new main document: sub-frames come
  /// back from the page cache before their main frame.
  private func predecessors(in webView: WKWebView) -> Set<Token> {
    let boundary = ends.last { $0.webView === webView }?.latest ?? latest
    return Set(lives.filter { $0.value.webView === webView && $0.value.number <= boundary }.keys)
  }

  /// Ends lives after ``finalMessageTimeout``, in case a page stops the notice of its end.
  private func endSoon(_ tokens: Set<Token>) {
    guard !tokens.isEmpty else { return }
    Task { [weak self] in
      try? await Task.sleep(for: Self.finalMessageTimeout)  // nothing cancels this task
      guard let self else { return }
      didEnd(end { token, _ in tokens.contains(token) })
    }
  }

  /// Returns whether `life.js` has reported this life and the life has not ended.
  func isKnown(_ token: Token) -> Bool { lives[token] != nil }

  /// The web views of main documents, by the documents' tokens.
  var mainDocuments: [Token: WKWebView] {
    lives.filter(\.value.isMainFrame).compactMapValues(\.webView)
  }

  /// Assigns a life to the document that presents the life's token in the page's world. Returns true only once for each
  /// life, and only for a message from the life's own frame.
  func claim(_ token: Token, for message: WKScriptMessage) -> Bool {
    guard let life = lives[token], !life.isClaimed, life.mayBelong(to: message) else { return false }
    lives[token]?.isClaimed = true
    return true
  }

  #if !os(Linux)
  /// Ends a life if the document that presented its token received the token from another document. WebKit creates a
  /// separate frame object for each message, so only a script in the document's frame can report the frame's life.
  func verify(_ token: Token, of message: WKScriptMessage) async -> Set<Token> {
    let acknowledgement = try? await message.webView?.evaluateJavaScript(
      "causewayLife.token", in: message.frameInfo, contentWorld: Self.world)
    return acknowledgement as? String == token ? [] : end { life, _ in life == token }
  }
  #endif

  // MARK: Presence

  /// Asks sub-frames that wait for something, and the ``suspects``, whether they still exist. Then asks their main
  /// frames.
  ///
  /// - Returns: the lives that have ended, because their documents wait and have been silent for ``timeout``. The
  ///   answer of a main frame may show an end sooner, in ``receive(_:reply:)``.
  func ask(_ waiting: Set<Token>, at now: SuspendingClock.Instant) -> Set<Token> {
    var webViews: Set<ObjectIdentifier> = []
    for token in waiting.union(suspects) {
      guard let life = lives[token], !life.isMainFrame, let webView = life.webView else { continue }
      lives[token]?.ask(at: now)
      webViews.insert(ObjectIdentifier(webView))
    }
    for (token, life) in lives where life.isMainFrame {
      guard let webView = life.webView, webViews.contains(ObjectIdentifier(webView)) else { continue }
      lives[token]?.ask(at: now)
    }
    let silent = lives.filter { !$0.value.isMainFrame && $0.value.hasBeenSilent(for: Self.timeout, at: now) }
    // For a document that waits for nothing, silence alone proves nothing, because its page may be busy. If there are
    // very many documents, silent documents stay suspects until their main frame has answered.
    if lives.count <= maximum / 2 { acquit(Set(silent.keys)) }
    return endMissing { token, _ in waiting.contains(token) && silent[token] != nil }
  }

  /// Counts an answer of the main frame's document, and ends documents that were asked before that answer and still
  /// have not answered.
  private func missing(in webView: WKWebView) -> Set<Token> {
    for (token, life) in lives where life.webView === webView && life.isAsked && !life.isMainFrame {
      lives[token]?.missedRounds += 1
    }
    return endMissing { $1.webView === webView && $1.missedRounds >= Self.roundsOfTheMainFrame }
  }

  /// Ends documents that did not report their own end.
  private func endMissing(where isOver: (Token, DocumentLife) -> Bool) -> Set<Token> {
    #if os(Linux)
    // Report the ends to the WebKit module, which also tracks documents and cannot detect these ends itself.
    WKFrameInfo.documentsAreGone(lives.filter(isOver).map(\.value.frame))
    #endif
    return end(where: isOver)
  }

  private func suspectAll() {
    suspects = Set(lives.filter { !$0.value.isMainFrame }.keys)
    mostUnasked = nextThreshold
  }

  /// The number of documents above which the app asks all sub-frames again whether they still exist: twice the current
  /// number, within limits.
  private var nextThreshold: Int { min(max(Self.few, 2 * lives.count), maximum / 2) }

  /// Removes documents from ``suspects`` because they have answered, have ended, or need not be asked any longer.
  private func acquit(_ tokens: Set<Token>) {
    guard !suspects.isEmpty else { return }
    suspects.subtract(tokens)
    if suspects.isEmpty { mostUnasked = nextThreshold }
  }

  /// Removes the lives of all web views for which `isOver` returns true.
  func endAll(where isOver: (WKWebView?) -> Bool) {
    for beginning in beginnings where isOver(beginning.webView) {
      beginning.reply(nil, "The app stopped waiting for this document.")
    }
    beginnings.removeAll { isOver($0.webView) }
    _ = end { isOver($1.webView) }
  }

  private func end(where isOver: (Token, DocumentLife) -> Bool) -> Set<Token> {
    let over = lives.filter { isOver($0.key, $0.value) }
    for (token, life) in over {
      lives[token] = nil
      life.release()
    }
    acquit(Set(over.keys))
    mostUnasked = min(mostUnasked, nextThreshold)
    if !beginnings.isEmpty { beginWaiting() }
    return Set(over.keys)
  }
}
