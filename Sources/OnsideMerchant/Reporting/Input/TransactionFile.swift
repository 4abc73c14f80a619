import CausewayJOSE
import Foundation

/// A file of transactions that was read and checked: CSV, or the API's own JSON.
public struct TransactionFile: Sendable {
  /// What the file is.
  public enum Format: String, Hashable, Sendable, CaseIterable {
    /// RFC 4180, in UTF-8, with a header.
    case csv
    /// The API's own JSON.
    case json
  }

  /// The transactions in the file's order; at least one, each id once.
  public let transactions: [ReportedTransaction]
  /// The names of columns that are not reported, such as a note.
  public let ignoredColumns: [String]
  /// The SHA-256 of the file's bytes, by which a run that is taken up again knows the file.
  public let digest: SHA256Hash
  /// The row or the index of each transaction.
  private let places: [Place]

  enum Place: Hashable, Sendable {
    case row(Int, line: Int)
    case element(Int)
  }

  /// Reads a file.
  ///
  /// CSV has a header with the API's field names, in any order: `id`, `currency`, `full_amount`, `tax_amount`,
  /// `payer_country`, `settled_at`. JSON is an array of the API's objects `Transaction`, or an object with such an array
  /// in `transactions`.
  ///
  /// - Throws: ``TransactionFileError`` with every mistake.
  public init(parsing bytes: [UInt8], format: Format) throws(TransactionFileError) {
    var collector = TransactionCollector()
    ignoredColumns =
      switch format {
      case .csv: collector.readCSV(bytes)
      case .json: collector.readJSON(bytes)
      }
    if collector.transactions.isEmpty, collector.mistakes.isEmpty { collector.add("there is no transaction in it") }
    guard collector.mistakes.isEmpty else {
      throw TransactionFileError(mistakes: collector.mistakes, count: collector.count)
    }
    transactions = collector.transactions
    places = collector.places
    digest = SHA256Hash(of: bytes)
  }

  /// Where a transaction stands in the file, such as `row 17`, or `transactions[15]` of JSON.
  ///
  /// - Parameter index: in ``transactions``.
  public func place(of index: Int) -> String { places[index].description }
}

extension TransactionFile.Place: CustomStringConvertible {
  var description: String {
    switch self {
    case .row(let row, let line): row == line ? "row \(row)" : "row \(row) (line \(line))"
    case .element(let index): "transactions[\(index)]"
    }
  }
}

/// What is wrong with a file of transactions.
public struct TransactionFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// How many mistakes are kept.
  public static let maximumMistakes = 50

  /// The first mistakes, at most ``maximumMistakes``: each says where, what, and what is wanted instead. They quote the
  /// file.
  public var mistakes: [String]
  /// How many there are.
  public var count: Int

  /// The mistakes, line by line, and how many more there are.
  public var description: String { lines.joined(separator: "\n") }

  /// The lines of ``description``.
  public var lines: [String] {
    count > mistakes.count ? mistakes + ["and \(count - mistakes.count) further mistakes"] : mistakes
  }
}

/// Takes transactions while a file is read, and notes what is wrong.
struct TransactionCollector {
  private(set) var transactions: [ReportedTransaction] = []
  private(set) var places: [TransactionFile.Place] = []
  private(set) var mistakes: [String] = []
  private(set) var count = 0
  /// Where each id was first.
  private var ids: [ExactText: TransactionFile.Place] = [:]

  mutating func add(_ mistake: String) {
    count += 1
    if mistakes.count < TransactionFileError.maximumMistakes { mistakes.append(mistake) }
  }

  /// Takes the fields of a transaction, some of which may have been unreadable.
  ///
  /// - Parameter unreadable: what is wrong with fields for which a value stands in.
  mutating func add(
    _ fields: Fields, unreadable: [TransactionProblem] = [], at place: TransactionFile.Place
  ) {
    var problems = unreadable
    if !unreadable.contains(where: { $0.field == .id }) {
      if let first = ids[ExactText(fields.id)] {
        let reason = "\(first) has the id \"\(fields.id.prefix(60))\" already; the store would count one of the two"
        problems.append(TransactionProblem(field: .id, reason: reason))
      } else {
        ids[ExactText(fields.id)] = place
      }
    }
    let unread = Set(unreadable.map(\.field))
    problems += fields.problems.filter { problem in
      !unread.contains(problem.field)
        // The rule of the tax is one of both amounts.
        && !(problem.field == .taxAmount && fields.taxAmount >= 0 && unread.contains(.fullAmount))
    }
    for problem in problems.sorted(by: { $0.field.order < $1.field.order }) { add("\(place), \(problem)") }
    guard problems.isEmpty, let transaction = try? fields.transaction() else { return }
    transactions.append(transaction)
    places.append(place)
  }

  /// The values of a transaction before they are checked.
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
