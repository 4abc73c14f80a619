import Causeway
import CausewayJSON
import CausewayTesting
import Testing

@testable import CausewayPlayground

@Suite("Faults on demand") @MainActor struct FaultTests {
  private let faults = Faults()
  private let bridge = Bridge()
  private let echo = Faults.Subject(dialect: "causeway", capability: "echo")

  init() {
    bridge.log = { _ in }
    bridge.install(
      CausewayDialect([
        Capability("echo", policy: .everyone) { (text: String, _: Call) -> String in text },
        Capability("other", policy: .everyone) { (text: String, _: Call) -> String in text },
        Capability("later", policy: .everyone) { (json: JSONValue, _: Call, responder: consuming Responder) in
          responder.succeed(json)
        },
      ]))
    faults.install(in: bridge)
  }

  private func call(_ name: String) async -> InMemoryPage.Settlement {
    let page = InMemoryPage(bridge)
    return await page.request(CausewayDialect.name, ["name": .string(name), "parameters": "hi"])
  }

  @Test("Without a fault, nothing changes") func none() async {
    #expect(await call("echo") == .resolved("hi"))
    #expect(await call("later") == .resolved("hi"))
  }

  @Test("A capability fails with the chosen error, and the others do not") func failure() async {
    faults.set(.failure(code: "CARD_LOST", message: "The card is lost."), for: echo)
    let failed = await call("echo")
    #expect("\(failed)".contains("CARD_LOST"))
    #expect("\(failed)".contains("The card is lost."))
    #expect(await call("other") == .resolved("hi"))
    faults.set(nil, for: echo)
    #expect(await call("echo") == .resolved("hi"))
  }

  @Test("A capability whose handler answers later can fail too") func responding() async {
    faults.set(.offline, for: Faults.Subject(dialect: "causeway", capability: "later"))
    #expect("\(await call("later"))".contains("OFFLINE"))
  }

  @Test("An app that is too old does not know the capability") func unknown() async {
    faults.set(.unknown, for: echo)
    #expect("\(await call("echo"))".contains("UNKNOWN_CAPABILITY"))
  }

  @Test("A delayed answer comes, but later") func delay() async {
    faults.set(.delay(.milliseconds(30)), for: echo)
    let start = ContinuousClock.now
    #expect(await call("echo") == .resolved("hi"))
    #expect(ContinuousClock.now - start >= .milliseconds(30))
  }

  @Test("The error of a handler that would answer later reaches the page after a check", arguments: [true, false])
  func thrown(isHeld: Bool) async {
    let held = HeldResponder()
    let later = Capability("later", policy: .everyone) { (_: JSONValue, _: Call, responder: consuming Responder) in
      if isHeld { held.responder = consume responder }
      throw SimulatedFault(code: "NO_SUCH_ORDER", pageMessage: "There is no such order.")
    }
    let bridge = Bridge()
    bridge.log = { _ in }
    bridge.install(CausewayDialect([later.checked { _ in }]))
    let failed = await InMemoryPage(bridge).request(CausewayDialect.name, ["name": "later"])
    #expect("\(failed)".contains("NO_SUCH_ORDER"))
  }

  @MainActor private final class HeldResponder {
    var responder: Responder?
  }

  @Test("When the page withdraws a request, its check is cancelled, and its handler does not run")
  func withdrawn() async {
    let (starts, start) = AsyncStream<Void>.makeStream()
    let (ends, end) = AsyncStream<Void>.makeStream()
    var hasRun = false
    let slow = Capability("slow", policy: .everyone) { (json: JSONValue, _: Call, responder: consuming Responder) in
      hasRun = true
      responder.succeed(json)
    }
    let bridge = Bridge()
    bridge.log = { _ in }
    bridge.install(
      CausewayDialect([
        slow.checked(deadline: .never) { _ in
          start.yield()
          for await _ in AsyncStream<Int>(Int.self, { _ in }) {}  // The loop ends when the task is cancelled.
          end.yield()
        }
      ]))
    let page = InMemoryPage(bridge)
    let request = page.request(CausewayDialect.name, text: #"{"name":"slow","parameters":1}"#) { _ in }
    for await _ in starts { break }
    page.withdraw(request)
    for await _ in ends { break }
    await Task.yield()
    #expect(!hasRun)
  }

  @Test("All capabilities can be chosen before a page has used them") func subjects() {
    #expect(faults.subjects.map(\.capability).sorted() == ["echo", "later", "other"])
  }
}
