import Foundation
import OnsideCore
import Testing

/// The request for the signed history.
@MainActor @Suite(.timeLimit(.minutes(10))) struct HistoryRequestTests {
  /// A delegate that records its calls.
  private final class Receiver: OnsideSignedInAppsHistoryRequestDelegate {
    private(set) var errors: [OnsideSignedInAppsHistoryRequestError] = []
    private let end = Gate()

    func told() async { await end.pass() }

    func onsideSignedInAppsHistoryRequest(
      _ request: any OnsideSignedInAppsHistoryRequest, didReceive history: OnsideSignedInAppsHistory
    ) {
      Issue.record("local testing signed \(history)")
    }

    func onsideSignedInAppsHistoryRequest(
      _ request: any OnsideSignedInAppsHistoryRequest,
      didFailWithError error: OnsideSignedInAppsHistoryRequestError
    ) {
      errors.append(error)
      Task { await end.open() }
    }
  }

  /// Returns a shop whose service has no signed history, and reports this only in the answer to a request, not in
  /// `historyRefusal`.
  private func otherShop(isLoggedIn: Bool = true) async throws -> TestShop {
    let shop = try await TestShop(
      isLoggedIn: isLoggedIn, TestShop.Adaptations(service: { WatchedService(service: $0) }))
    await shop.client.ready()
    return shop
  }

  @Test func makingARequestWithoutALoginFailsWithNotLoggedIn() async throws {
    let shop = try await otherShop(isLoggedIn: false)
    #expect(throws: OnsideSignedInAppsHistoryRequestError.notLoggedIn) {
      try shop.client.makeSignedInAppsHistoryRequest().get()
    }
    #expect(shop.interface.shownLogins.isEmpty)
  }

  @Test func aHistoryRequestShowsNoLogin() async throws {
    let shop = try await otherShop(isLoggedIn: false)
    await #expect(throws: OnsideSignedInAppsHistoryRequestError.notLoggedIn) {
      try await shop.client.signedInAppsHistory()
    }
    #expect(shop.interface.shownLogins.isEmpty)
  }

  @Test(arguments: [true, false])
  func inLocalTestingMakingARequestFailsWithNotSupportedInLocalTesting(isLoggedIn: Bool) async throws {
    let shop = try await TestShop(isLoggedIn: isLoggedIn)
    #expect(throws: OnsideSignedInAppsHistoryRequestError.notSupportedInLocalTesting) {
      try shop.client.makeSignedInAppsHistoryRequest().get()
    }
    await #expect(throws: OnsideSignedInAppsHistoryRequestError.notSupportedInLocalTesting) {
      try await shop.client.signedInAppsHistory()
    }
  }

  @Test func aRequestFailsWithTheErrorOfTheStoresAnswer() async throws {
    let shop = try await otherShop()
    let receiver = Receiver()
    let request = try shop.client.makeSignedInAppsHistoryRequest().get()
    request.delegate = receiver
    request.start()
    await receiver.told()
    #expect(receiver.errors == [.notSupportedInLocalTesting])
  }

  @Test func aLogoutBeforeTheStartFailsTheRequestWithNotLoggedIn() async throws {
    let shop = try await otherShop()
    let receiver = Receiver()
    let request = try shop.client.makeSignedInAppsHistoryRequest().get()
    request.delegate = receiver
    shop.client.logout()
    request.start()
    await receiver.told()
    #expect(receiver.errors == [.notLoggedIn])
  }

  @Test func aStoppedRequestDoesNotNotifyItsDelegate() async throws {
    let shop = try await otherShop()
    let (stopped, other) = (Receiver(), Receiver())
    let request = try shop.client.makeSignedInAppsHistoryRequest().get()
    request.delegate = stopped
    request.start()
    request.stop()
    let second = try shop.client.makeSignedInAppsHistoryRequest().get()
    second.delegate = other
    second.start()
    await other.told()
    #expect(stopped.errors.isEmpty)
  }

  @Test func theHistorysStringIsNilIfItsBytesAreNotUTF8() {
    #expect(OnsideSignedInAppsHistory(data: Data("a.b.c".utf8)).string == "a.b.c")
    #expect(OnsideSignedInAppsHistory(data: Data([0x61, 0xFF])).string == nil)
  }
}
