import Testing

@testable import Causeway

@Suite("Lines of the page runtime") struct WireTests {
  @Test(arguments: ["0", "7", "18446744073709551615"]) func numbersAreReadFromDigits(number: String) throws {
    var line = "c \(number)"
    line.withUTF8 { line in
      guard case .withdraw(let id)? = Wire.parse(line) else {
        Issue.record("c \(number) was not read as a withdrawal")
        return
      }
      #expect("\(id)" == number)
    }
  }

  /// The page runtime writes each number in one way only, so the engine rejects every other spelling.
  @Test(arguments: ["-0", "+1", "007", "00", "", " 1", "1x", "18446744073709551616", "\u{0661}"])
  func aLineWithAMalformedNumberIsRejected(number: String) {
    let lines = [
      "c \(number)", "r causeway \(number) {}", "b causeway \(number) 1 {}", "a \(number) 1", "e \(number) 1",
    ]
    for var line in lines {
      let isLine = line.withUTF8 { Wire.parse($0) != nil }
      #expect(!isLine, "\(line)")
    }
  }

  @Test func aLongTextExtendsToTheEndOfItsPacket() throws {
    var packet = "c 1\nl causeway 2 =parameters {\"name\":\"echo\"}\none\nc 3\n"
    let bodies = packet.withUTF8 { packet in
      PacketLines(packet).map { line -> Body? in
        guard case .request(_, 2, nil, .none, let body)? = Wire.parse(line) else { return nil }
        return Wire.parseBody(body, limits: .standard)
      }
    }
    #expect(bodies == [nil, .value(["name": "echo", "parameters": "one\nc 3\n"])])
  }

  @Test(arguments: ["=", "=a", "=a {}", "=a []\nx", "=a {\nx", "=a !no\nx"])
  func aLongTextWithoutAnObjectIsUnreadable(body: String) {
    var body = body
    let value = body.withUTF8 { Wire.parseBody($0, limits: .standard) }
    guard case .unreadable = value else {
      Issue.record("\(body) was read as \(value)")
      return
    }
  }

  /// The engine searches eight bytes at a time, so this test puts the line break at every offset.
  @Test func aPacketIsSplitIntoLines() {
    for length in 0..<40 {
      for place in 0...length {
        var packet = String(repeating: "x", count: place) + "\n\n" + String(repeating: "\u{0B}", count: length - place)
        let lines = packet.withUTF8 { PacketLines($0).map { String(decoding: $0, as: UTF8.self) } }
        var expected = packet.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if expected.last == "" { expected.removeLast() }  // A final line break does not begin a line.
        #expect(lines == expected)
      }
    }
  }
}
