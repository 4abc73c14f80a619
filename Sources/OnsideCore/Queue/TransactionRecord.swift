import Foundation

/// A transaction as it is stored on disk. The property names are the keys in the file, so renaming one changes the file
/// format.
struct TransactionRecord: Codable, Hashable, Sendable {
  /// The stage that the transaction had reached.
  enum Stage: Codable, Hashable, Sendable {
    case enqueued
    case paying(key: UUID)
    case purchased(TransactionMachine.Receipt)
    case restored(TransactionMachine.Receipt)
    case failed(OnsidePaymentTransactionError)
  }

  let id: UUID
  let account: String
  let payment: OnsidePayment
  let countryCode: String
  let stage: Stage
}

extension TransactionRecord {
  /// Creates the record of a transaction; nil if the transaction must not be on disk.
  init?(_ machine: TransactionMachine) {
    switch machine.stage {
    case .enqueued, .asking, .presenting: stage = .enqueued
    case .paying(let key), .settling(let key): stage = .paying(key: key)
    case .purchased(let receipt): stage = .purchased(receipt)
    case .restored(let receipt): stage = .restored(receipt)
    case .failed(let error): stage = .failed(error)
    case .gone: return nil
    }
    id = machine.id
    account = machine.account
    payment = machine.payment
    countryCode = machine.storefront.countryCode
  }
}

extension TransactionMachine {
  /// Creates the transaction that an earlier process recorded.
  init(_ record: TransactionRecord) {
    let stage: Stage =
      switch record.stage {
      case .enqueued: .enqueued
      case .paying(let key): .settling(key)
      case .purchased(let receipt): .purchased(receipt)
      case .restored(let receipt): .restored(receipt)
      case .failed(let error): .failed(error)
      }
    // A storefront's id is valid in one process only, so a recorded transaction gets a new one.
    self.init(
      id: record.id, account: record.account, payment: record.payment,
      storefront: OnsideStorefront(id: UUID().uuidString, countryCode: record.countryCode), stage: stage)
  }
}
