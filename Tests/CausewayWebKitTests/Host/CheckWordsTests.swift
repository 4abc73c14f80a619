import CausewayContract
import CausewayJSON
import ContractTestSupport
import Foundation
import WebTestSupport
import XCTest

/// The checks of the page (`checks.js`) and of the app (`Schema+Mismatch.swift`) find the same mistakes, and describe
/// them with the same words. Both checks run here on random contracts and values.
@MainActor final class CheckWordsTests: XCTestCase {
  /// A schema, and values. Some of the values match the schema.
  private struct Case {
    let schema: Schema
    let types: [String: Schema]
    let values: [JSONValue]
  }

  /// Returns a case for each schema of a random contract. The values match the schema, the same schema in a changed
  /// contract, or other schemas of the contract, so some of them do not match the case's schema.
  private func cases(_ random: inout RandomContracts) -> [Case] {
    let contract = random.contract()
    let changed = random.changed(contract)
    let all = schemas(of: contract)
    return zip(all, schemas(of: changed)).map { schema, other in
      var values = random.values(8, of: schema, contract.types) + random.values(16, of: other, changed.types)
      for another in all.prefix(3) { values += random.values(2, of: another, contract.types) }
      return Case(schema: schema, types: contract.types, values: values)
    }
  }

  private func schemas(of contract: Contract) -> [Schema] {
    let contents = contract.members.flatMap { [$0.parameters, $0.elements, $0.result] }
    return contents.compactMap { if case .value(let schema) = $0 { schema } else { nil } }
      + contract.types.keys.sorted().map(Schema.reference)
  }

  func testThePageAndTheAppSayTheSame() async throws {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Sources/Causeway").standardizedFileURL
    let scripts = try ["Page/json-writer.js", "Dialect/checks.js"].map {
      try String(contentsOf: sources.appendingPathComponent($0), encoding: .utf8)
    }
    let browser = Browser()
    try await browser.open("<script>\(scripts.joined(separator: "\n"))</script>")
    var random = RandomContracts()
    var (compared, mistakes) = (0, Set<String>())
    for round in 0..<40 {
      let cases = (0..<25).flatMap { _ in self.cases(&random) }
      let text = JSONValue.array(cases.map(Self.json)).json
      let answer = try await browser.run(
        """
        return JSON.stringify(JSON.parse(text).map(({ schema, types, values }) => {
          const check = causewayChecks()(types, schema);
          return values.map((value) => check(value) ?? null);
        }));
        """, ["text": text])
      let found = try JSONValue(parsing: try XCTUnwrap(answer as? String)).arrayValue ?? []
      XCTAssertEqual(found.count, cases.count)
      for (item, page) in zip(cases, found) {
        for (value, inPage) in zip(item.values, page.arrayValue ?? []) {
          let inApp = item.schema.mismatch(of: value, types: item.types).map {
            JSONValue.object(["path": .string($0.path), "expected": .string($0.expected), "found": .string($0.found)])
          }
          compared += 1
          if let found = inApp?["found"]?.stringValue { mistakes.insert(found) }
          guard inPage != inApp ?? .null else { continue }
          return XCTFail(
            "round \(round): the page says \(inPage.json), and the app \((inApp ?? .null).json), of \(value.json) in "
              + Self.json(item).json)
        }
      }
    }
    XCTAssertGreaterThan(compared, 50_000)
    XCTAssertGreaterThan(mistakes.count, 10, "too few kinds of mistakes: \(mistakes.sorted())")
  }

  private static func json(_ item: Case) -> JSONValue {
    let contract = Contract(
      name: "C", members: [.init("m", caller: .page, form: .event, parameters: .value(item.schema))], types: item.types)
    return [
      "schema": contract.json["members"]?[0]?["parameters"] ?? [:], "types": contract.json["$defs"] ?? [:],
      "values": .array(item.values),
    ]
  }
}
