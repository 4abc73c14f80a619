import Foundation
import Testing

@testable import CausewayPlayground

@Suite("Messages of a document whose tab is not known yet") struct EarlyMessagesTests {
  private let half = EarlyMessages.room / 2

  /// Adds messages. Returns whether each of them was accepted.
  private func add(_ added: EarlyMessages.Message..., to messages: inout EarlyMessages) -> [Bool] {
    added.map { messages.add($0) }
  }

  @Test("Texts and bytes count together, up to the limit") func limit() {
    var messages = EarlyMessages()
    // A character of two bytes.
    let text = EarlyMessages.Message.text(String(repeating: "é", count: half / 2))
    let bytes = EarlyMessages.Message.bytes(Data(count: half))
    let accepted = add(text, bytes, to: &messages)
    let (taken, rest) = (messages.take(), messages.take())
    #expect(accepted == [true, true])
    #expect(taken == [text, bytes])
    #expect(rest.isEmpty)
    // Messages that were taken no longer count.
    let acceptedLater = add(text, bytes, to: &messages)
    #expect(acceptedLater == [true, true])
  }

  @Test("Beyond the limit nothing is kept, and nothing more is accepted") func beyond() {
    var messages = EarlyMessages()
    let accepted = add(.bytes(Data(count: EarlyMessages.room)), .text("x"), .text("x"), to: &messages)
    let taken = messages.take()
    #expect(accepted == [true, false, false])
    #expect(taken.isEmpty)
  }
}
