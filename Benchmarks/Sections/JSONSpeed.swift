import CausewayJSON
import Foundation

/// Compares the engine's JSON parser and printer with Foundation's, on messages of about a megabyte in total.
@MainActor enum JSONSpeed {
  static func run(_ size: Size, _ report: Report) throws {
    report.begin("JSON, an array of 15,000 messages")
    let message = #"{"id":%,"name":"track","parameters":{"text":"hello","isNew":true}}"#
    let messages = (0..<15_000).map { message.replacing("%", with: "\($0)") }
    let text = "[" + messages.joined(separator: ",") + "]"
    let bytes = Array(text.utf8)
    let data = Data(bytes)
    let megabytes = Double(bytes.count) / 1e6
    let value = try JSONValue(parsing: bytes)
    let object = try JSONSerialization.jsonObject(with: data)

    let parse = try fastest(size.passes) { _ = try JSONValue(parsing: bytes) }
    let foundationParse = try fastest(2) { _ = try JSONSerialization.jsonObject(with: data) }
    let print = fastest(size.passes) { _ = value.json }
    let foundationPrint = try fastest(2) { _ = try JSONSerialization.data(withJSONObject: object) }
    for (name, ours, theirs) in [("parse", parse, foundationParse), ("print", print, foundationPrint)] {
      report.add("\(name), Foundation", megabytes / theirs, "MB/s", over: ("Foundation", megabytes / theirs))
      report.add("\(name), Causeway", megabytes / ours, "MB/s", over: ("Foundation", megabytes / theirs))
    }
    report.figure("jsonParseMegabytesPerSecond", megabytes / parse)
    report.figure("jsonPrintMegabytesPerSecond", megabytes / print)
  }

  /// Returns the time in seconds of the fastest of `passes` passes.
  private static func fastest(_ passes: Int, _ work: () throws -> Void) rethrows -> Double {
    let clock = ContinuousClock()
    return try (0..<passes).map { _ in try clock.measure(work).seconds }.min() ?? .nan
  }
}
