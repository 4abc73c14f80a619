import Foundation
import Testing

@testable import OnsideMerchant

/// When failures are an outage, and how long the pauses are.
@Suite("Outages") struct OutageTests {
  private var outage = Outage(pause: GrowingPause(first: .seconds(1), longest: .seconds(300)))

  @Test("Failures of different orders in a row are an outage, and those of one order are none")
  mutating func inRow() {
    let order = UUID()
    for _ in 0..<20 { outage.noteFailure(of: order) }
    #expect(!outage.isOn)
    for _ in 2..<Outage.failuresInRow { outage.noteFailure(of: UUID()) }
    #expect(!outage.isOn)
    outage.noteSuccess()
    for _ in 1..<Outage.failuresInRow { outage.noteFailure(of: UUID()) }
    #expect(!outage.isOn)
    outage.noteFailure(of: UUID())
    #expect(outage.isOn)
    _ = outage.beginPause(demanded: nil)
    #expect(!outage.isOn)
  }

  @Test("Each pause is longer, at most the longest one, and a success makes them short again")
  mutating func pauses() {
    for seconds in [1.0, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300] {
      outage.noteFailureOfAll()
      let pause = outage.beginPause(demanded: nil) / .seconds(1)
      #expect(pause >= seconds / 2 && pause <= seconds)
    }
    outage.noteSuccess()
    #expect(outage.beginPause(demanded: nil) <= .seconds(1))
  }

  @Test("The pause that the server demands is kept, up to a day")
  mutating func demanded() {
    for (demanded, expected) in [(3_600.0, 3_600.0), (0, 0), (1e9, 86_400)] {
      let pause = outage.beginPause(demanded: .seconds(demanded)) / .seconds(1)
      #expect(pause >= expected && pause <= expected + 4, "\(pause)")
    }
  }
}
