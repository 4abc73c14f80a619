import CausewayJSON
import Testing

@testable import CausewayDriver

@Suite struct ScriptTransferTests {
  private func transfer(frames: [String] = []) -> ScriptTransfer { ScriptTransfer(frames: frames, window: "page-1") }
  private static let shadowKey = "shadow-6066-11e4-a52e-4f735466cecf"
  private static let frameKey = "frame-075b-4da1-b6ba-e579c2d3230a"
  private static let windowKey = "window-fcc6-11e5-b4f8-330a88ab9d7f"

  @Test func referencesAtEveryDepthBecomeArgumentsOfTheirOwn() throws {
    var transfer = transfer()
    let template = try transfer.prepare(
      ["a": [1, elementReference("e")], "b": ["c": [Self.shadowKey: "s"]], "d": "text"])
    let key = transfer.key
    #expect(
      template == ["a": [1, [key: ["element", 0]]], "b": ["c": [key: ["shadow", 1]]], "d": "text"])
    #expect(transfer.references == [elementReference("e"), elementReference("s")])
  }

  @Test func theWindowAndTheFramesAroundTheCurrentOneNeedNoNode() throws {
    var transfer = transfer(frames: ["outer", "inner"])
    let key = transfer.key
    #expect(try transfer.prepare([Self.windowKey: "page-1"]) == [key: ["top", 0]])
    #expect(try transfer.prepare([Self.frameKey: "inner"]) == [key: ["ancestor", 0]])
    #expect(try transfer.prepare([Self.frameKey: "outer"]) == [key: ["ancestor", 1]])
    #expect(transfer.references.isEmpty)
    #expect(try transfer.prepare([Self.frameKey: "child"]) == [key: ["frame", 0]])
  }

  @Test func aReferenceThatIsWrongIsRefused() {
    var transfer = transfer()
    let number = #expect(throws: WebDriverError.self) { try transfer.prepare([["\(elementKey)": 1]]) }
    #expect(number?.code == .invalidArgument)
    let window = #expect(throws: WebDriverError.self) { try transfer.prepare([Self.windowKey: "page-2"]) }
    #expect(window?.code == .noSuchWindow)
  }

  @Test func aResultHasTheReferencesOfTheSpecification() throws {
    let transfer = transfer(frames: ["outer", "inner"])
    let key = transfer.key
    let result: JSONValue = [
      ["x": elementReference("e")], [key: ["shadow", elementReference("s")]], [key: ["frame", elementReference("f")]],
      [key: ["top", 0]], [key: ["ancestor", 1]], 1, .null,
    ]
    #expect(
      try transfer.restore(result) == [
        ["x": elementReference("e")], [Self.shadowKey: "s"], [Self.frameKey: "f"], [Self.windowKey: "page-1"],
        [Self.frameKey: "outer"], 1, .null,
      ])
    let unknown = #expect(throws: WebDriverError.self) { try transfer.restore([key: ["ancestor", 2]]) }
    #expect(unknown?.code == .javascriptError)
  }

  @Test func anObjectOfThePageIsNoReference() throws {
    let value: JSONValue = ["causeway-1": ["top", 0]]
    #expect(try transfer().restore(value) == value)
  }

  @Test func aScriptMayEndWithAComment() {
    #expect(ScriptTransfer.source(of: "return 1 // one").contains("return 1 // one\n}"))
  }
}

@Suite struct ErrorTextTests {
  @Test(arguments: WebDriverError.Code.allCases) func everyErrorHasATextAndAStatus(code: WebDriverError.Code) {
    #expect(!code.usualMessage.isEmpty)
    #expect([400, 404, 405, 500].contains(code.status))
  }
}
