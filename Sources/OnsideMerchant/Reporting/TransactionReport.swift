import Foundation

/// One report: transactions that are sent together.
///
/// The store counts a report once if it gets the same bytes twice. A repeated report must therefore have the same
/// bytes, so ``body`` depends only on the properties.
public struct TransactionReport: Hashable, Sendable {
  /// The maximum size of a report's body, in bytes. The API document says "5 MB"; this is 5,000,000 bytes and not 5 MiB,
  /// because the smaller value is accepted under either meaning.
  public static let maximumBytes = 5_000_000

  /// The time at which the report was made, in the format of RFC 3339.
  public let createdAt: String
  /// The transactions in the report.
  public let transactions: [ReportedTransaction]

  /// Creates a report of any size.
  ///
  /// - Parameter createdAt: The time of the report, which is sent in UTC, to the millisecond.
  public init(createdAt: Date, transactions: [ReportedTransaction]) {
    self.init(createdAt: RFC3339.text(createdAt), transactions: transactions)
  }

  init(createdAt: String, transactions: [ReportedTransaction]) {
    self.createdAt = createdAt
    self.transactions = transactions
  }

  /// The JSON that the client sends.
  public var body: [UInt8] {
    var bytes = Self.head(createdAt)
    bytes.reserveCapacity(transactions.count * 160 + 100)
    for (index, transaction) in transactions.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      transaction.json.write(into: &bytes)
    }
    bytes += Self.tail
    return bytes
  }

  /// Splits transactions into as few reports as their order allows, each of at most `maximumBytes`.
  ///
  /// - Throws: ``TransactionTooLong`` for a transaction that alone is larger than a report may be.
  public static func split(
    _ transactions: [ReportedTransaction], createdAt: Date, maximumBytes: Int = maximumBytes
  ) throws(TransactionTooLong) -> [TransactionReport] {
    let time = RFC3339.text(createdAt)
    return try ranges(transactions, createdAt: time, maximumBytes: maximumBytes).map {
      TransactionReport(createdAt: time, transactions: Array(transactions[$0]))
    }
  }

  /// Returns the indices of the transactions in each report.
  static func ranges(
    _ transactions: [ReportedTransaction], createdAt: String, maximumBytes: Int
  ) throws(TransactionTooLong) -> [Range<Int>] {
    let frame = head(createdAt).count + tail.count
    var ranges: [Range<Int>] = []
    var start = 0
    var length = frame
    var bytes: [UInt8] = []
    for (index, transaction) in transactions.enumerated() {
      bytes.removeAll(keepingCapacity: true)
      transaction.json.write(into: &bytes)
      guard frame + bytes.count <= maximumBytes else { throw TransactionTooLong(index: index) }
      let comma = index > start ? 1 : 0
      if length + comma + bytes.count > maximumBytes {
        ranges.append(start..<index)
        start = index
        length = frame + bytes.count
      } else {
        length += comma + bytes.count
      }
    }
    if start < transactions.count { ranges.append(start..<transactions.count) }
    return ranges
  }

  private static func head(_ createdAt: String) -> [UInt8] {
    Array("{\"created_at\":\"\(createdAt)\",\"transactions\":[".utf8)
  }

  private static let tail = Array("]}".utf8)
}

/// An error for a transaction that alone is larger than a report may be.
public struct TransactionTooLong: Error, Hashable, Sendable, CustomStringConvertible {
  /// The index of the transaction, from 0.
  public var index: Int

  /// The problem and the remedy.
  public var description: String {
    "transaction \(index + 1) alone is longer than \(TransactionReport.maximumBytes) bytes; its id must be shorter"
  }
}
