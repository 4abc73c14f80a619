import Foundation

/// The store's answer about a report.
public struct ReportState: Hashable, Sendable {
  /// A transaction that the store rejected.
  public struct Invalid: Hashable, Sendable {
    /// The ID of the transaction, as the store sent it.
    public var id: String
    /// The reason, in the store's words.
    public var reason: String
  }

  /// The store's ID of the report.
  public var reportID: Int64
  /// The time at which the store accepted the report, as text in the store's format.
  public var acceptedAt: String
  /// The time at which the store began to process the report; nil before that.
  public var processingAt: String?
  /// The time at which the store finished processing the report; nil before that.
  public var completedAt: String?
  /// The IDs of the transactions that the store counted.
  public var valid: [String]
  /// The transactions that the store rejected.
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

  /// Decodes the store's answer. `transactions` may be missing until the report is processed.
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
        forKey: .transactions, in: members, debugDescription: "missing, although the report was processed")
    }
    let transactions = try members.nestedContainer(keyedBy: Member.self, forKey: .transactions)
    valid = try transactions.decodeIfPresent([String].self, forKey: .valid) ?? []
    invalid = try transactions.decodeIfPresent([Invalid].self, forKey: .invalid) ?? []
  }
}

extension ReportState.Invalid: Decodable {}

/// A report's ID, from 0 to 2^63 - 1. Both a number and a string are accepted, because the API document has a number in
/// its schema and a string in its example.
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
      throw DecodingError.dataCorruptedError(in: value, debugDescription: "not an integer from 0 to 2^63 - 1")
    }
    self.number = number
  }
}

/// The store's answer when it accepts a report.
struct ReportReceipt: Decodable {
  let reportID: ReportID

  private enum CodingKeys: String, CodingKey {
    case reportID = "report_id"
  }
}

/// The store's message when it refuses a request: `title` and `detail` of RFC 9457, or the common `message`.
struct ReportRefusal: Decodable {
  let title: String?
  let detail: String?
  let message: String?
}
