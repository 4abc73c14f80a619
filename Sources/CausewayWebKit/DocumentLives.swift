import Causeway
import Foundation
import WebKit

/// The documents of all web views, as `life.js` tells of them from a script world that no page reaches.
///
/// The end of a main frame's document is known at the latest from the one after it. A sub-frame can hide its end, so that
/// its document is asked, as long as it waits for something, whether it is still there: see ``ask(_:at:)``.
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

  /// How long a document may be silent while its page is silent, too: it may be at work, or be gone. While the machine
  /// sleeps, nobody answers, and the time does not count.
  static let timeout: Duration = .seconds(10)
  /// How often the main frame's document answers later questions before a document that has not answered is gone. They
  /// are asked in order and share a thread; the first answer may be to an earlier question.
  private static let roundsOfTheMainFrame = 2

  private var lives: [Token: DocumentLife] = [:]
  /// How many lives began.
  private var latest = 0
  /// The main documents that told of their end and have no successor yet.
  private var ends: [MainDocumentEnd] = []

  private struct MainDocumentEnd {
    weak var webView: WKWebView?
    /// How many lives had begun by then.
    let latest: Int
  }

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
      latest += 1
      lives[token] = DocumentLife(number: latest, webView: webView, frame: message.frameInfo, reply: reply)
      return over
    case UInt8(ascii: "=") where lives[token]?.webView === webView:
      lives[token]?.isHere(reply)
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

  /// Asks a sub-frame's document whether it is still there, and then the main frame's.
  ///
  /// - Returns: whether the document is over, because it has been silent for ``timeout``. Word of it may come sooner, from
  ///   ``receive(_:reply:)``.
  func ask(_ token: Token, at now: SuspendingClock.Instant) -> Set<Token> {
    guard let life = lives[token], !life.isMainFrame else { return [] }
    lives[token]?.ask(at: now)
    if let main = lives.first(where: { $1.isMainFrame && $1.webView === life.webView })?.key {
      lives[main]?.ask(at: now)
    }
    return end { $0 == token && $1.hasBeenSilent(for: Self.timeout, at: now) }
  }

  /// The main frame's document answered: what was asked before it, and has not, may be gone.
  private func missing(in webView: WKWebView) -> Set<Token> {
    for (token, life) in lives where life.webView === webView && life.isAsked && !life.isMainFrame {
      lives[token]?.missedRounds += 1
    }
    return end { $1.webView === webView && $1.missedRounds >= Self.roundsOfTheMainFrame }
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
    return Set(over.keys)
  }
}
