import Causeway
import Foundation
import WebKit

/// The documents of all web views, as `life.js` tells of them from a script world that no page reaches.
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

  private struct Life {
    weak var webView: WKWebView?
    let isMainFrame: Bool
    let origin: Origin
    /// Whether a document of the page's world has shown the token.
    var isClaimed = false
  }

  private var lives: [Token: Life] = [:]

  /// Takes what `life.js` posted: `+` or `-`, and a token.
  ///
  /// - Returns: the lives that are over.
  func receive(_ message: WKScriptMessage) -> Set<Token> {
    guard let text = message.body as? String, let token = PostedMessage.name(in: text.dropFirst()),
      text.utf8.count == 1 + PostedMessage.nameLength, let webView = message.webView
    else { return [] }
    switch text.utf8.first {
    case UInt8(ascii: "+"): return begin(token, message.frameInfo, in: webView)
    case UInt8(ascii: "-"): return end { $0 == token && $1.webView === webView }
    default: return []
    }
  }

  /// A new main document ends all documents of its web view before it.
  private func begin(_ token: Token, _ frame: WKFrameInfo, in webView: WKWebView) -> Set<Token> {
    guard lives[token] == nil else { return [] }
    let over = end { $1.webView == nil || (frame.isMainFrame && $1.webView === webView) }
    lives[token] = Life(webView: webView, isMainFrame: frame.isMainFrame, origin: Origin(frame.securityOrigin))
    return over
  }

  /// Whether `life.js` has told of a life that is not over.
  func isKnown(_ token: Token) -> Bool { lives[token] != nil }

  /// Lets a document of the page's world have a life: once, and one of its own frame's.
  func claim(_ token: Token, for message: WKScriptMessage) -> Bool {
    guard let life = lives[token], !life.isClaimed, life.webView === message.webView,
      life.isMainFrame == message.frameInfo.isMainFrame, life.origin == Origin(message.frameInfo.securityOrigin)
    else { return false }
    lives[token]?.isClaimed = true
    return true
  }

  /// Forgets the lives of a web view.
  func endAll(where isOver: (WKWebView?) -> Bool) {
    _ = end { isOver($1.webView) }
  }

  private func end(where isOver: (Token, Life) -> Bool) -> Set<Token> {
    let over = lives.filter { isOver($0.key, $0.value) }
    for token in over.keys { lives[token] = nil }
    return Set(over.keys)
  }
}
