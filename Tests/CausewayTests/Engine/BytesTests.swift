import Causeway
import CausewayJSON
import CausewayTesting
import Testing

@Suite("Bytes that are sent beside messages") @MainActor struct BytesTests {
  private func page(_ capabilities: [Capability], limits: Limits = .standard) -> (page: InMemoryPage, bridge: Bridge) {
    let bridge = Bridge(limits: limits)
    bridge.install(CausewayDialect(capabilities))
    return (InMemoryPage(bridge), bridge)
  }

  private let count = Capability("count", policy: .everyone) { (_: JSONValue, call: Call) in call.bytes?.count ?? -1 }
  private let make = Capability(
    "make", policy: .everyone, bytes: { (count: Int, _) in Bytes([UInt8](repeating: 7, count: count)) })

  @Test func theHandlerGetsTheBytesOfAMessage() async {
    let (page, _) = page([count])
    let with = await page.request("causeway", ["name": "count"], bytes: [1, 2, 3])
    #expect(with == .resolved(3))
    let without = await page.request("causeway", ["name": "count"])
    #expect(without == .resolved(-1))
  }

  @Test func aCapabilityReturnsBytes() async {
    let (page, _) = page([make])
    let settlement = await page.request("causeway", ["name": "make", "parameters": 3])
    #expect(settlement == .resolvedBytes([7, 7, 7]))
    #expect(page.violations.isEmpty)
  }

  @Test func invalidParametersBesideBytesEndTheRequest() async {
    let (page, _) = page([make])
    guard case .rejected(let reason?) = await page.request("causeway", ["name": "make", "parameters": "three"]) else {
      Issue.record("The request was not rejected")
      return
    }
    #expect(reason.objectValue?["code"] == "INVALID_PARAMETERS")
  }

  @Test func bytesBeyondTheLimitAreNotSent() async {
    var limits = Limits.standard
    limits.waitingBytes = 2
    let (page, _) = page([make], limits: limits)
    guard case .rejected(let reason?) = await page.request("causeway", ["name": "make", "parameters": 3]) else {
      Issue.record("The request was not rejected")
      return
    }
    #expect(reason.objectValue?["code"] == "BYTES_NOT_CARRIED")
  }

  @Test func aMessageThatNamesUnknownBytesIsMalformed() async {
    let (page, bridge) = page([count])
    var failures: [String] = []
    bridge.observe { if let failure = $0.failure { failures.append(failure) } }
    page.sendPacket("b causeway 1 77 {\"name\":\"count\"}\nb causeway 2  {}\nb causeway 3\n")
    #expect(failures.count == 3)
    #expect(failures.first?.hasPrefix("MALFORMED: ") == true)
  }

  @Test func observersSeeTheNumberOfBytes() async {
    let (page, bridge) = page([count, make])
    var observations: [BridgeObservation] = []
    bridge.observe { observations.append($0) }
    _ = await page.request("causeway", ["name": "count"], bytes: [1, 2, 3])
    _ = await page.request("causeway", ["name": "make", "parameters": 4])
    #expect(observations.map(\.bytes) == [3, nil, nil, 4])
  }
}
