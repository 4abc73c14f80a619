import CausewayDatabase
import DatabaseProgram
import Foundation
import MountTestSupport
import ProgramTestSupport
import SeededGenerator
import Testing

#if !os(iOS)
@Suite("A database and other processes")
struct ProcessTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test("A file that another process has open is in use until that process ends")
  func inUse() throws {
    let holder = try Child("hold", folder.file)
    #expect(try holder.line() == "open")
    #expect(folder.openingError() == .inUse(path: folder.file.resolvingSymlinksInPath().path))
    holder.kill()
    #expect(folder.openingError() == nil)
  }

  @Test("The notes that a process wrote before it was killed are in the database", arguments: [1, 7, 300])
  func killed(after count: Int) throws {
    let writer = try Child("write", folder.file)
    var last = 0
    while last < count { last = try #require(Int(writer.line())) }
    writer.kill()
    let notes = try Notes(folder.file).all()
    // Allow one more note, because the killed program may have written a note that it did not report.
    #expect(notes.count >= last)
    #expect(notes.keys.max() == notes.count)
  }

  @Test("A process that is killed while it creates the file leaves no damage")
  func killedAtTheStart() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for round in 0..<30 {
      let folder = try Folder()
      let writer = try Child("write", folder.file)
      // The kill can happen at any moment of the program's start, so the time is random.
      usleep(UInt32.random(in: 0...30_000, using: &random))
      writer.kill()
      let notes = try Notes(folder.file).all()
      #expect(notes.keys.max() ?? 0 == notes.count, "seed \(seed), round \(round)")
    }
  }

  @Test("A damaged log loses at most the last transactions, and nothing that is in the file")
  func damagedLog() throws {
    try folder.make([1: "note 1"])
    do {
      // The next opening moves these notes from the log into the file.
      let writer = try Child("write", folder.file)
      while try #require(Int(writer.line())) < 50 {}
      writer.kill()
    }
    #expect(try Notes(folder.file).all().count >= 50)
    let writer = try Child("write", folder.file)
    while try #require(Int(writer.line())) < 100 {}
    writer.kill()
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let (file, log) = (try folder.bytes(), try folder.bytes("notes-wal"))
    for round in 0..<50 {
      let copy = try Folder()
      try file.write(to: copy.file)
      var damaged = log
      if Bool.random(using: &random) {
        damaged = damaged.prefix(Int.random(in: 0..<log.count, using: &random))
      } else {
        damaged[Int.random(in: 0..<log.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
      }
      try damaged.write(to: copy.root.appendingPathComponent("notes-wal"))
      let notes = try Notes(copy.file).all()
      #expect(notes.count >= 50 && notes.keys.max() == notes.count, "seed \(seed), round \(round)")
    }
  }

  #if os(Linux)
  @Test("A full disk is reported, and earlier notes are kept", .enabled(if: Mounting.isAllowed))
  func full() throws {
    let output = try Mounting.run(
      """
      mount -t tmpfs -o size=400k tmpfs "$1"
      "$2" fill "$1/notes"
      "$2" show "$1/notes"
      """, folder.root, Child.program)
    let numbers = output.split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }
    #expect(numbers.count == 3 && numbers[0] > 10, "\(output)")
    #expect(output == "full after \(numbers[0]), \(numbers[0]) there\n\(numbers[0]) notes\n")
  }

  @Test("A disk without room for a new database is reported, and no database is left", .enabled(if: Mounting.isAllowed))
  func fullFromTheStart() throws {
    let output = try Mounting.run(
      """
      mount -t tmpfs -o size=64k tmpfs "$1"
      dd if=/dev/zero of="$1/other" bs=1k count=60 2>&1 | tail -n 0
      "$2" show "$1/notes"
      ls "$1"
      """, folder.root, Child.program)
    let error = "error the disk is full: \(folder.root.path)/notes cannot be written; free some space\n"
    #expect(output == error + "notes.lock\nother\n")
  }

  @Test("A file or a folder that cannot be written is reported", .enabled(if: Mounting.isAllowed))
  func readOnly() throws {
    let output = try Mounting.run(
      """
      mount -t tmpfs tmpfs "$1"
      "$2" show "$1/notes"
      mount --bind "$1/notes" "$1/notes" && mount -o remount,bind,ro "$1/notes"
      "$2" show "$1/notes"
      umount "$1/notes" && mount -o remount,bind,ro "$1"
      "$2" show "$1/notes"
      "$2" show "$1/others"
      "$2" show "$1/folder/notes"
      ls "$1"
      """, folder.root, Child.program)
    let error = "cannot be written: check the permissions of the file and of its folder"
    #expect(
      output == """
        0 notes
        error \(folder.root.path)/notes \(error)
        error \(folder.root.path)/notes \(error)
        error \(folder.root.path)/others \(error)
        error \(folder.root.path)/folder/notes \(error)
        notes
        notes.lock

        """)
  }
  #endif
}

/// A run of the program `DatabaseProgram`. It is killed after `programTimeout`, so that ``line()`` returns.
final class Child {
  private let process = Process()
  private let watch: DispatchWorkItem
  private let output = Pipe()
  private let input = Pipe()

  init(_ command: String, _ file: URL) throws {
    process.executableURL = Self.program
    process.arguments = [command, file.path]
    process.standardOutput = output
    process.standardInput = input
    try process.run()
    watch = watchdog(of: process.processIdentifier, "DatabaseProgram \(command)")
  }

  deinit {
    watch.cancel()
    kill()
  }

  static var program: URL { BuiltPrograms.named("DatabaseProgram") }

  /// Reads the next line of the program's output.
  func line() throws -> String {
    var bytes: [UInt8] = []
    while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0a { bytes.append(byte) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Kills the program with SIGKILL, so that it cannot clean up.
  func kill() {
    guard process.isRunning else { return }
    _ = Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
#endif
