/// An amount of money.
public struct OnsidePrice: Hashable, Codable, Sendable {
  /// In major units: 4.99, not 499.
  public var value: Double
  /// The currency's code by ISO 4217, such as `EUR`.
  public var currencyCode: String

  /// An amount in a currency.
  public init(value: Double, currencyCode: String) {
    self.value = value
    self.currencyCode = currencyCode
  }
}

/// A stretch of time by the calendar.
public enum OnsidePeriod: Hashable, Codable, Sendable {
  /// So many days.
  case day(UInt)
  /// So many weeks.
  case week(UInt)
  /// So many months.
  case month(UInt)
  /// So many years.
  case year(UInt)
}

/// A price for a time: an introductory price, or one at a discount. A value of 0 is a free trial.
public struct OnsidePricePeriod: Hashable, Codable, Sendable {
  /// What it costs.
  public var price: OnsidePrice
  /// For how long.
  public var period: OnsidePeriod

  /// A price for a time.
  public init(price: OnsidePrice, period: OnsidePeriod) {
    self.price = price
    self.period = period
  }
}
