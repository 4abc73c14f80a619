import OnsideMerchant
import Testing

/// Tests of the history, from Onside's description of purchase validation.
@Suite("The history, as Onside describes it") struct HistoryTests {
  @Test("A history is a list of transactions")
  func listOfTransactions() throws {
    let other = "00000000-0000-4000-8000-000000000001"
    let history = try TransactionHistory(
      parsing: PurchaseForms.payload(
        PurchaseForms.purchase(), PurchaseForms.purchase(["order_id": .string(other)])))
    #expect(history.transactions.map { $0.orderID.uuidString.lowercased() } == [PurchaseForms.order, other])
    #expect(history.violations.isEmpty)
  }

  @Test("Each purchase has a unique order_id: purchases that share an order_id are not used")
  func uniqueOrderID() throws {
    let other = "00000000-0000-4000-8000-000000000001"
    let history = try TransactionHistory(
      parsing: PurchaseForms.payload(
        PurchaseForms.purchase(), PurchaseForms.purchase(["order_id": .string(other)]),
        PurchaseForms.purchase(["order_id": .string(PurchaseForms.order.uppercased()), "quantity": 2])))
    #expect(history.transactions.map { $0.orderID.uuidString.lowercased() } == [other])
    #expect(history.violations.map(\.description) == ["transactions[2].order_id: the same order as in transactions[0]"])
  }
}
