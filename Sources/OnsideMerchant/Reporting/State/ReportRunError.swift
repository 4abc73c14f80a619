import CausewayDatabase

/// The reason why a run stopped. The state file keeps the reports that the store accepted before.
public enum ReportRunError: Error, Hashable, Sendable {
  /// The file exists and is not a state file.
  case notAStateFile(path: String)
  /// The state file belongs to another input file, or to an earlier version of this input file.
  case otherInput(path: String)
  /// The state file belongs to a run that reports to another store.
  case otherServer(path: String, server: String)
  /// For the run's reports, this version would send different bytes from the version that began the run.
  case otherVersion(path: String)
  /// A single transaction, whose index in the file the value contains, is larger than a report may be.
  case tooLong(TransactionTooLong)
  /// The state file cannot be read or written. `reason` gives the reason and the remedy.
  case state(reason: String)
  /// The store did not accept the report with this number (from 1), or did not return its state.
  case report(number: Int, of: Int, ReportingError)
  /// The deadline passed before the store had processed this number of reports.
  case pending(reports: Int)

  init(_ error: DatabaseError) {
    switch error {
    case .inUse(let path):
      self = .state(reason: "\(path) is in use by another process; wait until that process has ended")
    case .full(let path):
      self = .state(
        reason:
          "the disk is full: \(path) cannot be written; free some space and run the same command again: nothing is "
          + "lost or reported twice"
      )
    case .damaged(let path, let reason, let movedTo?):
      self = .state(
        reason: "\(path) is damaged (\(reason)); it was kept as \(movedTo). Run the same command again: the store "
          + "counts each transaction once")
    default: self = .state(reason: "\(error)")
    }
  }
}

extension ReportRunError: CustomStringConvertible {
  /// The problem and the remedy.
  public var description: String {
    switch self {
    case .notAStateFile(let path):
      "\(path) exists and is not the state file of a report; name a file that does not exist yet"
    case .otherInput(let path):
      "\(path) belongs to another input file, or to an earlier version of this file; name a new state file. "
        + "Transactions that the store already has are not counted again"
    case .otherServer(let path, let server):
      "\(path) belongs to a run that reports to \(server); name that store, or a new state file"
    case .otherVersion(let path):
      "\(path) was made by a version that writes reports differently; finish with that version, or name a new state file"
    case .tooLong(let error): "\(error)"
    case .state(let reason): reason
    case .report(let number, let count, let error): "report \(number) of \(count): \(error)"
    case .pending(let count):
      count == 1
        ? "the store has not processed 1 report yet; run the same command again later"
        : "the store has not processed \(count) reports yet; run the same command again later"
    }
  }
}
