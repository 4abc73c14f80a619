import CausewayDatabase

extension DatabaseError: LedgerStorageFailure {
  package var ledgerError: LedgerError {
    switch self {
    case .damaged(let path, let reason, nil): .damaged(reason: "\(path) (\(reason))")
    case .damaged(let path, let reason, let kept?): .damaged(reason: "\(path) (\(reason)); it was kept as \(kept)")
    case .foreign(let path, let reason):
      .failed(
        reason:
          "\(path) is not a ledger (\(reason)), so it was left unchanged; correct the path, or restore the ledger from a backup"
      )
    case .newer(_, let version, let supported): .newer(version: version, supported: supported)
    case .readOnly: .notAllowed(reason: description)
    case .full, .inUse: .unavailable(reason: description)
    case .failed: .failed(reason: description)
    }
  }
}
