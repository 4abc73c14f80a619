import CausewayJSON

/// The changes between two versions of a contract, and whether pages and apps of different versions still work together.
///
/// The app is updated in a store and the page on a server, so for some time one of them is newer. Each change says for both
/// situations whether it is safe:
///
///     let comparison = ContractComparison(old: released, new: bridge.contract)
///     for change in comparison.changes where !change.isSafe { print(change.text) }
public struct ContractComparison: Hashable, Sendable {
  /// The changes, in the order of the members' names.
  public let changes: [Change]

  /// Whether pages and apps of both versions work together.
  public var isSafe: Bool { changes.allSatisfy(\.isSafe) }

  /// A change of a member, of an error or of the contract.
  public struct Change: Hashable, Sendable {
    /// The part of the contract, such as `function share`.
    public let part: String
    /// The position in the part's messages, such as `parameters.items[].name`; empty for the part itself.
    public let path: String
    /// The change, as a sentence without the part and the position, such as `is now required`.
    public let text: String
    /// The outcome if the page has the new contract and the app the old one.
    public let pageIsNewer: Outcome
    /// The outcome if the app has the new contract and the page the old one.
    public let appIsNewer: Outcome

    /// Whether the change is safe in both situations.
    public var isSafe: Bool { pageIsNewer.isSafe && appIsNewer.isSafe }
  }

  /// The outcome of a change for a page and an app of different versions.
  public struct Outcome: Hashable, Sendable {
    /// Whether each side accepts every value that the other side may send.
    public let isSafe: Bool
    /// The reason, as a sentence.
    public let reason: String
    /// A value that one side may send and the other refuses. Nil if the change is safe, if no value is
    /// involved, if each such value has very many parts, or if many other changes have examples already.
    public let refusedValue: JSONValue?

    static func safe(_ reason: String) -> Outcome { Outcome(isSafe: true, reason: reason, refusedValue: nil) }

    static func unsafe(_ reason: String, _ value: JSONValue? = nil) -> Outcome {
      Outcome(isSafe: false, reason: reason, refusedValue: value)
    }
  }

  /// Compares two versions of a contract.
  public init(old: Contract, new: Contract) {
    var builder = ContractComparisonBuilder(old, new)
    builder.compare()
    changes = builder.changes
  }
}
