extension OnsidePeriod {
  /// The period as a frequency: `every month`, `every 3 months`.
  package var every: String { count == 1 ? "every \(unit)" : "every \(length)" }

  /// The words that follow a price: `a month`, `every 3 months`.
  var perPeriod: String { count == 1 ? "a \(unit)" : every }

  /// The period as a length: `1 month`, `3 months`.
  var length: String { count == 1 ? "1 \(unit)" : "\(count) \(unit)s" }

  /// The words that follow "the first": `month`, `3 months`.
  var lengthOfFirst: String { count == 1 ? unit : length }

  private var count: UInt {
    switch self {
    case .day(let count), .week(let count), .month(let count), .year(let count): count
    }
  }

  private var unit: String {
    switch self {
    case .day: "day"
    case .week: "week"
    case .month: "month"
    case .year: "year"
    }
  }
}
