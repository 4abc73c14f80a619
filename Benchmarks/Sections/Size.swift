/// How much is measured.
struct Size {
  /// How often the ways take turns, and how many requests each makes in a turn.
  let rounds: Int
  let requests: Int
  /// How many bursts.
  let bursts: Int
  /// How many mebibytes of text or bytes of each size.
  let texts: Int
  /// How many loads of a page.
  let loads: Int
  /// How many requests to the engine alone.
  let engineRequests: Int
  /// How often a text is parsed and printed.
  let passes: Int
  /// How many messages while memory is watched.
  let messages: Int
  /// How many turns the shop takes: loads of products, launches, and tens of purchases.
  let shopTurns: Int
  /// How many turns a ledger takes, of 2,000 orders each.
  let ledgerTurns: Int
  /// How many turns validations take, of 2,000 orders each, or of 200 where the store is asked.
  let validationTurns: Int

  /// Some minutes.
  static let full = Size(
    rounds: 30, requests: 500, bursts: 20, texts: 64, loads: 300, engineRequests: 1_000_000, passes: 20,
    messages: 1_000_000, shopTurns: 10, ledgerTurns: 10, validationTurns: 10)
  /// About a minute and a half.
  static let quick = Size(
    rounds: 8, requests: 300, bursts: 4, texts: 4, loads: 60, engineRequests: 300_000, passes: 5,
    messages: 1_000_000, shopTurns: 3, ledgerTurns: 3, validationTurns: 3)
}
