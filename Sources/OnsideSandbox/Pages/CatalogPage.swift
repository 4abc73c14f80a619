import Foundation
import OnsideCore
import OnsideTesting

/// The page with the products that the store sells, by kind.
struct CatalogPage {
  var catalog: Catalog
  var country: StorefrontCountry
  /// The products, with the prices that new purchases pay.
  var products: [OnsideProduct]

  var lead: Markup {
    let count = catalog.configuration.products.count
    let things = count == 1 ? "1 product" : "\(count) products"
    return "\(things), at the prices of \(PageStrings.country(country.countryCode))."
  }

  var content: Markup {
    let entries = catalog.configuration.products
    if entries.isEmpty { return "<p class=\"empty\">The catalog is empty.</p>" }
    return Markup.joined(
      Self.kinds.compactMap { kind, title in
        let identifiers = Set(entries.filter { $0.kind == kind }.map(\.productID))
        let products = products.filter { identifiers.contains($0.productIdentifier) }
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
    <ul class="goods">\(products.map(row))</ul>
    </section>

    """
  }

  private func row(_ product: OnsideProduct) -> Markup {
    let (amount, period) = PageStrings.price(product)
    let offers = PageStrings.offers(product).map { "<li>\($0)</li>" as Markup }
    let text = product.localizedDescription
    let description: Markup? = text.isEmpty ? nil : "<p class=\"description\">\(PageStrings.shown(text))</p>"
    return """
      <li>
      <div class="what">
      <h3>\(PageStrings.shown(product.localizedTitle))</h3>
      \(description)
      <ul class="offers">\(offers)</ul>
      </div>
      <p class="price"><b>\(amount)</b> \(period ?? "")</p>
      <p class="id"><code>\(PageStrings.shown(product.productIdentifier))</code></p>
      </li>

      """
  }
}
