import Foundation

/// The signed history that arrived last, which is kept on the device for times without a connection.
///
/// The history belongs to the user who was logged in when it arrived. It is deleted when that user logs out, and when
/// another user logs in.
@MainActor final class LastHistory {
  /// The time by which the device's clock may go back between two calls, in seconds. Clocks are corrected by a few
  /// seconds now and then; a user who sets the clock back further could otherwise extend the maximum age at will.
  static let tolerance: TimeInterval = 300

  private let account: Account
  private let store: TransactionStore
  private let maximumAge: TimeInterval?
  private let now: @Sendable () -> Date
  private let log: @Sendable (String) -> Void
  private var record: Record?
  /// Whether this process has seen a session or a logout. Until then, a missing session does not count as a logout,
  /// because the device may only be unable to read the stored session.
  private var knowsUser = false
  private var saving: Task<Void, Never>?

  /// The record that is stored on the disk. Do not rename the properties, because the stored record contains their
  /// names.
  private struct Record: Codable {
    var account: String
    var last: OnsideLastKnownHistory
    /// The latest time that the device's clock has shown to this object.
    var latest: Date
  }

  /// - Parameter maximumAge: the age, in seconds, up to which a history is returned; nil to keep none.
  init(
    account: Account, store: TransactionStore, maximumAge: TimeInterval?, now: @escaping @Sendable () -> Date,
    log: @escaping @Sendable (String) -> Void
  ) {
    self.account = account
    self.store = store
    self.maximumAge = maximumAge
    self.now = now
    self.log = log
    if let text = store.history {
      // Delete what cannot be read, and what an app kept that no longer wants to keep histories.
      record = maximumAge == nil ? nil : try? JSONDecoder().decode(Record.self, from: Data(text.utf8))
      if record == nil { save() }
    }
    account.observe { [weak self] in self?.sessionDidChange() }
  }

  /// Keeps a history that has just arrived for an account. Returns when it is on the disk.
  func keep(_ history: OnsideSignedInAppsHistory, of user: String) async {
    guard maximumAge != nil else { return }
    let time = now()
    record = Record(
      account: user, last: OnsideLastKnownHistory(data: history.data, receivedAt: time), latest: time)
    save()
    await saving?.value
  }

  /// Returns the history of the logged-in user.
  func value() async throws(OnsideLastKnownHistoryError) -> OnsideLastKnownHistory {
    await account.waitUntilKnown()
    // Read the session again, because the device may be able to read it by now.
    if !knowsUser { await account.refresh() }
    guard let user = account.session?.account else { throw .notLoggedIn }
    guard let maximumAge, var known = record, known.account == user else { throw .notKept }
    let time = now()
    guard time > known.latest.addingTimeInterval(-Self.tolerance) else { throw .clockSetBack }
    if time > known.latest {
      known.latest = time
      record = known
      save()
    }
    guard time.timeIntervalSince(known.last.receivedAt) <= maximumAge else { throw .tooOld }
    return known.last
  }

  /// Deletes the history, because the app logs the user out.
  func forget() {
    knowsUser = true
    guard record != nil else { return }
    record = nil
    save()
  }

  private func sessionDidChange() {
    let user = account.session?.account
    if user != nil { knowsUser = true }
    guard knowsUser, let record, user != record.account else { return }
    forget()
  }

  /// Writes the current record after all earlier writes, so that the newest one stays on the disk.
  private func save() {
    saving = Task { [earlier = saving] in
      await earlier?.value
      do {
        if let record {
          try await store.keep(String(decoding: try JSONEncoder().encode(record), as: UTF8.self), as: .history)
        } else {
          try await store.forget(.history)
        }
      } catch {
        log("The signed history could not be kept for times without a connection: \(error)")
      }
    }
  }
}
