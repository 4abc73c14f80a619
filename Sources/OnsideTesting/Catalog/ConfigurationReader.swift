import OnsideCore

/// The reader of a StoreKit configuration file. Collects all mistakes in the file instead of stopping at the first.
struct ConfigurationReader {
  private let root: CatalogObject
  private var productPaths: [String: CatalogPath] = [:]
  private var groupPaths: [String: CatalogPath] = [:]

  init(_ root: CatalogObject) {
    self.root = root
  }

  /// Returns the file's content; nil if the file has mistakes.
  mutating func configuration() -> StoreKitConfiguration? {
    checkVersion()
    _ = root.string("identifier", .optional)
    var products = root.objects("products").compactMap { product($0, in: .products) }
    products += root.objects("nonRenewingSubscriptions").compactMap { product($0, in: .nonRenewingSubscriptions) }
    for group in root.objects("subscriptionGroups") { products += subscriptions(of: group) }
    let settings = settings()
    guard root.mistakes.all.isEmpty, let settings else { return nil }
    return StoreKitConfiguration(products: products, settings: settings)
  }

  private func checkVersion() {
    guard let version = root.object("version") else { return }
    _ = version.number("minor")
    guard let major = version.number("major", .required), major != 4 else { return }
    version.note("version \(major.formattedPlainly) is not supported; save the file in Xcode as version 4", at: "major")
  }

  // MARK: Products

  /// - Parameter list: the list that contains the product.
  private mutating func product(_ object: CatalogObject, in list: ProductList) -> StoreKitConfiguration.Product? {
    let kind: StoreKitConfiguration.Kind? = object.choice("type", "a kind of product")
    if let kind, kind.list != list {
      object.note("a \(kind.rawValue) belongs in \(kind.list.rawValue)", at: "type")
    }
    let productID = object.name("productID")
    if let productID, let first = productPaths.updateValue(object.path, forKey: productID) {
      productPaths[productID] = first
      object.note("\(productID.quoted) is already the productID of \(first)", at: "productID")
    }
    let referenceName = object.string("referenceName", .optional)
    _ = object.string("internalID", .optional)
    _ = object.flag("familyShareable")
    let displayPrice = price(object, .required)
    let localizations = object.objects("localizations", .optional).compactMap(localization)
    guard let kind, let productID, let displayPrice else { return nil }
    return StoreKitConfiguration.Product(
      kind: kind, productID: productID, referenceName: referenceName, displayPrice: displayPrice,
      localizations: localizations)
  }

  private func localization(_ object: CatalogObject) -> StoreKitConfiguration.Localization? {
    let locale = locale(object, "locale", .required)
    let displayName = object.string("displayName")
    let description = object.string("description")
    guard let locale, let displayName, let description else { return nil }
    return StoreKitConfiguration.Localization(locale: locale, displayName: displayName, description: description)
  }

  // MARK: Subscriptions

  private mutating func subscriptions(of group: CatalogObject) -> [StoreKitConfiguration.Product] {
    let groupID = group.name("id")
    if let groupID, let first = groupPaths.updateValue(group.path, forKey: groupID) {
      groupPaths[groupID] = first
      group.note("\(groupID.quoted) is already the id of \(first)", at: "id")
    }
    _ = group.string("name", .optional)
    return group.objects("subscriptions").compactMap { object in
      var product = product(object, in: .subscriptions)
      product?.subscription = subscription(object, groupID: groupID)
      return product
    }
  }

  private func subscription(_ object: CatalogObject, groupID: String?) -> StoreKitConfiguration.Subscription? {
    if let ownGroupID = object.string("subscriptionGroupID", .optional), let groupID, ownGroupID != groupID {
      object.note("\(ownGroupID.quoted) is not the id of its group, \(groupID.quoted)", at: "subscriptionGroupID")
    }
    let level = object.number("groupNumber").map { Int(exactly: $0) ?? 0 } ?? 1
    if level < 1 { object.note("not a whole number of at least 1", at: "groupNumber") }
    let period = period(object, "recurringSubscriptionPeriod")
    let introductoryOffer = object.object("introductoryOffer", .optional).flatMap(offer)
    let adHocOffers = object.objects("adHocOffers", .optional).compactMap(offer)
    guard let groupID, let period else { return nil }
    return StoreKitConfiguration.Subscription(
      groupID: groupID, level: level, period: period, introductoryOffer: introductoryOffer, adHocOffers: adHocOffers)
  }

