import CausewayContract
import CausewayJSON
import CausewayTesting
import Testing

@testable import Causeway

/// Functions whose progress has a type.
private struct Exports: BridgeContract {
  let export = AppFunction<Int, String>("export").reporting(Stage.self)
  let clear = AppFunction<Nothing, Nothing>("clear").reporting(Stage.self)
  let zip = AppFunction<Nothing, Bytes>("zip").reporting(Stage.self)
  let add = AppUpload<Nothing, Int, Int>("add").reporting(Stage.self)
  let save = AppUpload<Nothing, Bytes, Int>("save").reporting(Stage.self)
  let render = PageFunction<String, String>("render").reporting(Stage.self)
  let print = PageFunction<Nothing, Nothing>("print").reporting(Stage.self)

  struct Stage: Codable, Equatable { var name: String, done: Int }
}

@MainActor @Suite("Progress with a type") struct ReportingTests {
  private let exports = Exports()
  private let bridge = Bridge()
  private let page: InMemoryPage
  private let log = Log()

  @MainActor private final class Log { var lines: [String] = [] }

  init() {
    let exports = self.exports
    bridge.log = { [log] in log.lines.append($0) }
    bridge.install(
      CausewayDialect(exports, origins: [Origin(scheme: "https", host: "page.example")]) {
        exports.export.handler { count, call in
          for number in 1...count { try call.report(.init(name: "packs", done: number)) }
          return "\(count) files for \(call.capability)"
        }
        exports.clear.handler { _, call in try call.report(.init(name: "clears", done: 1)) }
        exports.zip.handler { _, call in
          try call.report(.init(name: "zips", done: 1))
          return Bytes([1, 2])
        }
        exports.add.handler { _, numbers, call in
          var sum = 0
          for try await number in numbers {
            sum += number
            try call.report(.init(name: "adds", done: sum))
          }
          return sum
        }
        exports.save.handler { _, pieces, call in
          var count = 0
          for try await piece in pieces { count += piece.count }
          try call.report(.init(name: "saves", done: count))
          return count
        }
      })
    page = InMemoryPage(bridge)
  }

  private var reported: [JSONValue?] { page.messages.map { $0.body?["value"] } }

  @Test func aHandlerReportsValuesOfTheType() async {
    let answer = await page.request("causeway", ["name": "export", "parameters": 2, "progress": 1])
    #expect(answer == .resolved("2 files for export"))
    #expect(reported == [["name": "packs", "done": 1], ["name": "packs", "done": 2]])
  }

  @Test func everyKindOfFunctionReports() async {
    #expect(await page.request("causeway", ["name": "clear", "progress": 1]) == .resolved(nil))
    #expect(await page.request("causeway", ["name": "zip", "progress": 2]) == .resolvedBytes(Bytes([1, 2])))
    var settlements: [InMemoryPage.Settlement] = []
    let numbers = page.upload("causeway", ["name": "add", "progress": 3]) { settlements.append($0) }
    for number in [1, 2] { numbers.send(.number(Double(number))) }
    numbers.end()
    #expect(await eventually { settlements.count == 1 })
    let pieces = page.upload("causeway", ["name": "save", "progress": 4]) { settlements.append($0) }
    pieces.send(Bytes([1, 2, 3]))
    pieces.end()
    #expect(await eventually { settlements.count == 2 })
    #expect(settlements == [.resolved(3), .resolved(3)])
    #expect(reported.map { $0?["name"] } == ["clears", "zips", "adds", "adds", "saves"])
  }

  @Test func theAppGetsValuesOfTheType() async throws {
    page.onCall = { [page] _, body in
      page.report(["name": "draws", "done": 1])
      page.report(["name": "draws", "done": 2])
      return body?["parameters"]
    }
    var stages: [Exports.Stage] = []
    let remote = page.conversation.page(exports)
    #expect(try await remote.render("x") { stages.append($0) } == "x")
    #expect(stages == [.init(name: "draws", done: 1), .init(name: "draws", done: 2)])
    try await remote.print { stages.append($0) }
    #expect(stages.count == 4)
  }

  @Test func progressOfAnotherTypeIsDroppedAndLogged() async throws {
    page.onCall = { [page] _, body in
      page.report(0.5)
      page.report(["name": "draws", "done": 1])
      page.report(["name": "draws", "done": "2"])
      return body?["parameters"]
    }
    var stages: [Exports.Stage] = []
    #expect(try await page.conversation.page(exports).render("x") { stages.append($0) } == "x")
    #expect(stages == [.init(name: "draws", done: 1)])
    #expect(log.lines.count == 2)
    #expect(log.lines.last?.contains("at done: expected an integer, found a string") == true)
  }

  @Test func theContractHasTheType() throws {
    let contract = exports.contract
    #expect(contract.members.allSatisfy { $0.progress == .reference("Stage") })
    #expect(contract.typeScript.contains("options?: CausewayCallOptions<Stage>): Promise<string>"))
    #expect(contract.typeScript.contains("options?: CausewayUploadOptions<Stage>): Promise<number>"))
    #expect(contract.typeScript.contains("context: CausewayCallContext<Stage>) => string | Promise<string>"))
    #expect(try Contract(json: contract.json).json == contract.json)
  }

  @Test func aHandlerOfTheDeclarationServesIt() {
    let dialect = bridge.dialects["causeway"]?.dialect as? CausewayDialect
    #expect(dialect?.mistakes == [])
  }
}
