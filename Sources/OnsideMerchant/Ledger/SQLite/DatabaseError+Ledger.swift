import CausewayDatabase

extension DatabaseError: LedgerStorageFailure {
  package var ledgerError: LedgerError {
    switch self {
    case .damaged: .damaged(reason: description)
    case .newer(_, let version, let supported): .newer(version: version, supported: supported)
    case .readOnly: .notAllowed(reason: description)
    case .full, .inUse: .unavailable(reason: description)
    case .failed: .failed(reason: description)
    }
  }
}
