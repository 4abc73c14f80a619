import Causeway
import Foundation
import WebKit

/// The documents of all web views, as `life.js` tells of them from a script world that no page reaches.
///
/// The end of a main frame's document is known at the latest from the one after it. A sub-frame can hide its end, so that
/// its document is asked whether it is still there: as long as it waits for something, and when there are many. See
/// ``ask(_:at:)``.
@MainActor final class DocumentLives {
  /// Names one life: 128 random bits, as 32 hexadecimal digits.
  typealias Token = String

  /// The world of `life.js`.
  static let world = WKContentWorld.world(name: "causeway-life")
  /// The name of its message handler, which exists in that world alone.
  static let handlerName = "causewayLife"
  /// The stem of the events between that world and the page's.
  static let eventName = "causeway-life"

  /// The user script for all frames.
  static let script = PageScript(
    PackageResources.life_js, function: "causewayLife", arguments: [.string(handlerName), .string(eventName)],
    takesRuntime: false
  ).standalone

  /// How long a document that waits for something may be silent, whatever its page does: it may be gone. A page that is
  /// busy for longer, or that shows a dialog of its own for longer, loses the bridges of such sub-frames. While the
  /// machine sleeps, nobody answers, and the time does not count.
  static let timeout: Duration = .seconds(10)
  /// How many documents a web view may have: a page that hides the ends of its frames cannot fill the memory. Tests have
  /// fewer.
  var maximum = 4_096
  /// Up to so many documents, those that wait for nothing are not asked.
  static let few = 64
  /// How often the main frame's document answers later questions before a document that has not answered is gone. They
  /// are asked in order and share a thread; the first answer may be to an earlier question.
  private static let roundsOfTheMainFrame = 2

  private var lives: [Token: DocumentLife] = [:]
  /// The sub-frames that are to say that they are there, because there are many documents.
  private(set) var suspects: Set<Token> = []
  /// With more documents than these, all sub-frames are asked.
  private var mostUnasked = few
  /// How many lives began.
  private var latest = 0
  /// The main documents that told of their end and have no successor yet.
  private var ends: [MainDocumentEnd] = []

  private struct MainDocumentEnd {
    weak var webView: WKWebView?
    /// How many lives had begun by then.
    let latest: Int
  }

  /// How many documents there are, as far as is known.
  var count: Int { lives.count }

  /// Takes what `life.js` posted: `+`, `=` or `-`, and a token.
  ///
  /// - Parameter reply: answers it; for `+` and `=`, when the document is to say that it is still there.
  /// - Returns: the lives that are over.
  func receive(_ message: WKScriptMessage, reply: @escaping WebDocument.ReplyHandler) -> Set<Token> {
    guard let text = message.body as? String, let token = PostedMessage.name(in: text.dropFirst()),
      text.utf8.count == 1 + PostedMessage.nameLength, let webView = message.webView
    else {
      reply(nil, "This is not a message of Causeway's script.")
      return []
    }
    switch text.utf8.first {
    case UInt8(ascii: "+") where lives[token] == nil:
      let over = makeRoom(for: message.frameInfo, in: webView)
      guard lives.count < maximum || lives.values.count(where: { $0.webView === webView }) < maximum else {
        reply(nil, "This page has too many documents.")
        if suspects.isEmpty { suspectAll() }
        return over
      }
      latest += 1
      lives[token] = DocumentLife(number: latest, webView: webView, frame: message.frameInfo, reply: reply)
      if lives.count > mostUnasked { suspectAll() }
      return over
    case UInt8(ascii: "=") where lives[token]?.webView === webView:
      lives[token]?.isHere(reply)
      acquit([token])
      return lives[token]?.isMainFrame == true ? missing(in: webView) : []
    case UInt8(ascii: "-"):
      reply(nil, nil)
      if lives[token]?.isMainFrame == true { ends.append(MainDocumentEnd(webView: webView, latest: latest)) }
      return end { $0 == token && $1.webView === webView }
    default:
      reply(nil, "This is not a message of Causeway's script.")
      return []
    }
  }

