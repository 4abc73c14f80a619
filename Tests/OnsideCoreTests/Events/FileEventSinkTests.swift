import Foundation
import Testing

@testable import OnsideCore

@Suite("The sink that writes JSON Lines")
struct FileEventSinkTests {
  private let folder: TestFolder
  private let file: URL
  private let sink: FileEventSink

  init() throws {
    folder = try TestFolder()
    file = folder.file("of/events.jsonl")
    sink = FileEventSink(file: file)
  }

  @Test("One event is one line, with an ISO 8601 date")
  func lines() async throws {
    let first = event(
      "one", [.init(name: "p", value: .array([.string("a\nb/é"), .number(1.5), .bool(true)]))],
      date: Date(timeIntervalSince1970: 1_772_366_400.25))
    try await sink.send([first])
    try await sink.send([event("two"), event("three")])
    let lines = try text().split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 4 && lines.last == "")
    #expect(
      lines.first == """
        {"date":"2026-03-01T12:00:00.250Z","id":"\(first.id.uuidString)","name":"one",\
        "parameters":[{"name":"p","value":["a\\nb/é",1.5,true]}]}
        """)
    #expect(lines[2].contains("\"three\""))
  }

  @Test("A partly written line is removed before the next batch", arguments: [0, 1, 5000, 20_000])
  func tornLine(length: Int) async throws {
    try await sink.send([event("one")])
    let whole = try text()
    let torn = "{\"name\":\"" + String(repeating: "x", count: length)
    try Data((whole + torn).utf8).write(to: file)
    try await sink.send([event("two")])
    let lines = try text().split(separator: "\n")
    #expect(lines.count == 2)
    #expect(try text().hasPrefix(whole))
    #expect(lines.last?.contains("\"two\"") == true)
  }

  @Test("The sink writes only into a regular file that has one name and is not a symbolic link")
  func planted() async throws {
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    let target = folder.file("target")
    try Data("mine".utf8).write(to: target)
    let plants: [(String) throws -> Void] = [
      { try FileManager.default.createSymbolicLink(atPath: $0, withDestinationPath: target.path) },
      { try FileManager.default.createSymbolicLink(atPath: $0, withDestinationPath: target.path + "-missing") },
      { try FileManager.default.linkItem(atPath: target.path, toPath: $0) },
      { path in #expect(mkfifo(path, 0o600) == 0) },
    ]
    for plant in plants {
      try plant(file.path)
      await #expect(throws: POSIXError.self) { try await sink.send([event("one")]) }
      #expect(unlink(file.path) == 0)
    }
    #expect(try Data(contentsOf: target) == Data("mine".utf8))
    #expect(!FileManager.default.fileExists(atPath: target.path + "-missing"))
    try await sink.send([event("one")])
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test("Only this user can read the file, even if everybody could read it before")
  func mode() async throws {
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("{}\n".utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
    try await sink.send([event("one")])
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try text().hasPrefix("{}\n{"))
  }

  @Test("The file has no text of an event that a terminal would act on")
  func terminal() async throws {
    let value = "\u{9B}31m\u{202E}\u{7F}"
    try await sink.send([event("one", [.init(name: "p", value: .string(value))])])
    #expect(try text().contains("\\u009b31m\\u202e\\u007f"))
  }

  @Test("A file that contains only a part of a line is emptied first")
  func onlyATornLine() async throws {
    try await sink.send([])
    try Data(String(repeating: "x", count: 5000).utf8).write(to: file)
    try await sink.send([event("one")])
    #expect(try text().hasPrefix("{") && text().hasSuffix("}\n"))
  }

  @Test("The file can be moved away between batches")
  func movedAway() async throws {
    try await sink.send([event("one")])
    try FileManager.default.moveItem(at: file, to: folder.file("older"))
    try await sink.send([event("two")])
    #expect(try text().contains("\"two\"") && !text().contains("\"one\""))
  }

  @Test("A file that cannot be written throws")
  func unwritable() async throws {
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
    await #expect(throws: POSIXError(.EISDIR)) { try await sink.send([event("one")]) }
  }

  private func text() throws -> String { try String(contentsOf: file, encoding: .utf8) }
}
