/// The integers that a double, and so JavaScript, represents exactly and distinguishes from each other:
/// `Number.isSafeInteger`.
enum JSONSafeInteger {
  static let maximum: Int64 = 9_007_199_254_740_991

  @inline(__always)
  static func contains(_ value: some FixedWidthInteger) -> Bool {
    value <= maximum && value >= -maximum
  }

  @inline(__always)
  static func contains(_ value: Double) -> Bool {
    value.magnitude <= Double(maximum)
  }
}