  private func offer(_ object: CatalogObject) -> StoreKitConfiguration.Offer? {
    let mode: StoreKitConfiguration.PaymentMode? = object.choice("paymentMode", "a payment mode")
    // Xcode writes no price for a free offer.
    let price = price(object, mode == .free ? .optional : .required) ?? 0
    let period = period(object, "subscriptionPeriod")
    let count = object.number("numberOfPeriods")
    let numberOfPeriods = count.map { Int(exactly: $0) ?? 0 } ?? 1
    if numberOfPeriods < 1 { object.note("not a whole number of at least 1", at: "numberOfPeriods") }
    guard let mode, let period else { return nil }
    return StoreKitConfiguration.Offer(
      paymentMode: mode, displayPrice: mode == .free ? 0 : price, period: period, numberOfPeriods: numberOfPeriods)
  }

  // MARK: Settings

  private func settings() -> StoreKitConfiguration.Settings? {
    let object = root.object("settings", .optional)
    _ = object?.number("_timeRate")
    return StoreKitConfiguration.Settings(
      storefront: object.flatMap(storefront) ?? .unitedStates,
      locale: object.flatMap { locale($0, "_locale", .optional) },
      failsTransactions: object?.flag("_failTransactionsEnabled") ?? false,
      asksToBuy: object?.flag("_askToBuyEnabled") ?? false,
      disablesDialogs: object?.flag("_disableDialogs") ?? false,
      errors: Set(object?.objects("_storeKitErrors", .optional).compactMap(simulatedError) ?? []))
  }

  private func storefront(_ object: CatalogObject) -> StorefrontCountry? {
    guard let code = object.string("_storefront", .optional) else { return nil }
    if let country = StorefrontCountry(code) { return country }
    object.note("\(code.quoted) is not a country with a storefront; write three letters such as NLD", at: "_storefront")
    return nil
  }

  private func simulatedError(_ object: CatalogObject) -> StoreKitConfiguration.SimulatedError? {
    let name = object.string("name")
    let isEnabled = object.flag("enabled") ?? false
    guard let name, isEnabled, object.members["current"].map({ !$0.isNull }) ?? false else { return nil }
    return StoreKitConfiguration.SimulatedError(rawValue: name)
  }

  // MARK: Texts

  private func price(_ object: CatalogObject, _ presence: CatalogObject.Presence) -> Double? {
    guard let text = object.string("displayPrice", presence) else { return nil }
    if let price = Double(price: text) { return price }
    object.note(
      "\(text.quoted) is not a price; write a decimal such as 1.99, of at most 15 digits", at: "displayPrice")
    return nil
  }

  private func period(_ object: CatalogObject, _ key: String) -> OnsidePeriod? {
    guard let text = object.string(key) else { return nil }
    if let period = OnsidePeriod(duration: text) { return period }
    object.note(
      "\(text.quoted) is not a period; write days, weeks, months or years such as P3D, P1W, P1M or P1Y", at: key)
    return nil
  }

  private func locale(_ object: CatalogObject, _ key: String, _ presence: CatalogObject.Presence) -> String? {
    guard let text = object.string(key, presence) else { return nil }
    if text.isLocale { return text }
    object.note("\(text.quoted) is not a locale; write one such as en_US", at: key)
    return nil
  }
}

/// A list of products in the file.
private enum ProductList: String {
  case products
  case nonRenewingSubscriptions
  case subscriptions = "the subscriptions of a group in subscriptionGroups"
}

extension StoreKitConfiguration.Kind {
  /// The list that contains products of this kind.
  fileprivate var list: ProductList {
    switch self {
    case .consumable, .nonConsumable: .products
    case .nonRenewingSubscription: .nonRenewingSubscriptions
    case .recurringSubscription: .subscriptions
    }
  }
}

extension Double {
  /// The number as text, without a fraction if it is whole.
  fileprivate var formattedPlainly: String { Int(exactly: self).map(String.init) ?? "\(self)" }
}