  /// A new main document ends all documents of its web view before it. If the one before told of its end, what began
  /// since belongs to the new one: from the page cache, sub-frames come back before the frame around them.
  private func makeRoom(for frame: WKFrameInfo, in webView: WKWebView) -> Set<Token> {
    var boundary = 0
    if frame.isMainFrame {
      boundary = ends.last { $0.webView === webView }?.latest ?? latest
      ends.removeAll { $0.webView === webView || $0.webView == nil }
    }
    return end { $1.webView == nil || ($1.webView === webView && $1.number <= boundary) }
  }

  /// Whether `life.js` has told of a life that is not over.
  func isKnown(_ token: Token) -> Bool { lives[token] != nil }

  /// The web views of main documents, by the tokens of these.
  var mainDocuments: [Token: WKWebView] {
    lives.filter(\.value.isMainFrame).compactMapValues(\.webView)
  }

  /// Lets a document of the page's world have a life: once, and its own frame's.
  func claim(_ token: Token, for message: WKScriptMessage) -> Bool {
    guard let life = lives[token], !life.isClaimed, life.mayBelong(to: message) else { return false }
    lives[token]?.isClaimed = true
    return true
  }

  #if !os(Linux)
  /// Ends a life that a document was given by another one. WebKit makes a frame object of its own for each message, so
  /// that the document's frame itself has to say which life it has.
  func verify(_ token: Token, of message: WKScriptMessage) async -> Set<Token> {
    let told = try? await message.webView?.evaluateJavaScript(
      "causewayLife.token", in: message.frameInfo, contentWorld: Self.world)
    return told as? String == token ? [] : end { life, _ in life == token }
  }
  #endif

  // MARK: Presence

  /// Asks sub-frames that wait for something, and the ``suspects``, whether they are still there, then their main frames.
  ///
  /// - Returns: those that are over, because they wait and have been silent for ``timeout``. Word of it may come sooner,
  ///   from ``receive(_:reply:)``.
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
    // Of one that waits for nothing, silence alone proves nothing: the page may be at work. With very many, they are asked
    // until their main frame has answered.
    if lives.count <= maximum / 2 { acquit(Set(silent.keys)) }
    return endMissing { token, _ in waiting.contains(token) && silent[token] != nil }
  }

  /// The main frame's document answered: what was asked before it, and has not, may be gone.
  private func missing(in webView: WKWebView) -> Set<Token> {
    for (token, life) in lives where life.webView === webView && life.isAsked && !life.isMainFrame {
      lives[token]?.missedRounds += 1
    }
    return endMissing { $1.webView === webView && $1.missedRounds >= Self.roundsOfTheMainFrame }
  }

  /// Ends documents that did not tell of their end.
  private func endMissing(where isOver: (Token, DocumentLife) -> Bool) -> Set<Token> {
    #if os(Linux)
    // The WebKit module believed them, too.
    WKFrameInfo.documentsAreGone(lives.filter(isOver).map(\.value.frame))
    #endif
    return end(where: isOver)
  }

  private func suspectAll() {
    suspects = Set(lives.filter { !$0.value.isMainFrame }.keys)
    mostUnasked = nextThreshold
  }

  /// Asked again when their number has doubled.
  private var nextThreshold: Int { min(max(Self.few, 2 * lives.count), maximum / 2) }

  /// These have answered, are over, or are not asked any longer.
  private func acquit(_ tokens: Set<Token>) {
    guard !suspects.isEmpty else { return }
    suspects.subtract(tokens)
    if suspects.isEmpty { mostUnasked = nextThreshold }
  }

  /// Forgets the lives of a web view.
  func endAll(where isOver: (WKWebView?) -> Bool) {
    _ = end { isOver($1.webView) }
  }

  private func end(where isOver: (Token, DocumentLife) -> Bool) -> Set<Token> {
    let over = lives.filter { isOver($0.key, $0.value) }
    for (token, life) in over {
      lives[token] = nil
      life.letGo()
    }
    acquit(Set(over.keys))
    mostUnasked = min(mostUnasked, nextThreshold)
    return Set(over.keys)
  }
}
