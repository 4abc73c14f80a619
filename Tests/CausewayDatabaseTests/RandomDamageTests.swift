import CausewayDatabase
import DatabaseProgram
import Foundation
import SeededGenerator
import Testing

/// Tests of files with random damage. Either all notes can be read, or opening fails and the file is kept. Notes must
/// never be lost without an error.
@Suite("Random damage")
struct RandomDamageTests {
  private let notes = Dictionary(
    uniqueKeysWithValues: (1...120).map { ($0, "note \($0) " + String(repeating: "é", count: $0 * 7 % 300)) })

  @Test("Bytes that changed")
  func flips() throws {
    try check { bytes, random in
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        // Half of the rounds change only the first 4096 bytes, which contain the header and the schema. Damage to them
        // has the greatest effect.
        let end = Bool.random(using: &random) ? bytes.count : min(bytes.count, Int.random(in: 1...4096, using: &random))
        bytes[Int.random(in: 0..<end, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
      }
    }
  }

  @Test("A file that was cut off")
  func truncation() throws {
    try check { bytes, random in
      let count = Int.random(in: 0..<bytes.count, using: &random)
      bytes = bytes.prefix(Bool.random(using: &random) ? count : count / 4096 * 4096)
    }
  }

  @Test("A part that was overwritten with zeros or with another part")
  func overwritten() throws {
    try check { bytes, random in
      let start = Int.random(in: 0..<bytes.count, using: &random) / 512 * 512
      let end = min(bytes.count, start + 512 * Int.random(in: 1...8, using: &random))
      let other = Int.random(in: 0...(bytes.count - (end - start)), using: &random) / 512 * 512
      let part = Bool.random(using: &random) ? bytes[other..<other + end - start] : Data(count: end - start)
      bytes.replaceSubrange(start..<end, with: part)
    }
  }

  private func check(_ damage: (inout Data, inout SeededGenerator) -> Void) throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let whole = try Folder()
    try whole.make(notes)
    let original = try whole.bytes()
    for round in 0..<300 {
      let folder = try Folder()
      var bytes = original
      damage(&bytes, &random)
      try bytes.write(to: folder.file)
      let comment: Comment = "seed \(seed), round \(round)"
      do throws(DatabaseError) {
        let opened = try Notes(folder.file)
        defer { opened.database.close() }
        let read = try opened.all()
        #expect(read == notes, comment)
      } catch {
        switch error {
        case .damaged(_, _, let movedTo?):
          #expect(try Data(contentsOf: URL(fileURLWithPath: movedTo)) == bytes, comment)
        case .damaged(_, _, nil): #expect(try folder.names() == ["notes"], comment)
        case .newer: #expect(try folder.bytes() == bytes, comment)
        default: Issue.record("\(error), \(comment)")
        }
      }
    }
  }
}
