import Foundation
import Testing

@testable import CausewayPlayground

@Suite("Tokens of inspectors") @MainActor struct InspectorTokenTests {
  private let key = Data("a secret".utf8)

  private func tokens(_ key: Data?, now: @escaping @MainActor () -> Date = { Date() }) -> InspectorTokens {
    let tokens = InspectorTokens(now: now)
    tokens.key = key
    return tokens
  }

  @Test("The token of the printed address is another one in each run, also with the same secret") func run() {
    let (first, second) = (tokens(key), tokens(key))
    #expect(first.accepts(first.ofRun))
    #expect(!second.accepts(first.ofRun))
    #expect(!first.accepts(""))
    #expect(!first.accepts(String(first.ofRun.dropLast())))
  }

  @Test("The token of an open inspector is valid more than once, also in the next run with the same secret")
  func open() throws {
    let token = try #require(tokens(key).issue())
    let next = tokens(key)
    #expect(next.accepts(token))
    #expect(next.accepts(token))
    #expect(!tokens(Data("another".utf8)).accepts(token))
    #expect(!tokens(nil).accepts(token))
    #expect(tokens(nil).issue() == nil)
  }

  @Test("The token of an open inspector ends after 12 hours, and its end cannot be changed") func age() throws {
    let clock = Clock()
    let tokens = tokens(key) { clock.time }
    let token = try #require(tokens.issue())
    let parts = token.split(separator: ".")
    clock.time += 12 * 3_600
    #expect(tokens.accepts(token))
    clock.time += 1
    #expect(!tokens.accepts(token))
    #expect(!tokens.accepts("\(parts[0]).1900000000.\(parts[2])"))
    #expect(!tokens.accepts(".."))
  }
}
