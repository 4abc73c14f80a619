/// An amount of money.
public struct OnsidePrice: Hashable, Codable, Sendable {
  /// The amount in major units: 4.99, not 499.
  public var value: Double
  /// The currency's code by ISO 4217, such as `EUR`.
  public var currencyCode: String

  /// Creates an amount from its value in major units.
  public init(value: Double, currencyCode: String) {
    self.value = value
    self.currencyCode = currencyCode
  }
}

/// A calendar period.
public enum OnsidePeriod: Hashable, Codable, Sendable {
  /// The period's length, in days.
  case day(UInt)
  /// The period's length, in weeks.
  case week(UInt)
  /// The period's length, in months.
  case month(UInt)
  /// The period's length, in years.
  case year(UInt)
}

/// A price for a limited time: an introductory price, or a discount. A price of 0 is a free trial.
public struct OnsidePricePeriod: Hashable, Codable, Sendable {
  /// The price during ``period``.
  public var price: OnsidePrice
  /// The time for which the price applies.
  public var period: OnsidePeriod

  /// Creates a price that applies for a period.
  public init(price: OnsidePrice, period: OnsidePeriod) {
    self.price = price
    self.period = period
  }
}
