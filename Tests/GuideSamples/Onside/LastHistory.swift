import Foundation
import OnsideKit

/// Returns the signed history of the logged-in user: the current one or, without a connection, the last one.
@MainActor func currentOrLastHistory() async throws -> OnsideSignedInAppsHistory {
  do {
    return try await Onside.signedInAppsHistory()
  } catch .connectionError, .serviceUnavailable {
    return try await Onside.lastKnownHistory().history
  }
}
