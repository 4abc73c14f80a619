import Foundation
import Testing

@testable import CausewayDriver

@Suite struct LineBufferTests {
  @Test func linesThatArriveInPiecesAreJoined() {
    var buffer = LineBuffer()
    #expect(buffer.take(Data("a".utf8)).isEmpty)
    #expect(buffer.take(Data("b\n\nc".utf8)) == [Data("ab".utf8), Data()])
    #expect(buffer.take(Data("\n".utf8)) == [Data("c".utf8)])
  }
}
