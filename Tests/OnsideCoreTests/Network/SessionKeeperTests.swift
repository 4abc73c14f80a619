import Foundation
import OnsideTestSupport
import Testing

@testable import OnsideCore

/// The renewal of the access token, and the end of a session.
@Suite(.timeLimit(.minutes(10))) struct SessionKeeperTests {
  /// A substitute for the store. It answers renewals with the results that the test has set, and records the tokens.
  private actor Renewals {
    private var answers: [Result<KeptSession, OnsideServiceError>] = []
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var isHeld = false
    private(set) var asked: [Token] = []

    func answer(_ result: Result<KeptSession, OnsideServiceError>) { answers.append(result) }
    func hold() { isHeld = true }
    func release() {
      isHeld = false
      for continuation in waiting { continuation.resume() }
      waiting = []
    }

    func renew(_ token: Token) async throws(OnsideServiceError) -> KeptSession {
      asked.append(token)
      if isHeld { await withCheckedContinuation { waiting.append($0) } }
      return try (answers.isEmpty ? .failure(.connectionError) : answers.removeFirst()).get()
    }
  }

  /// The time of day, which the test sets.
  private final class Watch: @unchecked Sendable {  // The lock protects all state.
    private let lock = NSLock()
    private var seconds = 0.0
    var now: Date { lock.withLock { Date(timeIntervalSince1970: seconds) } }
    func set(_ seconds: Double) { lock.withLock { self.seconds = seconds } }
  }

  /// The storage of sessions on a device that is locked until a test unlocks it.
  private final class LockedStorage: SessionStorage, @unchecked Sendable {  // The lock protects all state.
    private let lock = NSLock()
    private var isLocked = true
    private var kept: KeptSession?

    init(_ kept: KeptSession) { self.kept = kept }

    func unlock() { lock.withLock { isLocked = false } }

    func load() throws -> KeptSession? {
      try lock.withLock {
        if isLocked { throw POSIXError(.EACCES) }
        return kept
      }
    }

    func keep(_ session: KeptSession?) throws {
      try lock.withLock {
        if isLocked { throw POSIXError(.EACCES) }
        kept = session
      }
    }
  }

  private let folder = TemporaryFolder()
  private let renewals = Renewals()
  private let watch = Watch()
  private let log = Log()
  private var file: URL { folder.url.appendingPathComponent("session.json") }
  private let address: StoreAddress
  private let first: KeptSession
  private let second: KeptSession

  init() throws {
    address = try StoreAddress(try #require(URL(string: "http://127.0.0.1:8080")), app: "com.example.shop")
    func session(_ token: String, from start: Double) -> KeptSession {
      let sample = KeptSession.sample(token: token, from: Date(timeIntervalSince1970: start))
      return KeptSession(
        store: URL(string: "http://127.0.0.1:8080") ?? sample.store, app: sample.app, account: sample.account,
        countryCode: sample.countryCode, accessToken: sample.accessToken, refreshToken: sample.refreshToken,
        renewsAt: sample.renewsAt, expiresAt: sample.expiresAt)
    }
    first = session("first", from: 0)
    second = session("second", from: 3000)
  }

  private func keeper(storage: (any SessionStorage)? = nil) -> SessionKeeper {
    SessionKeeper(
      address, storage: storage ?? SessionFile(file: file), now: { [watch] in watch.now },
      log: { [log] in log.write($0) }
    ) { [renewals] token throws(OnsideServiceError) in try await renewals.renew(token) }
  }

  /// Closes the keeper, and returns all changes that it has reported.
  private func changes(_ keeper: SessionKeeper) async -> [String?] {
    await keeper.close()
    var changes: [String?] = []
    for await session in keeper.changes { changes.append(session.map { "\($0.account) \($0.storefront.countryCode)" }) }
    return changes
  }

  // MARK: Over launches

  @Test func aSessionIsKeptAcrossLaunches() async throws {
    let session = try await keeper().begin(first)
    let again = await keeper().session
    #expect(again?.account == "ada" && again?.storefront.countryCode == "DE")
    // The ids of storefronts differ, because each process gives them new ids.
    #expect(again?.storefront.id != session.storefront.id)
    #expect(await renewals.asked.isEmpty)
  }

  @Test func anEndedSessionIsNotRestoredAtTheNextLaunch() async throws {
    let keeper = keeper()
    _ = try await keeper.begin(first)
    #expect(await keeper.end() == first)
    #expect(await keeper.end() == nil)
    #expect(await self.keeper().session == nil)
    #expect(await changes(keeper) == ["ada DE", nil])
  }

  @Test(arguments: [("http://127.0.0.1:8081", "com.example.shop"), ("http://127.0.0.1:8080", "com.example.other")])
  func theTokensOfAnotherStoreOrAppAreNotUsed(store: String, app: String) async throws {
    var other = first
    other = KeptSession(
      store: try #require(URL(string: store)), app: app, account: other.account, countryCode: other.countryCode,
      accessToken: other.accessToken, refreshToken: other.refreshToken, renewsAt: other.renewsAt,
      expiresAt: other.expiresAt)
    try SessionFile(file: file).keep(other)
    let keeper = keeper()
    #expect(await keeper.session == nil)
    await #expect(throws: OnsideServiceError.notLoggedIn) { try await keeper.ticket() }
  }

  @Test func anUnreadableSessionFileCountsAsLoggedOutAndIsLoggedWithoutItsContents() async throws {
    _ = try folder.write(Data(#"{"accessToken": "SECRET""#.utf8), to: "session.json")
    #expect(await keeper().session == nil)
    #expect(log.lines.count == 1 && !log.lines[0].contains("SECRET"), "\(log.lines)")
  }

  @Test func aSessionThatCannotBeReadAtLaunchIsReadAgainForEachRequest() async throws {
    let storage = LockedStorage(first)
    let locked = keeper(storage: storage)
    #expect(await locked.session == nil)
    await #expect(throws: OnsideServiceError.notLoggedIn) { try await locked.ticket() }
    storage.unlock()
    #expect(try await locked.ticket().token.secret == "first")
    #expect(await locked.session?.account == "ada")
    #expect(log.lines.count == 1, "\(log.lines)")
    #expect(await changes(locked) == ["ada DE"])
  }

  @Test func aSessionThatCannotBeReadDoesNotComeBackAfterALogout() async throws {
    let storage = LockedStorage(first)
    let locked = keeper(storage: storage)
    #expect(await locked.end() == nil)
    storage.unlock()
    #expect(await locked.session == nil)
    #expect(await changes(locked) == [])
  }

  @Test func aSessionThatCannotBeSavedDoesNotBegin() async throws {
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
    _ = try folder.write(Data(), to: "session.json/taken")
    let keeper = keeper()
    await #expect(throws: (any Error).self) { try await keeper.begin(first) }
    #expect(await keeper.session == nil)
    #expect(await changes(keeper) == [])
  }

  // MARK: Tickets

  @Test func aTicketIsGivenOnlyForTheLoggedInUser() async throws {
    let keeper = keeper()
    await #expect(throws: OnsideServiceError.notLoggedIn) { try await keeper.ticket() }
    _ = try await keeper.begin(first)
    #expect(try await keeper.ticket(for: "ada").token.secret == "first")
    await #expect(throws: OnsideServiceError.notLoggedIn) { try await keeper.ticket(for: "eve") }
  }

  @Test func anAccessTokenIsRenewedBeforeItExpires() async throws {
    let keeper = keeper()
    _ = try await keeper.begin(first)
    await renewals.answer(.success(second))
    watch.set(2999)
    #expect(try await keeper.ticket().token.secret == "first")
    watch.set(3000)
    #expect(try await keeper.ticket().token.secret == "second")
    #expect(await renewals.asked == [first.refreshToken])
    #expect(try SessionFile(file: file).load() == second)
  }

  @Test func anAccessTokenThatIsStillValidIsUsedWhileTheStoreCannotBeReached() async throws {
    let keeper = keeper()
    _ = try await keeper.begin(first)
    watch.set(3599)
    #expect(try await keeper.ticket().token.secret == "first")
    watch.set(3600)
    await #expect(throws: OnsideServiceError.connectionError) { try await keeper.ticket() }
    // The failed renewal must not have ended the session.
    await renewals.answer(.success(second))
    #expect(try await keeper.ticket().token.secret == "second")
    #expect(await changes(keeper) == ["ada DE"])
  }

  @Test func concurrentCallsRenewTheTokenOnce() async throws {
    let keeper = keeper()
    _ = try await keeper.begin(first)
    let ticket = try await keeper.ticket()
    await renewals.hold()
    await renewals.answer(.success(second))
    watch.set(3600)
    try await withThrowingTaskGroup(of: String.self) { group in
      for number in 0..<64 {
        group.addTask {
          number.isMultiple(of: 2)
            ? try await keeper.ticket().token.secret : try await keeper.ticket(after: ticket).token.secret
        }
      }
      group.addTask {
        try await eventually { await !renewals.asked.isEmpty }
        await renewals.release()
        return "second"
      }
      for try await token in group { #expect(token == "second") }
    }
    #expect(await renewals.asked.count == 1)
  }

  @Test func aRefusedTokenThatWasAlreadyRenewedIsNotRenewedAgain() async throws {
    let keeper = keeper()
    _ = try await keeper.begin(first)
    let ticket = try await keeper.ticket()
    await renewals.answer(.success(second))
    #expect(try await keeper.ticket(after: ticket).token.secret == "second")
    #expect(try await keeper.ticket(after: ticket).token.secret == "second")
    #expect(await renewals.asked.count == 1)
  }

  // MARK: The end

  @Test func aRefusedRenewalEndsTheSessionAndReportsTheChange() async throws {
    let keeper = keeper()
    _ = try await keeper.begin(first)
    await renewals.answer(.failure(.notLoggedIn))
    let ticket = try await keeper.ticket()
    await #expect(throws: OnsideServiceError.notLoggedIn) { try await keeper.ticket(after: ticket) }
    #expect(await keeper.session == nil)
    #expect(await self.keeper().session == nil)
    #expect(await changes(keeper) == ["ada DE", nil])
  }

  @Test(arguments: [OnsideServiceError.connectionError, .serviceUnavailable, .appNotRegistered, .internalError("")])
  func aRenewalThatFailsForAnotherReasonKeepsTheSession(error: OnsideServiceError) async throws {
    let keeper = keeper()
    _ = try await keeper.begin(first)
    await renewals.answer(.failure(error))
    let ticket = try await keeper.ticket()
    await #expect(throws: error) { try await keeper.ticket(after: ticket) }
    #expect(await keeper.session?.account == "ada")
    #expect(await self.keeper().session?.account == "ada")
    #expect(await changes(keeper) == ["ada DE"])
  }

  @Test(arguments: [true, false]) func aRenewalThatEndsAfterAnotherLoginDoesNotChangeTheNewSession(isRefused: Bool)
    async throws
  {
    let keeper = keeper()
    _ = try await keeper.begin(first)
    let ticket = try await keeper.ticket()
    await renewals.hold()
    await renewals.answer(isRefused ? .failure(.notLoggedIn) : .success(second))
    let call = Task {
      _ = await #expect(throws: OnsideServiceError.notLoggedIn) { try await keeper.ticket(after: ticket) }
    }
    try await eventually { await !renewals.asked.isEmpty }
    _ = await keeper.end()
    let other = KeptSession(
      store: first.store, app: first.app, account: "eve", countryCode: "FR", accessToken: Token("other"),
      refreshToken: Token("other"), renewsAt: first.renewsAt, expiresAt: first.expiresAt)
    _ = try await keeper.begin(other)
    await renewals.release()
    await call.value
    #expect(try await keeper.ticket().token.secret == "other")
    await #expect(throws: OnsideServiceError.notLoggedIn) { try await keeper.ticket(after: ticket) }
    #expect(await changes(keeper) == ["ada DE", nil, "eve FR"])
    #expect(try SessionFile(file: file).load() == other)
  }

  @Test func aRenewalForAnotherAccountIsRejected() async throws {
    let keeper = keeper()
    _ = try await keeper.begin(first)
    let ticket = try await keeper.ticket()
    await renewals.answer(.success(KeptSession.sample(account: "eve")))
    await #expect(throws: OnsideServiceError.internalError("the store renewed the session with another account")) {
      try await keeper.ticket(after: ticket)
    }
    #expect(await keeper.session?.account == "ada")
  }

  @Test func aClosedKeeperDoesNotChangeTheFile() async throws {
    let keeper = keeper()
    _ = try await keeper.begin(first)
    let ticket = try await keeper.ticket()
    await keeper.close()
    await renewals.answer(.success(second))
    await #expect(throws: OnsideServiceError.cancelled) { try await keeper.ticket() }
    await #expect(throws: OnsideServiceError.cancelled) { try await keeper.ticket(after: ticket) }
    await #expect(throws: CancellationError.self) { try await keeper.begin(second) }
    await keeper.note(("ada", "FR"), of: ticket)
    #expect(await keeper.end() == nil)
    #expect(await renewals.asked.isEmpty)
    #expect(try SessionFile(file: file).load() == first)
  }

  // MARK: Storefronts

  @Test func aChangedStorefrontIsReportedOnceAndOnlyForTheLoggedInUser() async throws {
    let keeper = keeper()
    _ = try await keeper.begin(first)
    let ticket = try await keeper.ticket()
    await keeper.note(("ada", "DE"), of: ticket)
    await keeper.note(("ada", "FR"), of: ticket)
    await keeper.note(("ada", "FR"), of: ticket)
    await keeper.note(("eve", "NL"), of: ticket)
    _ = await keeper.end()
    await keeper.note(("ada", "NL"), of: ticket)
    #expect(await changes(keeper) == ["ada DE", "ada FR", nil])
  }

  @Test func aRenewalUpdatesTheStorefront() async throws {
    let keeper = keeper()
    let session = try await keeper.begin(first)
    var moved = second
    moved.countryCode = "NL"
    await renewals.answer(.success(moved))
    _ = try await keeper.ticket(after: keeper.ticket())
    let now = await keeper.session?.storefront
    #expect(now?.countryCode == "NL" && now?.id != session.storefront.id)
    #expect(await changes(keeper) == ["ada DE", "ada NL"])
  }

  @Test func aStorefrontKeepsItsIdWithinAProcess() async throws {
    let keeper = keeper()
    let session = try await keeper.begin(first)
    let ticket = try await keeper.ticket()
    await keeper.note(("ada", "FR"), of: ticket)
    await keeper.note(("ada", "DE"), of: ticket)
    #expect(await keeper.session == session)
  }
}
