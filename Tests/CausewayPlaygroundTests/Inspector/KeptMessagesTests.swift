import CausewayJSON
import Testing

@testable import CausewayPlayground

@Suite("Messages that an inspector gets") struct KeptMessagesTests {
  private struct Sample: KeptMessage, ExpressibleByDictionaryLiteral {
    let json: JSONValue

    init(dictionaryLiteral members: (String, JSONValue)...) {
      var object = JSONObject()
      for (name, value) in members { object[name] = value }
      json = .object(object)
    }

    var weight: Int { json.weight }
  }

  private struct Batch: Equatable {
    var ids: [Int]
    var dropped = 0
  }

  private func batch(_ text: String?) throws -> Batch {
    let json = try JSONValue(parsing: try #require(text))
    let ids = json["messages"]?.arrayValue?.compactMap { $0["id"]?.numberValue.map { Int($0) } } ?? []
    return Batch(ids: ids, dropped: json["dropped"]?.numberValue.map { Int($0) } ?? -1)
  }

  @Test("Each message is told once, with a number that increases") func once() throws {
    var messages = KeptMessages<Sample>()
    let news1 = messages.takeNew()
    #expect(news1 == nil)
    messages.add(["name": "a"])
    messages.add(["name": "b"])
    let news2 = messages.takeNew()
    #expect(try batch(news2) == Batch(ids: [1, 2], dropped: 0))
    let news3 = messages.takeNew()
    #expect(news3 == nil)
    messages.add(["name": "c"])
    let news4 = messages.takeNew()
    #expect(try batch(news4) == Batch(ids: [3], dropped: 0))
    #expect(try batch(messages.all) == Batch(ids: [1, 2, 3], dropped: 0))
  }

  @Test("The oldest messages are dropped, and an inspector that opens later learns how many") func maximum() throws {
    var messages = KeptMessages<Sample>()
    for number in 0..<(3 * KeptMessagesLimit.messages + 7) { messages.add(["number": .number(Double(number))]) }
    let all = try batch(messages.all)
    #expect(all.ids.count == KeptMessagesLimit.messages)
    #expect(all.ids.last == 3 * KeptMessagesLimit.messages + 7)
    #expect(all.dropped == 2 * KeptMessagesLimit.messages + 7)
    let news5 = messages.takeNew()
    #expect(try batch(news5).ids.count == KeptMessagesLimit.messages)
  }

  @Test("Large messages are dropped too, but never the newest") func bytes() throws {
    var messages = KeptMessages<Sample>()
    let text = String(repeating: "x", count: KeptMessagesLimit.bytes / 2)
    for _ in 0..<4 { messages.add(["text": .string(text)]) }
    #expect(try batch(messages.all) == Batch(ids: [4], dropped: 3))
    messages.add(["text": .string(text + text + text)])
    #expect(try batch(messages.all).ids == [5])
  }

  @Test("After a clear, numbers go on, so that no inspector takes a new message for an old one") func clear() throws {
    var messages = KeptMessages<Sample>()
    messages.add([:])
    messages.clear()
    #expect(messages.all == nil)
    messages.add([:])
    #expect(try batch(messages.all) == Batch(ids: [2], dropped: 0))
  }
}
