#if os(Linux)
import ProgramTestSupport
import CausewayHTTP
import Foundation
import Testing

@testable import CausewayCommand

/// The output of the publisher's commands for requests, files and answers of a store with texts that can harm a
/// terminal.
@Suite("Texts from outside in the output of the publisher's commands", .serialized, .timeLimit(.minutes(10)))
struct MerchantOutputTests {
  private static let app = "com.example.shop"
  private let folder: Folder

  init() throws {
    folder = try Folder()
  }

  /// File names that together contain all scalars. Several names are necessary, because a name has at most 255 bytes.
  private static let names: [String] = {
    let scalars = Hostile.scalars.filter { $0 != "\0" && $0 != "/" }
    return stride(from: 0, to: scalars.count, by: 40).map { start in
      let part = scalars[start..<min(start + 40, scalars.count)]
      return "name" + String(String.UnicodeScalarView(part)) + "\n\(Hostile.forged): a line"
    }
  }()

  // MARK: merchant serve

  @Test("merchant serve writes the path of each file that it serves on one line")
  func paths() async throws {
    let store = try PublishersStore(history: HTTPResponse(404))
    for name in Self.names { _ = try folder.write(name, "file") }
    let (program, address) = try await RunningProgram.server(
      ["merchant", "serve", "--app", Self.app, "--port", "0", "--site", folder.root] + store.merchant,
      environment: PublishersStore.environment)
    for name in Self.names {
      let path = try #require(name.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
      let answer = try await RawRequest.answer(of: address, ["GET /\(path) HTTP/1.1", "Host: 127.0.0.1"])
      #expect(answer.hasPrefix("HTTP/1.1 200 "), "\(answer.prefix(100))")
    }
    // The server refuses these requests before it logs them, or does not repeat the texts in its log.
    let odd = Hostile.name.replacingOccurrences(of: "\n", with: "")
    for head in [
      ["\(odd) / HTTP/1.1", "Host: 127.0.0.1"], ["GET /\(odd) HTTP/1.1", "Host: 127.0.0.1"],
      ["GET / HTTP/1.1", "Host: \(odd)"], ["GET / HTTP/1.1", "Host: 127.0.0.1", "User-Agent: \(odd)"],
      ["POST /validate HTTP/1.1", "Host: 127.0.0.1", "Origin: \(odd)"], ["O!DD /a HTTP/1.1", "Host: 127.0.0.1"],
    ] { _ = try await RawRequest.answer(of: address, head) }
    let result = try await program.end(by: SIGTERM)
    #expect(result.code == 0)
    Hostile.expectHarmless(result.error, "standard error")
    let lines = result.error.split(separator: "\n").filter { $0.hasPrefix("GET /name") }
    #expect(lines.count == Self.names.count)
    for scalar in Hostile.scalars where scalar != "\0" && scalar != "/" {
      let note = "⟨U+" + String(format: "%04X", scalar.value) + "⟩"
      #expect(lines.contains { $0.contains(note) || $0.unicodeScalars.contains(scalar) }, "no line has \(note)")
    }
    Hostile.expectLine(with: "GET /name", ", 200, ", in: result.error)
    await store.stop()
  }

  @Test("merchant serve writes its message about a ledger on one line, for a valid ledger and for another file")
  func ledger() async throws {
    let store = try PublishersStore(history: HTTPResponse(404))
    let file = folder.path(Hostile.name + ".sqlite")
    let words =
      ["merchant", "serve", "--app", Self.app, "--port", "0", "--confirm", "never", "--ledger", file] + store.merchant
    let (program, _) = try await RunningProgram.server(words, environment: PublishersStore.environment)
    let result = try await program.end(by: SIGTERM)
    #expect(result.code == 0)
    Hostile.expectHarmless(result.error, "standard error")
    Hostile.expectLine(with: "The ledger ", in: result.error)
    try Data(repeating: 0x58, count: 100_000).write(to: URL(fileURLWithPath: file))
    let next = try await causeway(words, environment: PublishersStore.environment)
    #expect(next.code == 1)
    Hostile.expectHarmless(next.error, "standard error")
    Hostile.expectLine(in: next.error)
    await store.stop()
  }

