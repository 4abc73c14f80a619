import OnsideTesting

/// The effect of buying a subscription of a group in which the account already has one, by the rules of the App Store.
enum GroupChange: Hashable {
  /// The account keeps what it has. A cancelled subscription renews again, and a planned change is dropped.
  case keep
  /// The current period ends, and the first period of the other subscription begins.
  case atOnce
  /// The other subscription begins when the current period ends.
  case atRenewal

  /// Returns the effect of buying `new` while the account has `current`.
  ///
  /// - A higher level is an upgrade, which begins at once.
  /// - A lower level is a downgrade, which begins at the next renewal.
  /// - The same level is a crossgrade. With the same period it begins at once, otherwise at the next renewal.
  ///
  /// - Parameters:
  ///   - current: nil if the catalog no longer contains it, so that its level is unknown; any purchase replaces it then.
  ///   - isPaid: whether the current period is paid. Otherwise there is nothing that the new subscription could wait
  ///     for, so any purchase begins at once.
  init(
    from current: StoreKitConfiguration.Product?, to new: StoreKitConfiguration.Product, isPaid: Bool
  ) {
    guard isPaid, let current, let before = current.subscription, let after = new.subscription else {
      self = .atOnce
      return
    }
    if current.productID == new.productID {
      self = .keep
    } else if after.level != before.level {
      self = after.level < before.level ? .atOnce : .atRenewal
    } else {
      self = after.period == before.period ? .atOnce : .atRenewal
    }
  }
}
