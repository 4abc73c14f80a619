import Foundation

/// A transaction as it is on disk. Its names are the file's: a change of one is a new form of the file.
struct TransactionRecord: Codable, Hashable, Sendable {
  /// How far it had come.
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
  /// What is to be on disk of a transaction; nil if nothing is.
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
  /// A transaction of an earlier process.
  init(_ record: TransactionRecord) {
    let stage: Stage =
      switch record.stage {
      case .enqueued: .enqueued
      case .paying(let key): .settling(key)
      case .purchased(let receipt): .purchased(receipt)
      case .restored(let receipt): .restored(receipt)
      case .failed(let error): .failed(error)
      }
    // A storefront's id is of its process, also that of a transaction which outlasts one.
    self.init(
      id: record.id, account: record.account, payment: record.payment,
      storefront: OnsideStorefront(id: UUID().uuidString, countryCode: record.countryCode), stage: stage)
  }
}
