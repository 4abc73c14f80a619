import CausewayDatabase
import CausewayJOSE
import Foundation
import OnsideCore
import OnsideTesting

/// A store for development. It sells the products of a StoreKit configuration file to every user who logs in, and takes
/// no money.
///
/// When a call returns, its changes are in the store's folder, and a crash cannot leave half of them there.
/// ``Failure``s, login codes and logins on the sign-in page are kept in memory only.
public actor SandboxStore {
  nonisolated let options: SandboxOptions
  let records: SandboxRecords
  let keyFolder: SigningKeyFolder
  /// The merchant to whom the ``SandboxOptions/apps`` belong.
  nonisolated let merchant: SandboxMerchant
  var signingKey: SigningKey
  var clock: StoreClock
  var failures: [Failure] = []
  var merchantGate: MerchantGate
  var admissions: [Admission] = []
  var loginCodes = LoginCodes()
  var signIns = SignIns()

  /// Opens the store in its folder, or creates it.
  ///
  /// - Throws: `DatabaseError` if the database cannot be used; ``SandboxError`` if another file cannot.
  public init(_ options: SandboxOptions) throws {
    self.options = options
    let real = options.realTime()
    records = try SandboxRecords(folder: options.folder)
    clock = try records.clock() ?? StoreClock(real: real)
    clock.move(by: 0, rate: options.rate, real: real)
    try records.keep(clock)
    merchant = try SandboxMerchant(folder: options.folder)
    merchantGate = MerchantGate(merchant, rate: options.merchantRate, at: real)
    keyFolder = SigningKeyFolder(options.folder.appendingPathComponent("signing-keys"))
    signingKey = try Self.currentKey(or: options.firstAlgorithm, in: keyFolder, records)
  }

  /// Closes the store, so that another store can open the folder. Calls after this one fail.
  public func close() {
    // An error is ignored: it leaves an earlier time in the database, and the clock still never goes back.
    try? records.keep(clock)
    records.database.close()
  }

  /// Runs work on the database, and converts its errors.
  func keeping<Value>(_ work: () throws(DatabaseError) -> Value) throws(SandboxProblem) -> Value {
    do throws(DatabaseError) {
      return try work()
    } catch {
      throw SandboxProblem(error)
    }
  }

  /// Runs work in a transaction of the database. A problem that `work` returns does not roll the transaction back; an
  /// error that it throws does.
  func transaction<Value>(
    _ work: () throws(DatabaseError) -> Result<Value, SandboxProblem>
  ) throws(SandboxProblem) -> Value {
    try keeping { () throws(DatabaseError) in try records.database.transaction(work) }.get()
  }

  /// Returns the time for a change, and stores the clock. Must be called within the transaction of the change.
  func moment() throws(DatabaseError) -> Date {
    let moment = clock.moment(real: options.realTime())
    try records.keep(clock)
    return moment
  }
}

extension SandboxProblem {
  /// Creates the problem for an error of the database. The changes of the call may or may not be on the disk.
  init(_ error: DatabaseError) {
    self.init(.unavailable, "The store cannot use its disk; its log says why")
    cause = error.description
  }
}
