import CausewayJSON
import FuzzSupport
import OnsideMerchant

@MainActor @c(LLVMFuzzerTestOneInput)
func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  Fuzzer.test(data, size, HistoryTarget.check)
}

/// The fuzzing target of the payloads of signed histories. It checks that a history, written and read again, is the
/// same, and that each purchase that is left out has a violation.
@MainActor enum HistoryTarget {
  static func check(_ bytes: UnsafeBufferPointer<UInt8>) {
    let history: TransactionHistory
    do {
      history = try TransactionHistory(parsing: Array(bytes))
    } catch {
      return check(error, bytes)
    }
    guard let json = try? JSONValue(parsing: bytes), let elements = json["transactions"]?.arrayValue else {
      fatalError("a history that is not one")
    }
    let decisive = history.violations.filter(\.isDecisive)
    expect(history.transactions.count <= elements.count, "a purchase was made up")
    expect((history.transactions.count == elements.count) == decisive.isEmpty, "a purchase was lost without a word")
    expect(Set(history.transactions.map(\.orderID)).count == history.transactions.count, "an order came twice")
    for violation in history.violations {
      expect(violation.place.hasPrefix("transactions["), "a violation without a place")
      expect(violation.description.utf8.count < 120, "a violation with a value")
    }
    do {
      let again = try TransactionHistory(parsing: history.json.jsonBytes)
      expect(again.transactions == history.transactions, "written, it reads as another")
      expect(again.violations.allSatisfy { !$0.isDecisive }, "written, it cannot be used")
    } catch {
      fatalError("written, it is no history: \(error)")
    }
  }

  private static func check(_ error: TransactionHistoryError, _ bytes: UnsafeBufferPointer<UInt8>) {
    let json = try? JSONValue(parsing: bytes, limits: JSONLimits(allowsDuplicateNames: false))
    switch error {
    case .notJSON: expect(json == nil, "JSON is said to be none")
    case .notAnObject: expect(json.map { $0.objectValue == nil } == true, "an object is said to be none")
    case .noTransactions:
      expect(json?.objectValue != nil && json?["transactions"]?.arrayValue == nil, "transactions are said to be none")
    }
  }
}
