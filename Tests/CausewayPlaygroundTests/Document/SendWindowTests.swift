import Testing

@testable import CausewayPlayground

@Suite("Packets that wait in a connection") struct SendWindowTests {
  @Test("There is room until the page has too much to confirm, and again when it has confirmed enough") func room() {
    var window = SendWindow()
    for _ in 0..<8 {
      #expect(window.hasRoom)
      window.didSend(1 << 20)
    }
    #expect(!window.hasRoom)
    let changed1 = window.didReceive(1)
    #expect(changed1)
    #expect(window.hasRoom)
    let changed2 = window.didReceive(1)
    #expect(!changed2)
  }

  @Test("A page cannot confirm more than was sent") func tooMany() {
    var window = SendWindow()
    window.didSend(SendWindow.room)
    let changed3 = window.didReceive(1_000_000)
    #expect(changed3)
    window.didSend(SendWindow.room)
    #expect(!window.hasRoom)
    let changed4 = window.didReceive(2)
    #expect(changed4)
  }

  @Test("Very many packets are counted right") func many() {
    var window = SendWindow()
    for number in 1...100_000 {
      window.didSend(100)
      _ = window.didReceive(number)
    }
    #expect(window.hasRoom)
    window.didSend(SendWindow.room)
    #expect(!window.hasRoom)
    let changed5 = window.didReceive(100_001)
    #expect(changed5)
  }
}
