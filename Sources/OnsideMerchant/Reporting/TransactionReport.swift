import Foundation

/// One report: transactions that are sent together.
///
/// The store takes the same report twice as once, so what is sent again after an unclear answer has to be the same
/// bytes: ``body`` depends on nothing but the properties.
public struct TransactionReport: Hashable, Sendable {
  /// How long the body of a report may be: the document's "5 MB", taken as the smaller of its two meanings.
  public static let maximumBytes = 5_000_000

  /// When the report was made, as RFC 3339 writes it.
  public let createdAt: String
  /// What is reported.
  public let transactions: [ReportedTransaction]

  /// A report as it is, however long.
  ///
  /// - Parameter createdAt: sent in UTC, to the millisecond.
  public init(createdAt: Date, transactions: [ReportedTransaction]) {
    self.init(createdAt: RFC3339.text(createdAt), transactions: transactions)
  }

  init(createdAt: String, transactions: [ReportedTransaction]) {
    self.createdAt = createdAt
    self.transactions = transactions
  }

  /// The JSON that is sent.
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

  /// Splits transactions into as few reports as their order allows, each of at most so many bytes.
  ///
  /// - Throws: ``TransactionTooLong`` for a transaction that does not fit into a report of its own.
  public static func split(
    _ transactions: [ReportedTransaction], createdAt: Date, maximumBytes: Int = maximumBytes
  ) throws(TransactionTooLong) -> [TransactionReport] {
    let time = RFC3339.text(createdAt)
    return try ranges(transactions, createdAt: time, maximumBytes: maximumBytes).map {
      TransactionReport(createdAt: time, transactions: Array(transactions[$0]))
    }
  }

  /// Which transactions go into which report.
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

/// A transaction is longer than a report may be.
public struct TransactionTooLong: Error, Hashable, Sendable, CustomStringConvertible {
  /// Which of the transactions, from 0 on.
  public var index: Int

  /// What is wrong.
  public var description: String {
    "transaction \(index + 1) alone is longer than \(TransactionReport.maximumBytes) bytes; its id must be shorter"
  }
}
