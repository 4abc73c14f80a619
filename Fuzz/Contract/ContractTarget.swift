import CausewayContract
import CausewayJSON
import FuzzSupport

@MainActor @c(LLVMFuzzerTestOneInput)
func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  Fuzzer.test(data, size, ContractTarget.check)
}

/// The fuzzing target of contracts. It checks that a contract, printed and read again, is the same, that a contract is
/// compatible with itself, and that every text gives either declarations or an error text of one line.
@MainActor enum ContractTarget {
  static func check(_ bytes: UnsafeBufferPointer<UInt8>) {
    // Two contracts in two lines are compared with each other.
    let texts = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1).map { String(decoding: $0, as: UTF8.self) }
    let contracts = texts.compactMap(contract)
    for contract in contracts { check(contract) }
    guard contracts.count == 2 else { return }
    check(ContractComparison(old: contracts[0], new: contracts[1]), contracts)
  }

  private static func contract(_ text: String) -> Contract? {
    do {
      return try Contract(parsing: text)
    } catch {
      expect(error is ContractError, "\(error) is thrown for a text that is not a contract")
      expect(!"\(error)".isEmpty, "the error has no description")
      return nil
    }
  }

  private static func check(_ contract: Contract) {
    let text = contract.json.json
    expect(try Contract(parsing: text).json.json == text, "the contract, printed and read again, is not the same")
    expect(!contract.typeScript.isEmpty, "the contract has no declarations")
    let comparison = ContractComparison(old: contract, new: contract)
    expect(comparison.changes.isEmpty, "the contract differs from itself: \(comparison.changes)")
  }

  /// Checks that a comparison in the reverse order has the same changes, with the outcomes for newer pages and newer
  /// apps exchanged.
  private static func check(_ comparison: ContractComparison, _ contracts: [Contract]) {
    let reverse = ContractComparison(old: contracts[1], new: contracts[0])
    let isSafe = comparison.changes.allSatisfy(\.pageIsNewer.isSafe)
    expect(reverse.changes.allSatisfy(\.appIsNewer.isSafe) == isSafe, "the order of the contracts matters")
  }
}
