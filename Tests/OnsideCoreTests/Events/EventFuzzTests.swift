import Causeway
import Foundation
import SeededGenerator
import Testing

@testable import OnsideCore

@Suite("trackEvent: arbitrary input from a page")
struct EventFuzzTests {
  @Test("An accepted event is within every limit, and its JSON is read as the same event")
  func anything() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for round in 0..<3000 {
      let parameters = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        (random.text(50), random.value(depth: 2))
      }
      let (event, warnings) = EventValidator.validate(name: random.text(50), parameters: parameters)
      let comment: Comment = "seed \(seed), round \(round)"
      #expect(event != nil || !warnings.isEmpty, comment)
      guard let event else { continue }
      #expect(isName(event.name), comment)
      #expect(event.parameters.count <= 25, comment)
      #expect(Set(event.parameters.map(\.name)).count == event.parameters.count, comment)
      #expect(event.parameters.allSatisfy { isName($0.name) && isWithinLimits($0.value, inArray: false) }, comment)
      #expect(event.parameters.count == parameters.count || !warnings.isEmpty, comment)
      let read = try JSONDecoder().decode(OnsideEvent.self, from: JSONEncoder().encode(event))
      #expect(read == event, comment)
    }
  }

  private func isName(_ name: String) -> Bool {
    name.range(of: "^[a-zA-Z][a-zA-Z0-9_]{0,39}$", options: .regularExpression) != nil && !name.hasSuffix("\n")
      && !name.hasPrefix("onside_")
  }

  private func isWithinLimits(_ value: OnsideEvent.Value, inArray: Bool) -> Bool {
    switch value {
    case .string(let string): string.count <= 100
    case .number(let number): number.isFinite
    case .bool: true
    case .array(let values): !inArray && !values.isEmpty && values.allSatisfy { isWithinLimits($0, inArray: true) }
    }
  }
}
