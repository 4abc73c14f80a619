import Testing

@testable import Causeway

@Suite("The table of open calls") struct CallTableTests {
  @Test func aCallEndsOnce() {
    var table = CallTable<String>()
    let id = table.admit("a", deadline: nil) ?? 0
    #expect(table.settle(id) == "a")
    #expect(table.settle(id) == nil)
    #expect(table.settle(99) == nil)
  }

  @Test func idsAreUnique() {
    var table = CallTable<Int>()
    var names: Set<UInt64> = []
    for number in 0..<100 {
      let id = table.admit(number, deadline: nil) ?? 0
      #expect(names.insert(id).inserted)
      if number.isMultiple(of: 2) { _ = table.settle(id) }
    }
  }

  @Test func dueCallsAreListedInOrderUntilTheyAreSettled() {
    var table = CallTable<Int>()
    let first = table.admit(1, deadline: .seconds(1)) ?? 0
    let second = table.admit(2, deadline: .seconds(2)) ?? 0
    _ = table.admit(3, deadline: nil)
    #expect(table.due(at: .zero) == ([], .seconds(1)))
    #expect(table.due(at: .seconds(1)) == ([first], .seconds(2)))
    #expect(table.due(at: .seconds(5)) == ([first, second], nil))
    #expect(table.count == 3)
  }

  @Test func aClosedTableAdmitsNoCalls() {
    var table = CallTable<Int>()
    _ = table.admit(1, deadline: nil)
    _ = table.admit(2, deadline: nil)
    #expect(table.close() == [1, 2])
    #expect(table.admit(3, deadline: nil) == nil)
    #expect(table.close().isEmpty)
  }
}

private func == (left: (expired: [UInt64], next: Duration?), right: ([UInt64], Duration?)) -> Bool {
  left.expired == right.0 && left.next == right.1
}
