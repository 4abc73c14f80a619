import Foundation
import OnsideCore

/// What the store sells, by kind.
struct CataloguePage {
  var catalog: Catalog
  var country: StorefrontCountry

  var lead: Markup {
    let count = catalog.configuration.products.count
    let things = count == 1 ? "1 product" : "\(count) products"
    return "\(things), at the prices of \(PageWords.country(country.countryCode))."
  }

  var content: Markup {
    let entries = catalog.configuration.products
    if entries.isEmpty { return "<p class=\"empty\">The catalogue is empty.</p>" }
    return Markup.joined(
      Self.kinds.compactMap { kind, title in
        let products = entries.filter { $0.kind == kind }
          .compactMap { catalog.product($0.productID, in: country) }
        return products.isEmpty ? nil : section(title, products)
      })
  }

  private static let kinds: [(StoreKitConfiguration.Kind, String)] = [
    (.consumable, "Consumables"), (.nonConsumable, "Non-consumables"), (.recurringSubscription, "Subscriptions"),
    (.nonRenewingSubscription, "Non-renewing subscriptions"),
  ]

  private func section(_ title: String, _ products: [OnsideProduct]) -> Markup {
    """
    <section>
    <h2>\(title) <span class="count">\(products.count)</span></h2>
    <ul class="cards">\(products.map(card))</ul>
    </section>

    """
  }

  private func card(_ product: OnsideProduct) -> Markup {
    let (amount, period) = PageWords.price(product, in: country)
    let offers = PageWords.offers(product, in: country).map { "<li>\($0)</li>" as Markup }
    return """
      <li class="card">
      <h3>\(product.localizedTitle)</h3>
      <p class="description">\(product.localizedDescription)</p>
      <ul class="offers">\(offers)</ul>
      <p class="price"><b>\(amount)</b> \(period ?? "")</p>
      <p class="id"><code>\(product.productIdentifier)</code></p>
      </li>

      """
  }
}
