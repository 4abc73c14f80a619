import Foundation
import OnsideCore
import Testing

/// Tests of the signed history that a client keeps for times without a connection, up to a maximum age.
@MainActor @Suite(.timeLimit(.minutes(10))) struct LastHistoryTests {
  /// A store that the device can reach or not, and a session that the device can read or not.
  private actor World {
    private(set) var isOnline = true
    private(set) var isUnlocked = true
    private var count = 0
    func disconnect() { isOnline = false }
    func lock() { isUnlocked = false }
    func unlock() { isUnlocked = true }
    func history() throws(OnsideServiceError) -> OnsideSignedInAppsHistory {
      guard isOnline else { throw .connectionError }
      count += 1
      return OnsideSignedInAppsHistory(data: Data("history \(count)".utf8))
    }
  }

  private let world = World()
  private let device = DeviceClock()
  private static let day: TimeInterval = 86_400

  private func shop(
    isLoggedIn: Bool = true, maximumAge: TimeInterval? = 7 * day
  ) async throws -> TestShop {
    try await TestShop(
      isLoggedIn: isLoggedIn,
      TestShop.Adaptations(
        service: { [world] in
          WatchedService(
            service: $0, canReadSession: { await world.isUnlocked },
            history: { () async throws(OnsideServiceError) in try await world.history() })
        }, historyMaximumAge: maximumAge, now: { [device] in device.now }))
  }

  private func known(_ shop: TestShop) async throws(OnsideLastKnownHistoryError) -> String? {
    try await shop.client.lastKnownHistory().history.string
  }

  @Test("Without a connection the last history is known, also after a relaunch, with the time of its arrival")
  func offline() async throws {
    let shop = try await shop()
    let arrival = device.now
    for _ in 0..<2 { _ = try await shop.client.signedInAppsHistory() }
    await world.disconnect()
    device.pass(Self.day)
    await #expect(throws: OnsideSignedInAppsHistoryRequestError.connectionError) {
      try await shop.client.signedInAppsHistory()
    }
    #expect(try await known(shop) == "history 2")
    try await shop.relaunch()
    #expect(try await known(shop) == "history 2")
    #expect(try await shop.client.lastKnownHistory().receivedAt == arrival)
  }

  @Test("A history that is older than the maximum age is not known, until a new one arrives")
  func maximumAge() async throws {
    let shop = try await shop()
    _ = try await shop.client.signedInAppsHistory()
    device.pass(7 * Self.day)
    #expect(try await known(shop) == "history 1")
    device.pass(1)
    await #expect(throws: OnsideLastKnownHistoryError.tooOld) { try await known(shop) }
    _ = try await shop.client.signedInAppsHistory()
    #expect(try await known(shop) == "history 2")
  }

  @Test("A clock that was set back does not make a history younger; a small correction of the clock has no effect")
  func clockSetBack() async throws {
    let shop = try await shop()
    _ = try await shop.client.signedInAppsHistory()
    device.pass(6 * Self.day)
    #expect(try await known(shop) == "history 1")
    device.pass(-60)
    #expect(try await known(shop) == "history 1")
    device.pass(-3 * Self.day)
    await #expect(throws: OnsideLastKnownHistoryError.clockSetBack) { try await known(shop) }
    try await shop.relaunch()
    await #expect(throws: OnsideLastKnownHistoryError.clockSetBack) { try await known(shop) }
    device.pass(3 * Self.day + 120)
    #expect(try await known(shop) == "history 1")
  }

  @Test("An app that sets no maximum age keeps nothing, and deletes what an earlier version kept")
  func off() async throws {
    let shop = try await shop()
    _ = try await shop.client.signedInAppsHistory()
    shop.adaptations.historyMaximumAge = nil
    try await shop.relaunch()
    await #expect(throws: OnsideLastKnownHistoryError.notKept) { try await known(shop) }
    _ = try await shop.client.signedInAppsHistory()
    shop.adaptations.historyMaximumAge = 7 * Self.day
    try await shop.relaunch()
    await #expect(throws: OnsideLastKnownHistoryError.notKept) { try await known(shop) }
  }

  @Test("After a logout nothing is known, and the next user never gets the previous user's history")
  func otherUser() async throws {
    let shop = try await shop()
    _ = try await shop.client.signedInAppsHistory()
    shop.client.logout()
    await #expect(throws: OnsideLastKnownHistoryError.notLoggedIn) { try await known(shop) }
    shop.interface.login = .succeed(.email("bob@example.com"))
    try await shop.client.requestLogin()
    await #expect(throws: OnsideLastKnownHistoryError.notKept) { try await known(shop) }
    shop.client.logout()
    shop.interface.login = .succeed(.email("ada@example.com"))
    try await shop.client.requestLogin()
    await #expect(throws: OnsideLastKnownHistoryError.notKept) { try await known(shop) }
  }

  @Test("A session that cannot be read at launch is no logout: the history is known when it can be read")
  func unreadableSession() async throws {
    let shop = try await shop()
    _ = try await shop.client.signedInAppsHistory()
    await world.lock()
    for _ in 0..<2 {
      try await shop.relaunch()
      await #expect(throws: OnsideLastKnownHistoryError.notLoggedIn) { try await known(shop) }
    }
    await world.unlock()
    #expect(try await known(shop) == "history 1")
  }

  @Test("A logout deletes the history, also if the session could not be read at launch")
  func logoutOfAnUnreadableSession() async throws {
    let shop = try await shop()
    _ = try await shop.client.signedInAppsHistory()
    await world.lock()
    try await shop.relaunch()
    shop.client.logout()
    await world.unlock()
    try await shop.client.requestLogin()
    await #expect(throws: OnsideLastKnownHistoryError.notKept) { try await known(shop) }
  }

  @Test("Without a login, and before the first history, nothing is known")
  func nothing() async throws {
    let loggedOut = try await shop(isLoggedIn: false)
    await #expect(throws: OnsideLastKnownHistoryError.notLoggedIn) { try await known(loggedOut) }
    let new = try await shop()
    await #expect(throws: OnsideLastKnownHistoryError.notKept) { try await known(new) }
  }
}

/// The clock of a device, which a test sets.
private final class DeviceClock: @unchecked Sendable {  // The lock protects all state.
  private let lock = NSLock()
  private var time = Date(timeIntervalSince1970: 1_800_000_000)

  var now: Date { lock.withLock { time } }

  func pass(_ seconds: TimeInterval) { lock.withLock { time += seconds } }
}
