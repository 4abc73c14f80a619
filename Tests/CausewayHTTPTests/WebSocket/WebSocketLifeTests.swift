import Testing

@testable import CausewayHTTP

@Suite("The life of a WebSocket") struct WebSocketLifeTests {
  private enum Step: CaseIterable {
    case close, receiveClose, fault, end
  }

  private func perform(_ step: Step, _ life: inout WebSocketLife) -> [WebSocketLife.Action] {
    switch step {
    case .close: life.close(1001, "")
    case .receiveClose: life.didReceiveClose(4000)
    case .fault: life.didReceive(.notUTF8)
    case .end: life.didEnd()
    }
  }

  @Test("In every order of events, one close frame is sent at most, and the end is told exactly once") func every() {
    for first in Step.allCases {
      for second in Step.allCases {
        for third in Step.allCases {
          var life = WebSocketLife()
          let actions = [first, second, third].flatMap { perform($0, &life) }
          let sent = actions.count { if case .sendClose = $0 { true } else { false } }
          #expect(sent == (first == .end ? 0 : 1), "\(first), \(second), \(third)")
          #expect(actions.count { $0 == .end } == 1)
          #expect(actions.count { $0 == .finish } <= 1)
          #expect(!life.isOpen)
        }
      }
    }
  }

  @Test("The answer to a close frame repeats its code") func code() {
    var life = WebSocketLife()
    #expect(life.didReceiveClose(4000) == [.sendClose(4000, ""), .finish, .end])
    var other = WebSocketLife()
    #expect(other.didReceiveClose(nil).first == .sendClose(1000, ""))
  }
}
