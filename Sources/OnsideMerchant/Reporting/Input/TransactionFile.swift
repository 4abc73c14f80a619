import CausewayJOSE
import Foundation

/// The parsed and checked transactions of a file: CSV, or the API's own JSON.
public struct TransactionFile: Sendable {
  /// The format of a file.
  public enum Format: String, Hashable, Sendable, CaseIterable {
    /// RFC 4180, in UTF-8, with a header.
    case csv
    /// The API's own JSON.
    case json
  }

  /// The transactions in the file's order: at least one, each with a different ID.
  public let transactions: [ReportedTransaction]
  /// The names of the columns that are not part of a report, such as a note.
  public let ignoredColumns: [String]
  /// The SHA-256 of the file's bytes. A resumed run recognizes its file by this hash.
  public let digest: SHA256Hash
  /// The position of each transaction in the file: a row or an index.
  private let positions: [Position]

  enum Position: Hashable, Sendable {
    case row(Int, line: Int)
    case element(Int)
  }

  /// Parses and checks a file.
  ///
  /// CSV has a header with the API's field names, in any order: `id`, `currency`, `full_amount`, `tax_amount`,
  /// `payer_country`, `settled_at`. JSON is an array of the API's `Transaction` objects, or an object with such an
  /// array in `transactions`.
  ///
  /// - Throws: ``TransactionFileError``, which lists the mistakes.
  public init(parsing bytes: [UInt8], format: Format) throws(TransactionFileError) {
    var collector = TransactionCollector()
    ignoredColumns =
      switch format {
      case .csv: collector.readCSV(bytes)
      case .json: collector.readJSON(bytes)
      }
    if collector.transactions.isEmpty, collector.mistakes.isEmpty {
      collector.add("the file has no transactions; add at least one")
    }
    guard collector.mistakes.isEmpty else {
      throw TransactionFileError(mistakes: collector.mistakes, count: collector.count)
    }
    transactions = collector.transactions
    positions = collector.positions
    digest = SHA256Hash(of: bytes)
  }

  /// Returns the position of a transaction in the file, such as `row 17`, or `transactions[15]` for JSON.
  ///
  /// - Parameter index: An index into ``transactions``.
  public func place(of index: Int) -> String { positions[index].description }
}

extension TransactionFile.Position: CustomStringConvertible {
  var description: String {
    switch self {
    case .row(let row, let line): row == line ? "row \(row)" : "row \(row) (line \(line))"
    case .element(let index): "transactions[\(index)]"
    }
  }
}

/// The mistakes in a file of transactions.
public struct TransactionFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The maximum number of mistakes that an error lists.
  public static let maximumMistakes = 50

  /// The first mistakes, at most ``maximumMistakes``. Each gives the position, the problem and the expected value, and
  /// quotes the file.
  public var mistakes: [String]
  /// The number of all mistakes.
  public var count: Int

  /// All ``lines``, separated by line breaks.
  public var description: String { lines.joined(separator: "\n") }

  /// The mistakes, one per line, and a last line with the number of further mistakes.
  public var lines: [String] {
    count > mistakes.count ? mistakes + ["and \(count - mistakes.count) further mistakes"] : mistakes
  }
}

/// A collector for the transactions and the mistakes of a file that is being read.
struct TransactionCollector {
  private(set) var transactions: [ReportedTransaction] = []
  private(set) var positions: [TransactionFile.Position] = []
  private(set) var mistakes: [String] = []
  private(set) var count = 0
  /// The position of the first transaction with each ID.
  private var ids: [ExactText: TransactionFile.Position] = [:]

  mutating func add(_ mistake: String) {
    count += 1
    if mistakes.count < TransactionFileError.maximumMistakes { mistakes.append(mistake) }
  }

  /// Adds a transaction, or its mistakes.
  ///
  /// - Parameter unreadable: The problems of the fields that could not be read. `fields` has a substitute value for
  ///   each.
  mutating func add(
    _ fields: Fields, unreadable: [TransactionProblem] = [], at position: TransactionFile.Position
  ) {
    var problems = unreadable
    if !unreadable.contains(where: { $0.field == .id }) {
      if let first = ids[ExactText(fields.id)] {
        let reason =
          "\(first) already has the id \"\(fields.id.prefix(60))\"; the store would count only one of the two"
        problems.append(TransactionProblem(field: .id, reason: reason))
      } else {
        ids[ExactText(fields.id)] = position
      }
    }
    let unread = Set(unreadable.map(\.field))
    problems += fields.problems.filter { problem in
      !unread.contains(problem.field)
        // The full amount is only a substitute here, so a tax larger than the substitute is not a mistake.
        && !(problem.field == .taxAmount && fields.taxAmount >= 0 && unread.contains(.fullAmount))
    }
    for problem in problems.sorted(by: { $0.field.order < $1.field.order }) { add("\(position), \(problem)") }
    guard problems.isEmpty, let transaction = try? fields.transaction() else { return }
    transactions.append(transaction)
    positions.append(position)
  }

  /// The values of a transaction before the check.
  struct Fields {
    var id = ""
    var currency = ""
    var fullAmount: Int64 = 1
    var taxAmount: Int64 = 0
    var payerCountry = ""
    var settledAt = ""

    func transaction() throws(TransactionProblem) -> ReportedTransaction {
      try ReportedTransaction(
        id: id, currency: currency, fullAmount: fullAmount, taxAmount: taxAmount, payerCountry: payerCountry,
        settledAt: settledAt)
    }

    var problems: [TransactionProblem] {
      TransactionRules.problems(
        id: id, currency: currency, fullAmount: fullAmount, taxAmount: taxAmount, payerCountry: payerCountry,
        settledAt: settledAt)
    }
  }
}

extension TransactionField {
  fileprivate var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
