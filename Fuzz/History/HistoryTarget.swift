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
      fatalError("a text that is not a history was accepted")
    }
    let decisive = history.violations.filter(\.isDecisive)
    expect(history.transactions.count <= elements.count, "the history has more purchases than the text")
    expect(
      (history.transactions.count == elements.count) == decisive.isEmpty,
      "the number of purchases does not agree with the violations")
    expect(
      Set(history.transactions.map(\.orderID)).count == history.transactions.count, "two purchases have the same order")
    for violation in history.violations {
      expect(violation.place.hasPrefix("transactions["), "a violation does not name its position")
      expect(violation.description.utf8.count < 120, "a violation is too long and may contain a value")
    }
    do {
      let again = try TransactionHistory(parsing: history.json.jsonBytes)
      expect(again.transactions == history.transactions, "the history, written and read again, is not the same")
      expect(
        again.violations.allSatisfy { !$0.isDecisive }, "the history, written and read again, has decisive violations")
    } catch {
      fatalError("the history, written again, cannot be read: \(error)")
    }
  }

  private static func check(_ error: TransactionHistoryError, _ bytes: UnsafeBufferPointer<UInt8>) {
    let json = try? JSONValue(parsing: bytes, limits: JSONLimits(allowsDuplicateNames: false))
    switch error {
    case .notJSON: expect(json == nil, "a JSON text is reported as not JSON")
    case .notAnObject: expect(json.map { $0.objectValue == nil } == true, "an object is reported as not an object")
    case .noTransactions:
      expect(
        json?.objectValue != nil && json?["transactions"]?.arrayValue == nil,
        "an array of transactions is reported as missing")
    }
  }
}
