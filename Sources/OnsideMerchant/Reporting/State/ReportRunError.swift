import CausewayDatabase

/// Why a run could not go on. What the store took until then is in the state file.
public enum ReportRunError: Error, Hashable, Sendable {
  /// The state file exists and is not one.
  case notAStateFile(path: String)
  /// The state file is that of another input file, or of the same one before it was changed.
  case otherInput(path: String)
  /// The state file is that of a run that reports to another store.
  case otherServer(path: String, server: String)
  /// This version writes the reports of the run differently than the version that began it.
  case otherVersion(path: String)
  /// A transaction does not fit into a report; its index in the file.
  case tooLong(TransactionTooLong)
  /// The state file cannot be used, or not be written; why, and what to do.
  case state(reason: String)
  /// The store did not take a report, from 1 on, or did not say what became of it.
  case report(number: Int, of: Int, ReportingError)
  /// The time was over before the store had processed so many reports.
  case pending(reports: Int)

  init(_ error: DatabaseError) {
    switch error {
    case .inUse(let path):
      self = .state(reason: "\(path) is in use by another process that reports; wait until it has ended")
    case .full(let path):
      self = .state(
        reason: "there is no room to write \(path); make room and run the same again: nothing is lost or reported twice"
      )
    case .damaged(let path, let reason, let movedTo?):
      self = .state(
        reason: "\(path) is damaged (\(reason)); it was kept as \(movedTo). Run the same again: what the store has "
          + "already, it does not count twice")
    default: self = .state(reason: "\(error)")
    }
  }
}

extension ReportRunError: CustomStringConvertible {
  /// What is wrong and what to do.
  public var description: String {
    switch self {
    case .notAStateFile(let path):
      "\(path) exists and is no state file of a report; name a file that is not there yet"
    case .otherInput(let path):
      "\(path) belongs to another input file, or to this one before it was changed; name a new state file for a "
        + "changed file: what the store has already, it does not count twice"
    case .otherServer(let path, let server):
      "\(path) belongs to a report to \(server); name that store, or a new state file"
    case .otherVersion(let path):
      "\(path) was begun by a version that writes reports differently; finish with that one, or name a new state file"
    case .tooLong(let error): "\(error)"
    case .state(let reason): reason
    case .report(let number, let count, let error): "report \(number) of \(count): \(error)"
    case .pending(let count):
      count == 1
        ? "the store has not processed 1 report yet; run the same again later"
        : "the store has not processed \(count) reports yet; run the same again later"
    }
  }
}
