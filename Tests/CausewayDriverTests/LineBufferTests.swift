import Foundation
import Testing

@testable import CausewayDriver

@Suite struct LineBufferTests {
  @Test func linesThatArriveInPiecesAreJoined() {
    var buffer = LineBuffer()
    #expect(buffer.take(Data("a".utf8)).isEmpty)
    #expect(buffer.take(Data("b\n\nc".utf8)) == [Data("ab".utf8), Data()])
    #expect(buffer.take(Data("\n".utf8)) == [Data("c".utf8)])
    #expect(buffer.finish() == nil)
  }

  @Test func theLastLineNeedsNoLineBreak() {
    var buffer = LineBuffer()
    #expect(buffer.take(Data("a\nb".utf8)) == [Data("a".utf8)])
    #expect(buffer.finish() == Data("b".utf8))
    #expect(buffer.finish() == nil)
  }
}
