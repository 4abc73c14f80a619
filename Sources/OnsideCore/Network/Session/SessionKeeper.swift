import Foundation

/// The session with its tokens: keeps it over launches, renews the access token, and knows when it has ended.
///
/// A call takes a ``Ticket``, and comes back for another one if the store refused that. However many calls come at once,
/// the access token is renewed once for all of them. The session ends by a logout, or when the store refuses to renew it;
/// a store that cannot be reached ends nothing.
actor SessionKeeper {
  /// What a call of one session is sent with.
  struct Ticket: Hashable, Sendable {
    /// Which session, counted in this process.
    fileprivate let generation: Int
    /// Whose it is.
    let account: String
    /// What is shown to the store.
    let token: Token
  }

  /// Each later session, or nil.
  nonisolated let changes: AsyncStream<OnsideSession?>
  private let change: AsyncStream<OnsideSession?>.Continuation
  private let storage: any SessionStorage
  private let renew: @Sendable (Token) async throws(OnsideServiceError) -> KeptSession
  private let now: @Sendable () -> Date
  private let log: @Sendable (String) -> Void

  private var kept: KeptSession?
  private var generation = 0
  private var isClosed = false
  private var renewal: (generation: Int, task: Task<OnsideServiceError?, Never>)?
  /// The `id` of each country's storefront in this process: the protocol has them new in each.
  private var storefrontIDs: [String: String] = [:]

  /// - Parameters:
  ///   - address: of the store and the app; what was kept of another is left alone and not used.
  ///   - renew: asks the store for a new access token by the refresh token.
  init(
    _ address: StoreAddress, storage: any SessionStorage, now: @escaping @Sendable () -> Date,
    log: @escaping @Sendable (String) -> Void,
    renew: @escaping @Sendable (Token) async throws(OnsideServiceError) -> KeptSession
  ) {
    self.storage = storage
    self.renew = renew
    self.now = now
    self.log = log
    (changes, change) = AsyncStream.makeStream()
    do {
      let found = try storage.load()
      kept = found?.store == address.url && found?.app == address.app ? found : nil
    } catch {
      // Its text may have something of what could not be read.
      log("The session of the launch before cannot be read (\(type(of: error))): nobody is logged in.")
    }
  }

  deinit { change.finish() }

  // MARK: What is known

  /// Who is logged in, without asking the store.
  var session: OnsideSession? {
    kept.map { OnsideSession(account: $0.account, storefront: storefront(of: $0.countryCode), name: $0.name) }
  }

  private func storefront(of countryCode: String) -> OnsideStorefront {
    let id = storefrontIDs[countryCode] ?? UUID().uuidString
    storefrontIDs[countryCode] = id
    return OnsideStorefront(id: id, countryCode: countryCode)
  }

  // MARK: Beginning and end

  /// Takes a new session in the place of the one before.
  ///
  /// - Returns: the session.
  /// - Throws: if it cannot be kept; then nothing has changed.
  func begin(_ new: KeptSession) throws -> OnsideSession {
    guard !isClosed else { throw CancellationError() }
    try storage.keep(new)
    generation += 1
    return update(to: new)
      ?? OnsideSession(account: new.account, storefront: storefront(of: new.countryCode), name: new.name)
  }

  /// Ends the session.
  ///
  /// - Returns: what there was.
  func end() -> KeptSession? {
    guard !isClosed else { return nil }
    let last = kept
    do {
      try storage.keep(nil)
    } catch {
      log("The session could not be removed, and may be there again at the next launch: \(error)")
    }
    generation += 1
    update(to: nil)
    return last
  }

  /// Ends ``changes``, and lets the storage go: nothing is kept any more, and there are no more tickets.
  func close() {
    isClosed = true
    change.finish()
  }

  /// Takes in what the store says of a session now, unless that is not the session any more.
  func note(_ said: (account: String, countryCode: String), of ticket: Ticket) {
    guard ticket.generation == generation, var kept, kept.account == said.account,
      kept.countryCode != said.countryCode
    else { return }
    kept.countryCode = said.countryCode
    keep(kept)
  }

  /// Keeps what is new of the same session. If that fails, the store will say it again.
  private func keep(_ renewed: KeptSession) {
    guard !isClosed else { return }
    do {
      try storage.keep(renewed)
    } catch {
      log("The session could not be written: \(error)")
    }
    update(to: renewed)
  }

  @discardableResult private func update(to new: KeptSession?) -> OnsideSession? {
    let before = session
    kept = new
    let after = session
    if after != before { change.yield(after) }
    return after
  }

  // MARK: Tickets

  /// A ticket for a call now. The access token is renewed first if it is about to expire.
  ///
  /// - Parameter account: whose call it is; nil for whoever is logged in.
  /// - Throws: ``OnsideServiceError/notLoggedIn`` if that account is not logged in, or not any more.
  func ticket(for account: String? = nil) async throws(OnsideServiceError) -> Ticket {
    guard !isClosed else { throw .cancelled }
    guard let asked = kept, account == nil || asked.account == account else { throw .notLoggedIn }
    guard now() >= asked.renewsAt else { return ticket(of: asked) }
    let generation = generation
    let failure = await renewed(generation)
    guard let kept, generation == self.generation else { throw .notLoggedIn }
    // What has not expired yet will do until the store can be reached again.
    if let failure, now() >= kept.expiresAt { throw failure }
    return ticket(of: kept)
  }

  /// Another ticket for a call whose ticket the store refused.
  func ticket(after refused: Ticket) async throws(OnsideServiceError) -> Ticket {
    guard !isClosed else { throw .cancelled }
    guard let kept, refused.generation == generation else { throw .notLoggedIn }
    // Somebody else may have had it renewed meanwhile.
    guard kept.accessToken == refused.token else { return ticket(of: kept) }
    if let failure = await renewed(refused.generation) { throw failure }
    guard let kept = self.kept, refused.generation == generation else { throw .notLoggedIn }
    return ticket(of: kept)
  }

  private func ticket(of kept: KeptSession) -> Ticket {
    Ticket(generation: generation, account: kept.account, token: kept.accessToken)
  }

  // MARK: Renewal

  /// Returns when the access token of the present session is another, or why it is not; one renewal for all who wait.
  private func renewed(_ generation: Int) async -> OnsideServiceError? {
    if let renewal, renewal.generation == generation { return await renewal.task.value }
    // Not a child of the call: others may wait for it when that is cancelled.
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
        failure = .internalError("a session was renewed as another account's")
      }
    } catch {
      guard generation == self.generation else { return .notLoggedIn }
      // The store knows it no more: it was ended elsewhere.
      if error == .notLoggedIn { _ = end() }
      failure = error
    }
    renewal = nil
    return failure
  }
}
