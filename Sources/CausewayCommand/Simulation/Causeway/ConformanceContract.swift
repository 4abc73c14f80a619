import Causeway
import CausewayContract
import CausewayJSON

/// The contract that an app serves for the conformance suite of Causeway's own bridge.
/// `Conformance/causeway/contract.json` is the same contract for apps that are tested with the suite.
struct ConformanceContract: BridgeContract {
  let name = "Conformance"

  // MARK: Calls

  let echo = AppFunction<JSONValue, JSONValue>("echo", "Returns its parameters.")
  let ping = AppFunction<Nothing, Nothing>("ping", "Does nothing.")
  let old = AppFunction<Nothing, Nothing>("old", deprecated: "Use ping.")
  let sample = AppFunction<Sample, Sample>("types.echo", "Decodes its parameters, and returns them.")
  let sampleRuns = AppFunction<Nothing, Int>(
    "types.runs", "Returns the number of times that the handler of types.echo has run.")

  // MARK: Errors

  let decline = AppFunction<Int, Nothing>(
    "fail.typed", "Always fails with the error Declined.", errors: [Declined.self, Busy.self])
  let busy = AppFunction<Nothing, Nothing>("fail.plain", "Always fails with the error Busy.", errors: [Busy.self])
  let publicFailure = AppFunction<Nothing, Nothing>(
    "fail.public", "Fails with an error that is for pages but is not declared.")
  let failure = AppFunction<Nothing, Nothing>("fail.private", "Fails with an error that is not for pages.")

  // MARK: Time

  let wait = AppFunction<String, Nothing>("time.wait", "Waits until the call is cancelled, and then marks the name.")
  let late = AppFunction<String, Nothing>("time.late", "Like time.wait, with a deadline of 200 ms.")
  let ended = AppFunction<String, Nothing>("time.ended", "Returns when a name has been marked.")
  let report = AppFunction<Int, Int>(
    "time.report", "Reports the numbers from 1 to the parameter as progress, and returns the parameter.")

  let stages = AppFunction<Int, Nothing>("time.stages", "Reports the given number of notes.").reporting(Note.self)

  // MARK: Events

  let note = AppEvent<Note>("events.note", "Stores a note for events.notes, and marks its topic.")
  let notes = AppFunction<String, [Int]>("events.notes", "The numbers of the notes of a topic, in their order.")
  let emit = AppFunction<Emission, Nothing>("events.emit", "Sends the given number of tick events with the topic.")
  let tick = PageEvent<Note>("tick", "One of the events that events.emit sends.")

  // MARK: Streams

  let count = AppStream<Counting, String>(
    "streams.count", "Sends texts that begin with 0, 1, 2 ….")
  let sent = AppFunction<String, Int>("streams.sent", "The number of texts that streams.count has sent for a name.")
  let bytes = AppStream<Int, Bytes>(
    "streams.bytes", "Sends the given number of bytes; the value of each is its position modulo 251.")
  let failing = AppStream<Int, Int>("streams.fail", "Sends 0, 1, 2 …, and then fails.", errors: [Declined.self])
  let sum = AppUpload<Nothing, Int, Int>("uploads.sum", "Returns the sum of the numbers.")
  let measure = AppUpload<Nothing, Bytes, Measure>(
    "uploads.measure", "Returns the number of bytes, and whether they have the pattern of bytes.load.")
  let first = AppUpload<Int, JSONValue, Int>(
    "uploads.first", "Reads at most the given number of values, and returns the number of values read.")
  let slow = AppUpload<String, JSONValue, Int>(
    "uploads.slow", "Reads nothing until events.note has marked the topic, and returns the number of values.")

  // MARK: Bytes

  let load = AppFunction<Int, Bytes>(
    "bytes.load", "Returns the given number of bytes; the value of each is its position modulo 251.")
  let returned = AppFunction<Nothing, Bytes>("bytes.echo", "Returns the bytes of the call.", takesBytes: true)

  // MARK: Calls of the app

  let callDouble = AppFunction<Int, PageAnswer>(
    "page.double", "Calls the page's function double, and returns the outcome.")
  let callHang = AppFunction<String, PageAnswer>(
    "page.hang", "Calls the page's function hang with a deadline of 200 ms, and returns the outcome.")
  let callCount = AppFunction<Counting, [Int]>(
    "page.count", "Calls the page's stream count, and returns the given number of its values.")
  let callReport = AppFunction<Int, [Double]>("page.report", "Calls report, and returns the progress.")
  let callStages = AppFunction<Int, [Int]>("page.stages", "Calls stages, and returns the numbers of its notes.")
  let pageStages = PageFunction<Int, Nothing>("stages", "Reports the given number of notes.").reporting(Note.self)
  let double = PageFunction<Int, Int>("double", "Returns twice the number.")
  let hang = PageFunction<String, Nothing>("hang", "Does not answer.")
  let report100 = PageFunction<Int, Nothing>("report", "Reports 1 / n, 2 / n … 1.")
  let counted = PageStream<Nothing, Int>("count", "Sends 0, 1, 2 … without an end.")

  // MARK: Keys

  let pay = AppFunction<Payment, Receipt>("keys.pay", "Returns the number of payments so far.", errors: [Declined.self])
  let payLater = AppFunction<Payment, Receipt>(
    "keys.payLater", "Like keys.pay, but waits until events.note has marked the topic.")

  // MARK: Policy

  let everyone = AppFunction<Nothing, Nothing>("policy.everyone", "Serves every frame.")
  let mainFrame = AppFunction<Nothing, Nothing>("policy.mainFrame", "Serves every main frame.")
  let sameOrigin = AppFunction<Nothing, Nothing>("policy.sameOrigin", "Serves the frames of the page's own origin.")
  let nobody = AppFunction<Int, Nothing>("policy.nobody", "Serves no frame.")

  // MARK: Types

  /// A value with a member of each kind.
  struct Sample: Codable, Sendable {
    var flag: Bool
    var byte: UInt8
    var whole: Int
    var number: Double
    var text: String
    var list: [Int]
    var map: [String: Bool]
    var mood: Mood
    var shape: Shape
    var nested: Note?
  }

  enum Mood: String, Codable, CaseIterable { case calm, merry }

  enum Shape: Codable {
    case circle(radius: Double)
    case square(side: Int)
  }

  struct Note: Codable {
    var topic: String
    var number: Int
  }

  struct Emission: Codable {
    var topic: String
    var count: Int
  }

  struct Counting: Codable {
    var name: String
    var count: Int
    /// The length to which the texts are padded.
    var length: Int?
  }

  struct Measure: Codable {
    var count: Int
    /// Whether each byte equals its position modulo 251.
    var isPattern: Bool
  }

  /// The outcome of a call to the page.
  enum PageAnswer: Codable {
    case number(value: Int)
    case rejected(text: String)
    case invalid(path: String, expected: String, found: String)
    case late
    case other(text: String)
  }

  struct Payment: Codable {
    var topic: String
    var amount: Int
  }

  struct Receipt: Codable { var payments: Int }
}

/// An error of the suite with details.
struct Declined: Causeway.PageError {
  struct Details: Codable { var attemptsLeft: Int }
  static let documentation = "An error with details, for the rules about errors."
  let details: Details
  var pageMessage: String { "Declined." }
}

/// An error of the suite without details.
struct Busy: Causeway.PageError {
  var pageMessage: String { "Busy." }
}
