import Foundation

/// What the store says of a report.
public struct ReportState: Hashable, Sendable {
  /// A transaction that the store does not take.
  public struct Invalid: Hashable, Sendable {
    /// The transaction's id.
    public var id: String
    /// Why, in the store's words.
    public var reason: String
  }

  /// The report.
  public var reportID: Int64
  /// When the store took it, as the store writes it.
  public var acceptedAt: String
  /// When the store began to process it; nil if it has not.
  public var processingAt: String?
  /// When the store had processed it; nil if it has not.
  public var completedAt: String?
  /// The ids of the transactions that count.
  public var valid: [String]
  /// The transactions that do not.
  public var invalid: [Invalid]
}

extension ReportState: Decodable {
  private enum Member: String, CodingKey {
    case reportID = "report_id"
    case acceptedAt = "accepted_at"
    case processingAt = "processing_at"
    case completedAt = "completed_at"
    case transactions, valid, invalid
  }

  /// Reads the answer of the store. Before a report is processed, `transactions` may be missing.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Member.self)
    reportID = try members.decode(ReportID.self, forKey: .reportID).number
    acceptedAt = try members.decode(String.self, forKey: .acceptedAt)
    processingAt = try members.decodeIfPresent(String.self, forKey: .processingAt)
    completedAt = try members.decodeIfPresent(String.self, forKey: .completedAt)
    valid = []
    invalid = []
    guard try members.contains(.transactions) && !members.decodeNil(forKey: .transactions) else {
      if completedAt == nil { return }
      throw DecodingError.dataCorruptedError(
        forKey: .transactions, in: members, debugDescription: "missing of a report that is processed")
    }
    let transactions = try members.nestedContainer(keyedBy: Member.self, forKey: .transactions)
    valid = try transactions.decodeIfPresent([String].self, forKey: .valid) ?? []
    invalid = try transactions.decodeIfPresent([Invalid].self, forKey: .invalid) ?? []
  }
}

extension ReportState.Invalid: Decodable {}

/// A report's id, from 0 to 2^63 - 1. The document's schema has it as a number, its example as a text.
struct ReportID: Decodable {
  let number: Int64

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    let number: Int64?
    if let text = try? value.decode(String.self) {
      number = Int64(text)
    } else {
      number = try value.decode(Int64.self)
    }
    guard let number, number >= 0 else {
      throw DecodingError.dataCorruptedError(in: value, debugDescription: "not an int64 from 0 on")
    }
    self.number = number
  }
}

/// The answer to a report that was taken.
struct ReportReceipt: Decodable {
  let reportID: ReportID

  private enum CodingKeys: String, CodingKey {
    case reportID = "report_id"
  }
}

/// The sentence of a refusal: that of RFC 9457, or of a common member.
struct ReportRefusal: Decodable {
  let title: String?
  let detail: String?
  let message: String?
}
