import CausewayContract
import Testing

@Suite("Contract")
struct ContractTests {
  @Test("A member has no elements, result and errors unless it states them")
  func defaults() {
    let member = Contract.Member("opened", caller: .page, form: .event)
    #expect(member.elements == .nothing && member.result == .nothing && member.errors.isEmpty)
  }
}
