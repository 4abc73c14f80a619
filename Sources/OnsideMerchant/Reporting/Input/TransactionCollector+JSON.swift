import CausewayJSON
import Foundation

extension TransactionCollector {
  /// Reads an array of transactions, or an object with such an array in `transactions`.
  ///
  /// - Returns: An empty array, because only CSV has ignored columns.
  mutating func readJSON(_ bytes: [UInt8]) -> [String] {
    let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: bytes, limits: JSONLimits(maximumDepth: 64, allowsDuplicateNames: false))
    } catch {
      add("the file is not JSON: \(error)")
      return []
    }
    guard let elements = json.arrayValue ?? json["transactions"]?.arrayValue else {
      add("the file must be an array of transactions, or an object with such an array in \"transactions\"")
      return []
    }
    for (index, element) in elements.enumerated() { read(element, at: .element(index)) }
    return []
  }

  private mutating func read(_ element: JSONValue, at position: TransactionFile.Position) {
    guard let members = element.objectValue else {
      return add("\(position): it must be an object")
    }
    var fields = Fields()
    var unreadable: [TransactionProblem] = []
    func note(_ field: TransactionField, _ reason: String) {
      unreadable.append(TransactionProblem(field: field, reason: reason))
    }
    func text(_ field: TransactionField) -> String {
      guard let member = members[field.rawValue] else {
        note(field, "it is missing")
        return ""
      }
      if let text = member.stringValue { return text }
      note(field, "it must be a string")
      return ""
    }
    func amount(_ field: TransactionField, else standIn: Int64) -> Int64 {
      guard let member = members[field.rawValue] else {
        note(field, "it is missing")
        return standIn
      }
      if let amount = member.numberValue.flatMap(Int64.init(exactly:)) { return amount }
      let given = member.numberValue.map { JSONValue.number($0).json } ?? member.stringValue ?? ""
      note(field, member.stringValue == nil ? TransactionRules.notAnAmount(given) : "it must be a number, not a string")
      return standIn
    }
    fields.id = text(.id)
    fields.currency = text(.currency)
    fields.fullAmount = amount(.fullAmount, else: 1)
    fields.taxAmount = amount(.taxAmount, else: 0)
    fields.payerCountry = text(.payerCountry)
    fields.settledAt = text(.settledAt)
    add(fields, unreadable: unreadable, at: position)
  }
}
