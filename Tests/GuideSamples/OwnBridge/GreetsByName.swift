import Causeway
import CausewayTesting

@MainActor func greetsByName() async {
  let bridge = Bridge()
  bridge.install(CausewayDialect([Capability("greet", policy: .everyone) { (name: String, _) in "Hello, \(name)!" }]))
  let page = InMemoryPage(bridge)
  let settlement = await page.request("causeway", ["name": "greet", "parameters": "Ada"])
  assert(settlement == .resolved("Hello, Ada!"))
}
