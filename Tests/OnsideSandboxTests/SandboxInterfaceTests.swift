import OnsideSandbox
import Testing

@Suite("The store's interface") struct SandboxInterfaceTests {
  @Test("The description of the interface is part of the program")
  func description() {
    #expect(SandboxServer.openAPI.hasPrefix("openapi: 3.1.0\n"))
  }
}
