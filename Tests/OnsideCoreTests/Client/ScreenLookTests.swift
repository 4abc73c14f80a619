import Foundation
import OnsideTestSupport
import Testing

@testable import OnsideCore

/// The appearance of screens, and the app's decisions about it.
@MainActor @Suite(.timeLimit(.minutes(10))) struct ScreenLookTests {
  /// A delegate that implements every decision.
  private final class Decider: OnsideDelegate {
    var themes: [OnsideScreen: OnsideUIThemeMode] = [:]
    var forcesLocalMethods = false
    var country: String?

    func onside(uiThemeOverrideForScreen screen: OnsideScreen) -> OnsideUIThemeMode? { themes[screen] }
    func onsideShouldForceLocalLoginMethods() -> Bool { forcesLocalMethods }
    func onsideDefaultCountryCodeAssumption() -> String? { country }
  }

  /// A delegate that implements no decision.
  private final class Bystander: OnsideDelegate {}

  private func shopWithMethods() async throws -> TestShop {
    try await TestShop(isLoggedIn: false, .init(service: { WatchedService(service: $0, methods: []) }))
  }

  /// Returns the themes of a login, a payment sheet and the payment methods.
  private func themes(of shop: TestShop) async throws -> [OnsideUIThemeMode] {
    let news = QueueNews()
    shop.queue.add(observer: news)
    try await shop.client.presentPaymentMethodsManager()
    try await shop.queue.enqueue(shop.payment("coins"))
    try await news.wait(for: .purchased)
    let interface = shop.interface
    return [interface.shownLogins[0].theme, interface.shownSheets[0].theme, interface.shownPaymentMethods[0].theme]
  }

  @Test(arguments: [OnsideUIThemeMode.auto, .light, .dark])
  func theAppearanceIsTheThemeOfEveryScreen(_ theme: OnsideUIThemeMode) async throws {
    let shop = try await shopWithMethods()
    shop.client.appearance.setThemeMode(theme)
    #expect(try await themes(of: shop) == [theme, theme, theme])
  }

  @Test func theDelegateOverridesTheThemeOfEachScreen() async throws {
    let shop = try await shopWithMethods()
    let decider = Decider()
    decider.themes = [.login: .light, .paymentMethods: .dark]
    shop.client.delegate = decider
    shop.client.appearance.setThemeMode(.dark)
    #expect(try await themes(of: shop) == [.light, .dark, .dark])
    #expect(shop.client.delegate === decider)
  }

  @Test func theDelegateForcesLocalLoginMethods() async throws {
    let shop = try await TestShop(isLoggedIn: false)
    let decider = Decider()
    shop.client.delegate = decider
    for isForced in [true, false] {
      decider.forcesLocalMethods = isForced
      try await shop.client.requestLogin()
      #expect(shop.interface.shownLogins.last?.forcesLocalMethods == isForced)
      shop.client.logout()
    }
  }

  @Test func everyDecisionHasADefault() async throws {
    let shop = try await shopWithMethods()
    let bystander = Bystander()
    shop.client.delegate = bystander
    #expect(try await themes(of: shop) == [.auto, .auto, .auto])
    #expect(shop.interface.shownLogins[0].forcesLocalMethods == false)
    #expect(shop.client.delegate === bystander)
  }

  @Test(
    arguments: [
      ("DE", nil, "DE"), ("DE", "NL", "DE"), (nil, "NL", "NL"), (nil, "nl", "NL"), (nil, nil, nil),
      // 001 is the region "world", which is not a country.
      ("001", "NL", "NL"), ("001", nil, nil), ("", "NL", "NL"), (nil, "", nil), (nil, "NLD", nil), (nil, "ÄÖ", nil),
      (nil, "N1", nil), (nil, "ß", nil),
    ] as [(String?, String?, String?)])
  func theDelegatesCountryIsUsedIfTheSystemsRegionIsUnknown(
    _ region: String?, _ assumption: String?, _ country: String?
  ) {
    #expect(ScreenLook.country(ofRegion: region, assuming: assumption) == country)
  }

  @Test func theLoginScreenGetsTheCountry() async throws {
    let shop = try await TestShop(isLoggedIn: false)
    let decider = Decider()
    decider.country = "nl"
    shop.client.delegate = decider
    try await shop.client.requestLogin()
    let screen = try #require(shop.interface.shownLogins.first)
    // Compute the expected country, because the test machine may be in any country.
    let system = ScreenLook.country(ofRegion: Locale.current.region?.identifier, assuming: nil)
    #expect(screen.countryCode == system ?? "NL")
  }

  @Test func aSheetOffersPaymentMethodsOnlyToItsPayer() async throws {
    let shop = try await TestShop()
    let session = try #require(shop.client.account.session)
    for (payer, isOffered) in [(session.account, true), ("somebody else", false)] {
      let machine = TransactionMachine(
        id: UUID(), account: payer, payment: try await shop.payment("coins"), storefront: session.storefront,
        stage: .presenting)
      let sheet = shop.client.screens.sheet(machine, .first, in: session)
      #expect((sheet.paymentMethods != nil) == isOffered)
      #expect((sheet.payer != nil) == isOffered)
    }
  }

  @Test func delegatesAreHeldWeakly() async throws {
    final class Gatekeeper: OnsidePaymentQueueDelegate {}
    let shop = try await TestShop()
    var (decider, gatekeeper): (Decider?, Gatekeeper?) = (Decider(), Gatekeeper())
    shop.client.delegate = decider
    shop.queue.delegate = gatekeeper
    #expect(shop.client.delegate != nil && shop.queue.delegate != nil)
    (decider, gatekeeper) = (nil, nil)
    #expect(shop.client.delegate == nil && shop.queue.delegate == nil)
    _ = (decider, gatekeeper)
  }
}
