import Foundation
import OnsideCore
import OnsideTesting
import Testing

/// Accounts, sessions and storefronts of local testing.
@Suite(.timeLimit(.minutes(10))) struct LocalAccountTests {
  private let store = LocalStore()

  @Test func nobodyIsLoggedInAtFirst() async throws {
    let service = try store.open()
    #expect(await service.session() == nil)
  }

  @Test func theSessionExistsWhenTheLoginReturns() async throws {
    let service = try store.open()
    let session = try await service.logIn(.email("ada@example.org"))
    #expect(await service.session() == session)
    #expect(session.storefront.countryCode == "NL")
  }

  @Test(arguments: [
    (OnsideCredential.email("ada@example.org"), OnsideCredential.email(" Ada@Example.ORG\n")),
    (.phone("+31 (20) 123-45.67"), .phone("+31201234567")),
    (.federated(.apple), .federated(.apple)),
  ])
  func differentSpellingsOfALoginAreOneAccount(first: OnsideCredential, second: OnsideCredential) async throws {
    let service = try store.open()
    let account = try await service.logIn(first).account
    await service.logOut()
    #expect(try await service.logIn(second).account == account)
  }

  @Test func differentLoginsAreDifferentAccounts() async throws {
    let service = try store.open()
    let credentials: [OnsideCredential] = [
      .email("ada@example.org"), .email("bob@example.org"), .phone("+31201234567"), .phone("0201234567"),
      .federated(.apple), .federated(.google),
    ]
    var accounts: Set<String> = []
    for credential in credentials { accounts.insert(try await service.logIn(credential).account) }
    #expect(accounts.count == credentials.count)
  }

  @Test(arguments: [
    OnsideCredential.email(""), .email("ada"), .email("@example.org"), .email("ada@"), .email("a@b@c"),
    .email("a da@example.org"), .email(String(repeating: "a", count: 250) + "@b.org"),
    .phone(""), .phone("+"), .phone("123"), .phone("1234567890123456"), .phone("12a45"), .phone("١٢٣٤٥"),
    .phone("12+345"),
  ])
  func invalidAddressesAndNumbersAreRefused(credential: OnsideCredential) async throws {
    let service = try store.open()
    let error = OnsideServiceError.refused("This is not an e-mail address or telephone number. Check the input.")
    await #expect(throws: error) {
      try await service.logIn(credential)
    }
    #expect(await service.session() == nil)
  }

  @Test func aRefusedLoginKeepsTheSession() async throws {
    let service = try store.open()
    let session = try await service.logIn(.email("ada@example.org"))
    _ = try? await service.logIn(.phone("nothing"))
    #expect(await service.session() == session)
  }

  // MARK: Restarts

  @Test func theSessionSurvivesARestart() async throws {
    var service = try store.open()
    let account = try await service.logIn(.email("ada@example.org")).account
    await service.close()
    service = try store.open()
    #expect(await service.session()?.account == account)
  }

  @Test func aLogoutSurvivesARestart() async throws {
    var service = try store.open()
    _ = try await service.logIn(.email("ada@example.org"))
    await service.logOut()
    #expect(await service.session() == nil)
    await service.close()
    service = try store.open()
    #expect(await service.session() == nil)
  }

  @Test func theStorefrontOfAnAccountSurvivesARestartAndALogout() async throws {
    var service = try store.open()
    _ = try await service.logIn(.email("ada@example.org"))
    try await service.setStorefront("JPN")
    await service.close()
    service = try store.open()
    #expect(await service.session()?.storefront.countryCode == "JP")
    #expect(try await service.logIn(.email("bob@example.org")).storefront.countryCode == "NL")
    #expect(try await service.logIn(.email("ada@example.org")).storefront.countryCode == "JP")
  }

  @Test func theIdentifierOfAStorefrontIsNewInEveryProcess() async throws {
    var service = try store.open()
    let first = try await service.logIn(.email("ada@example.org")).storefront
    #expect(try await service.logIn(.email("bob@example.org")).storefront == first)
    await service.close()
    service = try store.open()
    let second = await service.session()?.storefront
    #expect(second?.countryCode == first.countryCode)
    #expect(second?.id != first.id)
  }

  // MARK: Storefronts

  @Test func pricesAndTextsFollowTheStorefront() async throws {
    let service = try store.open()
    _ = try await service.logIn(.email("ada@example.org"))
    try await service.setStorefront("CHE")
    let product = try #require(try await service.products(["shop.coins.100"]).products.first)
    #expect(product.price == OnsidePrice(value: 0.99, currencyCode: "CHF"))
    #expect(product.localizedTitle == "100 Münzli")
  }

  @Test func withoutASessionTheCatalogsStorefrontIsUsed() async throws {
    let service = try store.open()
    _ = try await service.logIn(.email("ada@example.org"))
    try await service.setStorefront("CHE")
    await service.logOut()
    #expect(try await service.products(["shop.coins.100"]).products.first?.price.currencyCode == "EUR")
  }

  @Test func anUnknownCountryIsRefused() async throws {
    let service = try store.open()
    let session = try await service.logIn(.email("ada@example.org"))
    let error = OnsideServiceError.refused(#"There is no storefront for "Narnia". Use a code such as NLD."#)
    await #expect(throws: error) {
      try await service.setStorefront("Narnia")
    }
    #expect(await service.session() == session)
  }

  @Test func changingTheStorefrontWithoutALoginThrowsNotLoggedIn() async throws {
    let service = try store.open()
    await #expect(throws: OnsideServiceError.notLoggedIn) { try await service.setStorefront("CHE") }
  }

  @Test func eachChangeOfTheSessionIsReportedOnce() async throws {
    let service = try store.open()
    let ada = try await service.logIn(.email("ada@example.org"))
    _ = try await service.logIn(.email("Ada@example.org"))
    try await service.setStorefront("CHE")
    let moved = await service.session()
    try await service.setStorefront("CHE")
    await service.logOut()
    await service.logOut()
    let bob = try await service.logIn(.email("bob@example.org"))
    await service.close()
    var told: [OnsideSession?] = []
    for await session in service.sessions { told.append(session) }
    #expect(told == [ada, moved, nil, bob])
    #expect(moved?.storefront.countryCode == "CH")
  }
}