  @Test(
    "merchant serve writes the store's answer at the start on one line", arguments: [200, 400, 401, 403, 404, 500, 302])
  func storeCheck(status: Int) async throws {
    let words = try Self.problem()
    let fields = [(name: "Location", value: "/x\u{202E}\u{9B}"), (name: "X", value: "\u{9B}2J")]
    let said = HTTPResponse(status, "application/problem+json", words, fields: fields)
    let store = HTTPServer { _ in said }
    let address = try store.start()
    let program = try RunningProgram(
      [
        "merchant", "serve", "--app", Self.app, "--port", "0", "--merchant-id", "m", "--key-id", "k", "--store",
        address.absoluteString,
      ], lines: .error, environment: PublishersStore.environment)
    var warning: String?
    for await line in program.lines where line.hasPrefix("warning: ") {
      warning = line
      break
    }
    #expect(warning != nil)
    let result = try await program.end(by: SIGTERM)
    Hostile.expectHarmless(result.error, "standard error")
    await store.stop()
  }

  // MARK: merchant report

  private static let header = "id,currency,full_amount,tax_amount,payer_country,settled_at"

  @Test("merchant report writes columns, ids and values of a file on one line")
  func reportFiles() async throws {
    // The command cannot read a file with a NUL character.
    let shown = Hostile.scalars.filter { $0 != "\"" && $0 != "\0" }
    let all = String(String.UnicodeScalarView(shown)) + "\n\(Hostile.forged): a line"
    let good = "EUR,1234,197,DEU,2026-11-01T18:05:00Z"
    let files = [
      ("columns.csv", "\"\(all)\",\(Self.header)\nx,A,\(good)\n"),
      ("ids.csv", "\(Self.header)\n\"\(all)\",\(good)\n"),
      ("values.csv", "\(Self.header)\nA,\"\(all)\",\"\(all)\",\"\(all)\",\"\(all)\",\"\(all)\"\n"),
      ("twice.csv", "\(Self.header)\n\"A\(all)\",\(good)\n\"A\(all)\",\(good)\n"),
      ("header.csv", "\"\(all)\"\nA\n"), ("broken.csv", "\(Self.header)\n\"\(all)\n"),
      ("zero.csv", "\(Self.header)\n\"\0\(all)\n"),
      ("\(Hostile.name).csv", "\(Self.header)\nA,\(good)\n"),
    ]
    for (name, text) in files {
      let result = try await causeway("merchant", "report", try folder.write(name, text), "--check")
      Hostile.expectHarmless(result.error, "standard error for \(name)")
      Hostile.expectHarmless(result.output, "standard output for \(name)")
      #expect(!(result.error + result.output).isEmpty)
      if name == "columns.csv" { Hostile.expectLine(with: "not reported: the column", in: result.error) }
    }
    let text = String(decoding: try JSONEncoder().encode(all), as: UTF8.self)
    let record = "{\"id\": \(text), \"currency\": \(text), \(text): 1}"
    for json in ["[\(record)]", "{\"transactions\": [\(record)]}", "[\(text)]", text, "{\(text)"] {
      let result = try await causeway("merchant", "report", try folder.write("a.json", json), "--check")
      #expect(result.code == 2)
      Hostile.expectHarmless(result.error, "standard error for \(json.prefix(40))")
    }
  }

  @Test("merchant report writes the store's answer on one line", arguments: [200, 202, 400, 401, 404, 413, 429, 500])
  func reportStore(status: Int) async throws {
    let said = HTTPResponse(status, "application/json", try Self.problem())
    let store = HTTPServer { _ in said }
    let address = try store.start()
    let file = try folder.write("a.csv", "\(Self.header)\nA,EUR,1234,197,DEU,2026-11-01T18:05:00Z\n")
    let result = try await causeway(
      [
        "merchant", "report", file, "--state", folder.path("state"), "--store", address.absoluteString, "--timeout",
        "2",
      ],
      environment: ["ONSIDE_API_KEY": "a-key-of-a-test-0123456789"])
    #expect(result.code != 0)
    Hostile.expectHarmless(result.error, "standard error")
    Hostile.expectHarmless(result.output, "standard output")
    if status == 400 { Hostile.expectLine(with: "causeway: ", in: result.error) }
    await store.stop()
  }

  /// Returns a problem whose texts all contain control characters and a forged line.
  private static func problem() throws -> Data {
    let text = "x\u{1B}[2J\u{9B}\u{202E}\u{200B}\n\(Hostile.forged): a line"
    return try JSONEncoder().encode([
      "title": text, "detail": text, "message": text, "code": text, "reason": text, "type": text,
    ])
  }
}
#endif
