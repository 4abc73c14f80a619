import Foundation

extension TransactionCollector {
  /// Reads CSV with a header.
  ///
  /// - Returns: The names of the columns that are not part of a report.
  mutating func readCSV(_ bytes: [UInt8]) -> [String] {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      add("the file is UTF-16; save it as \"CSV UTF-8\"")
      return []
    }
    var reader = CSVReader(bytes)
    do throws(CSVError) {
      guard let header = try reader.next() else {
        add("the file is empty; row 1 must be \(Self.header)")
        return []
      }
      guard let columns = columns(of: header) else { return [] }
      try readRows(&reader, columns, width: header.fields.count)
      let names = Set(TransactionField.allCases.map(\.rawValue))
      return header.fields.filter { !names.contains($0) }
    } catch {
      add("\(TransactionFile.Position.row(error.row, line: error.line)), column \(error.column): \(error)")
      return []
    }
  }

  private static let header = TransactionField.allCases.map(\.rawValue).joined(separator: ",")

  private mutating func readRows(
    _ reader: inout CSVReader, _ columns: [TransactionField: Int], width: Int
  ) throws(CSVError) {
    // Many editors add empty lines at the end, so ignore those. Report an empty line between rows, because it may be a
    // lost row.
    var blanks: [CSVRecord] = []
    while let record = try reader.next() {
      if record.isBlank, width > 1 {
        blanks.append(record)
        continue
      }
      for blank in blanks { add("\(Self.position(blank)): the row is empty; remove it") }
      blanks = []
      guard record.fields.count == width else {
        add(
          "\(Self.position(record)): \(record.fields.count) columns, but row 1 has \(width); a field with a comma in it "
            + "needs quotes around it")
        continue
      }
      read(record, columns)
    }
  }

  private mutating func read(_ record: CSVRecord, _ columns: [TransactionField: Int]) {
    func text(_ field: TransactionField) -> String { columns[field].map { record.fields[$0] } ?? "" }
    var fields = Fields()
    var unreadable: [TransactionProblem] = []
    func amount(_ field: TransactionField, else standIn: Int64) -> Int64 {
      if let amount = TransactionRules.amount(text(field)) { return amount }
      unreadable.append(TransactionProblem(field: field, reason: TransactionRules.notAnAmount(text(field))))
      return standIn
    }
    fields.id = text(.id)
    fields.currency = text(.currency)
    fields.fullAmount = amount(.fullAmount, else: 1)
    fields.taxAmount = amount(.taxAmount, else: 0)
    fields.payerCountry = text(.payerCountry)
    fields.settledAt = text(.settledAt)
    add(fields, unreadable: unreadable, at: Self.position(record))
  }

  private static func position(_ record: CSVRecord) -> TransactionFile.Position { .row(record.row, line: record.line) }

  /// Returns the column index of each field. If the header is wrong, adds the mistakes and returns nil.
  private mutating func columns(of header: CSVRecord) -> [TransactionField: Int]? {
    let before = count
    if header.fields.count == 1, let other = [";", "\t", "|"].first(where: { header.fields[0].contains($0) }) {
      let name = other == "\t" ? "tabs" : "\"\(other)\""
      add("row 1: the columns are separated by \(name); save the file with commas. Row 1 must be \(Self.header)")
      return nil
    }
    var columns: [TransactionField: Int] = [:]
    for (index, name) in header.fields.enumerated() {
      guard let field = TransactionField(rawValue: name) else { continue }
      if columns[field] != nil { add("row 1, column \(index + 1): \(name) appears twice; keep one") }
      columns[field] = index
    }
    for field in TransactionField.allCases where columns[field] == nil {
      let near = header.fields.first { Self.letters($0) == Self.letters(field.rawValue) }
      let hint = near.map { "; \"\($0.prefix(60))\" must be written \(field.rawValue)" } ?? ""
      add("row 1: the column \(field.rawValue) is missing\(hint)")
    }
    if count > before, columns.isEmpty { add("row 1 must be the header, such as \(Self.header)") }
    return count == before ? columns : nil
  }

  /// Returns the letters and digits of a name in lower case, to recognize a different spelling of a field's name.
  private static func letters(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }
}
