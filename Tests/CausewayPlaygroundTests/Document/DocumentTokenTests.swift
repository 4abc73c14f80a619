import Foundation
import Testing

@testable import CausewayPlayground

@Suite("Tokens of documents") @MainActor struct DocumentTokenTests {
  private let key = Data("a secret".utf8)
  private let main = IssuedDocument(placement: .main, host: "localhost:8080", platform: "ios")
  private let sub = IssuedDocument(placement: .sub, host: "localhost:8080", platform: "android")

  @Test("A token is valid once, for its document") func once() {
    let tokens = DocumentTokens(key: key)
    let token = tokens.issue(for: main)
    #expect(tokens.redeem(token, host: "localhost:8080") == main)
    #expect(tokens.redeem(token, host: "localhost:8080") == nil)
  }

  @Test("A token is not valid at another host, and is not used up by that attempt") func host() {
    let tokens = DocumentTokens(key: key)
    let token = tokens.issue(for: main)
    #expect(tokens.redeem(token, host: "other.localhost:8080") == nil)
    #expect(tokens.redeem(token, host: "localhost:8080") == main)
  }

  @Test("A server with the same secret knows the documents of the server before it, each once") func restart() {
    let token = DocumentTokens(key: key).issue(for: sub)
    let next = DocumentTokens(key: key)
    #expect(next.redeem(token, host: "other.localhost:8080") == nil)
    #expect(next.redeem(token, host: "localhost:8080") == sub)
    #expect(next.redeem(token, host: "localhost:8080") == nil)
  }

  @Test("A server with another secret does not know them") func otherKey() {
    let token = DocumentTokens(key: key).issue(for: main)
    #expect(DocumentTokens(key: Data("another".utf8)).redeem(token, host: "localhost:8080") == nil)
  }

  @Test("A sub-frame cannot make its token that of a main frame") func forged() {
    let token = DocumentTokens(key: key).issue(for: sub)
    let next = DocumentTokens(key: key)
    #expect(next.redeem(token.replacing(".sub.", with: ".main."), host: "localhost:8080") == nil)
    #expect(next.redeem(token.replacing(".android.", with: ".ios."), host: "localhost:8080") == nil)
    #expect(next.redeem(token + ".", host: "localhost:8080") == nil)
    #expect(next.redeem("", host: "localhost:8080") == nil)
    #expect(next.redeem("....", host: "localhost:8080") == nil)
  }

  @Test("A token of frames is valid more than once, at its host and at the next server, and never for a main frame")
  func frames() {
    let tokens = DocumentTokens(key: key)
    let token = tokens.issueForFrames(of: main)
    let frame = IssuedDocument(placement: .sub, host: main.host, platform: main.platform)
    for tokens in [tokens, tokens, DocumentTokens(key: key)] {
      #expect(tokens.redeem(token, host: "localhost:8080") == frame)
    }
    #expect(tokens.redeem(token, host: "other.localhost:8080") == nil)
    #expect(DocumentTokens(key: Data("another".utf8)).redeem(token, host: "localhost:8080") == nil)
    #expect(DocumentTokens(key: key).redeem(token.replacing(".frames.", with: ".main."), host: "localhost:8080") == nil)
  }

  @Test("A token that was used by this server cannot come back as one of another server") func sameEpoch() {
    let tokens = DocumentTokens(key: key)
    let token = tokens.issue(for: main)
    // Issue so many tokens that the server forgets the first one. That token's signature is still valid, so the server
    // can refuse it only because its epoch shows that this server issued it.
    _ = (0..<40_000).map { _ in tokens.issue(for: main) }
    #expect(tokens.redeem(token, host: "localhost:8080") == nil)
    #expect(DocumentTokens(key: key).redeem(token, host: "localhost:8080") == main)
  }

  @Test("A token is valid for 12 hours, also at the next server") func age() {
    let clock = Clock()
    let tokens = DocumentTokens(key: key) { clock.time }
    let next = DocumentTokens(key: key) { clock.time }
    let young = (tokens.issue(for: main), tokens.issue(for: main))
    let old = (tokens.issue(for: main), tokens.issue(for: main))
    clock.time += 12 * 3_600
    #expect(tokens.redeem(young.0, host: "localhost:8080") == main)
    #expect(next.redeem(young.1, host: "localhost:8080") == main)
    clock.time += 1
    #expect(tokens.redeem(old.0, host: "localhost:8080") == nil)
    #expect(next.redeem(old.1, host: "localhost:8080") == nil)
  }

  @Test("A server that has seen many documents of the server before it still knows more of them") func many() {
    let tokens = DocumentTokens(key: key)
    let next = DocumentTokens(key: key)
    for _ in 0..<16_384 { _ = next.redeem(tokens.issue(for: main), host: "localhost:8080") }
    let latest = tokens.issue(for: main)
    #expect(next.redeem(latest, host: "localhost:8080") == main)
    #expect(next.redeem(latest, host: "localhost:8080") == nil)
  }

  @Test("Documents that browsers asked for and never showed are forgotten, the oldest first") func forgotten() {
    let tokens = DocumentTokens(key: key)
    let first = tokens.issue(for: main)
    let all = (0..<40_000).map { _ in tokens.issue(for: main) }
    #expect(tokens.redeem(first, host: "localhost:8080") == nil)
    #expect(tokens.redeem(all[39_999], host: "localhost:8080") == main)
    #expect(tokens.redeem(all[30_000], host: "localhost:8080") == main)
    #expect(tokens.redeem(all[20_000], host: "localhost:8080") == nil)
  }
}

/// A clock whose time a test sets.
@MainActor final class Clock {
  var time = Date(timeIntervalSince1970: 1_800_000_000)
}
