import CausewayDatabase
import CausewayJOSE
import Foundation
import OnsideCore

/// A store for development: sells what is in a StoreKit configuration file to whoever logs in, for no money.
///
/// Everything but ``Failure``s, the codes of logins and logins on the sign-in page is in its folder when a call returns,
/// and there whole or not at all after a crash.
public actor SandboxStore {
  nonisolated let options: SandboxOptions
  let records: SandboxRecords
  let keyFolder: SigningKeyFolder
  /// Of the merchant whose apps ``SandboxOptions/apps`` are.
  nonisolated let merchant: SandboxMerchant
  var signingKey: SigningKey
  var clock: StoreClock
  var failures: [Failure] = []
  var merchantGate: MerchantGate
  var admissions: [Admission] = []
  var loginCodes = LoginCodes()
  var signIns = SignIns()

  /// Opens the folder, or makes it.
  ///
  /// - Throws: `DatabaseError` if the file there cannot be used; ``SandboxError`` if one of the others cannot.
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

  /// Lets the folder go, for whoever opens it next. After it, nothing is done any more.
  public func close() {
    // The clock is only later than the one in the file.
    try? records.keep(clock)
    records.database.close()
  }

  /// Does something in the file.
  func keeping<Value>(_ work: () throws(DatabaseError) -> Value) throws(SandboxProblem) -> Value {
    do throws(DatabaseError) {
      return try work()
    } catch {
      throw SandboxProblem(error)
    }
  }

  /// Does something in the file as one. A problem that is returned, not thrown, does not undo it.
  func transaction<Value>(
    _ work: () throws(DatabaseError) -> Result<Value, SandboxProblem>
  ) throws(SandboxProblem) -> Value {
    try keeping { () throws(DatabaseError) in try records.database.transaction(work) }.get()
  }

  /// The time of a change, within its transaction.
  func moment() throws(DatabaseError) -> Date {
    let moment = clock.moment(real: options.realTime())
    try records.keep(clock)
    return moment
  }
}

extension SandboxProblem {
  /// A failure of the file: it may be that what was asked is on the disk, or not.
  init(_ error: DatabaseError) {
    self.init(.unavailable, "The store cannot use its disk; its log says why")
    cause = error.description
  }
}
