/// The numbers of repetitions in the measurements.
struct Size {
  /// The number of turns of each way to send requests. `requests` is the number of requests in each turn.
  let rounds: Int
  let requests: Int
  /// The number of bursts.
  let bursts: Int
  /// The total amount of text, or of binary data, that is sent for each message size, in mebibytes.
  let texts: Int
  /// The number of page loads.
  let loads: Int
  /// The number of requests to the engine alone.
  let engineRequests: Int
  /// The number of times that a text is parsed and printed.
  let passes: Int
  /// The number of messages that are sent while memory is measured.
  let messages: Int
  /// The number of turns of each measurement of the shop: loads of products, launches, and groups of ten purchases.
  let shopTurns: Int
  /// The number of turns for each ledger, with 2,000 orders each.
  let ledgerTurns: Int
  /// The number of validation turns, with 2,000 orders each, or with 200 if the store confirms the orders.
  let validationTurns: Int

  /// The full run, which takes several minutes.
  static let full = Size(
    rounds: 30, requests: 500, bursts: 20, texts: 64, loads: 300, engineRequests: 1_000_000, passes: 20,
    messages: 1_000_000, shopTurns: 10, ledgerTurns: 10, validationTurns: 10)
  /// The quick run, which takes about a minute and a half.
  static let quick = Size(
    rounds: 8, requests: 300, bursts: 4, texts: 4, loads: 60, engineRequests: 300_000, passes: 5,
    messages: 1_000_000, shopTurns: 3, ledgerTurns: 3, validationTurns: 3)
}
