import Foundation

/// The owner of the session and its tokens: it stores them across launches, renews the access token, and detects the
/// session's end.
///
/// A request gets a ``Ticket``, and a second one if the store refuses the first. One renewal of the access token serves
/// all requests that wait for a new token. The session ends with a logout, or when the store refuses the renewal, but
/// not when the store cannot be reached.
actor SessionKeeper {
  /// The token with which a request is sent, and the session to which the token belongs.
  struct Ticket: Hashable, Sendable {
    /// The number of the session in this process.
    fileprivate let generation: Int
    /// The account of the session.
    let account: String
    /// The access token.
    let token: Token
  }

  /// The changes of the session: the new session, or nil after the session has ended.
  nonisolated let changes: AsyncStream<OnsideSession?>
  private let change: AsyncStream<OnsideSession?>.Continuation
  private let address: StoreAddress
  private let storage: any SessionStorage
  private let renew: @Sendable (Token) async throws(OnsideServiceError) -> KeptSession
  private let now: @Sendable () -> Date
  private let log: @Sendable (String) -> Void

  private var kept: KeptSession?
  /// Whether the stored session could not be read yet.
  private var isUnread = false
  private var generation = 0
  private var isClosed = false
  private var renewal: (generation: Int, task: Task<OnsideServiceError?, Never>)?
  /// The `id` of each country's storefront. The protocol requires new ids in each process.
  private var storefrontIDs: [String: String] = [:]

  /// - Parameters:
  ///   - address: the store and the app. A stored session of another store or app is neither used nor changed.
  ///   - renew: requests a new access token from the store with the refresh token.
  init(
    _ address: StoreAddress, storage: any SessionStorage, now: @escaping @Sendable () -> Date,
    log: @escaping @Sendable (String) -> Void,
    renew: @escaping @Sendable (Token) async throws(OnsideServiceError) -> KeptSession
  ) {
    self.address = address
    self.storage = storage
    self.renew = renew
    self.now = now
    self.log = log
    (changes, change) = AsyncStream.makeStream()
    do {
      kept = try Self.load(of: address, from: storage)
    } catch {
      isUnread = true
      // Log only the error's type, because its text may contain data of the session.
      log(
        "The session of the previous launch cannot be read (\(type(of: error))); no user is logged in until it can be "
          + "read.")
    }
  }

  /// Returns the stored session of this store and app; nil if there is none.
  private static func load(of address: StoreAddress, from storage: any SessionStorage) throws -> KeptSession? {
    guard let found = try storage.load(), found.store == address.url, found.app == address.app else { return nil }
    return found
  }

  deinit { change.finish() }

  // MARK: Current session

  /// The current session. Reading this property sends no request to the store.
  var session: OnsideSession? {
    readAgain()
    return current
  }

  private var current: OnsideSession? {
    kept.map { OnsideSession(account: $0.account, storefront: storefront(of: $0.countryCode), name: $0.name) }
  }

  /// Reads the stored session, if that has failed so far: a device that was locked at launch is unlocked later.
  private func readAgain() {
    guard isUnread, !isClosed else { return }
    do {
      let found = try Self.load(of: address, from: storage)
      isUnread = false
      update(to: found)
    } catch {
      return  // The first failure was logged, and the next call tries again.
    }
  }

  private func storefront(of countryCode: String) -> OnsideStorefront {
    let id = storefrontIDs[countryCode] ?? UUID().uuidString
    storefrontIDs[countryCode] = id
    return OnsideStorefront(id: id, countryCode: countryCode)
  }

  // MARK: Beginning and end

  /// Stores a new session in place of the previous one.
  ///
  /// - Returns: the session.
  /// - Throws: an error if the session cannot be stored; then nothing has changed.
  func begin(_ new: KeptSession) throws -> OnsideSession {
    guard !isClosed else { throw CancellationError() }
    try storage.keep(new)
    isUnread = false
    generation += 1
    return update(to: new)
      ?? OnsideSession(account: new.account, storefront: storefront(of: new.countryCode), name: new.name)
  }

  /// Ends the session.
  ///
  /// - Returns: the session that ended; nil if there was none.
  func end() -> KeptSession? {
    guard !isClosed else { return nil }
    let last = kept
    isUnread = false
    do {
      try storage.keep(nil)
    } catch {
      log("The session could not be removed from its storage; the next launch may find it again: \(error)")
    }
    generation += 1
    update(to: nil)
    return last
  }

  /// Ends ``changes`` and the use of the storage. Afterwards, nothing is stored, and no request gets a ticket.
  func close() {
    isClosed = true
    change.finish()
  }

  /// Stores the country that the store reports for the current session. Ignores a report about any other session.
  func note(_ reported: (account: String, countryCode: String), of ticket: Ticket) {
    guard ticket.generation == generation, var kept, kept.account == reported.account,
      kept.countryCode != reported.countryCode
    else { return }
    kept.countryCode = reported.countryCode
    keep(kept)
  }

  /// Stores new values of the current session. If writing fails, this process still uses the values.
  private func keep(_ renewed: KeptSession) {
    guard !isClosed else { return }
    do {
      try storage.keep(renewed)
    } catch {
      log("The session could not be saved: \(error)")
    }
    update(to: renewed)
  }

  @discardableResult private func update(to new: KeptSession?) -> OnsideSession? {
    let before = current
    kept = new
    let after = current
    if after != before { change.yield(after) }
    return after
  }

  // MARK: Tickets

  /// Returns a ticket for a request. Renews the access token first if it is about to expire.
  ///
  /// - Parameter account: the account that must be logged in; nil for any account.
  /// - Throws: ``OnsideServiceError/notLoggedIn`` if that account is not logged in, or its session ends during the
  ///   renewal.
  func ticket(for account: String? = nil) async throws(OnsideServiceError) -> Ticket {
    guard !isClosed else { throw .cancelled }
    readAgain()
    guard let current = kept, account == nil || current.account == account else { throw .notLoggedIn }
    guard now() >= current.renewsAt else { return ticket(of: current) }
    let generation = generation
    let failure = await renewed(generation)
    guard let kept, generation == self.generation else { throw .notLoggedIn }
    // A token that has not expired can be used until the store can be reached again.
    if let failure, now() >= kept.expiresAt { throw failure }
    return ticket(of: kept)
  }

  /// Returns a new ticket for a request whose ticket the store refused.
  func ticket(after refused: Ticket) async throws(OnsideServiceError) -> Ticket {
    guard !isClosed else { throw .cancelled }
    guard let kept, refused.generation == generation else { throw .notLoggedIn }
    // Another request may have renewed the token in the meantime.
    guard kept.accessToken == refused.token else { return ticket(of: kept) }
    if let failure = await renewed(refused.generation) { throw failure }
    guard let kept = self.kept, refused.generation == generation else { throw .notLoggedIn }
    return ticket(of: kept)
  }

  private func ticket(of kept: KeptSession) -> Ticket {
    Ticket(generation: generation, account: kept.account, token: kept.accessToken)
  }

  // MARK: Renewal

  /// Renews the access token of the current session, once for all waiting requests. Returns the error if the renewal
  /// fails; otherwise nil.
  private func renewed(_ generation: Int) async -> OnsideServiceError? {
    if let renewal, renewal.generation == generation { return await renewal.task.value }
    // Use an unstructured task, because other requests may wait for the renewal when this request is cancelled.
    let task = Task { await renewNow(generation) }
    renewal = (generation, task)
    return await task.value
  }

  private func renewNow(_ generation: Int) async -> OnsideServiceError? {
    guard let kept, generation == self.generation else { return .notLoggedIn }
    let failure: OnsideServiceError?
    do throws(OnsideServiceError) {
      let new = try await renew(kept.refreshToken)
      guard generation == self.generation else { return .notLoggedIn }
      if new.account == kept.account {
        keep(new)
        failure = nil
      } else {
        failure = .internalError("the store renewed the session with another account")
      }
    } catch {
      guard generation == self.generation else { return .notLoggedIn }
      // The store refused the refresh token, because the session was ended elsewhere.
      if error == .notLoggedIn { _ = end() }
      failure = error
    }
    renewal = nil
    return failure
  }
}
