import CausewayDatabase
import Foundation

/// A second process for the tests of databases. The process holds a file open, fills a disk, or is killed.
@main
enum DatabaseProgram {
  static func main() {
    let words = CommandLine.arguments.dropFirst()
    guard words.count == 2, let command = words.first, let path = words.last else {
      return say("two arguments are needed: a command and a path")
    }
    do {
      try run(command, Notes(URL(fileURLWithPath: path)))
    } catch {
      say("error \(error)")
    }
  }

  private static func run(_ command: String, _ notes: Notes) throws(DatabaseError) {
    switch command {
    case "hold":
      say("open")
      _ = readLine()
    case "show":
      say("\(try notes.all().count) notes")
    case "write":
      for id in (try notes.all().count + 1)... {
        try notes.add(id, "note \(id)")
        say("\(id)")
      }
    case "fill":
      var written = 0
      do {
        while true {
          try notes.add(written + 1, String(repeating: "x", count: 1000) + "\(written)")
          written += 1
        }
      } catch .full {
        say("full after \(written), \(try notes.all().count) there")
      }
    default: say("unknown command \(command)")
    }
  }

  /// Writes a line without a buffer, so that a reader of the pipe receives the line at once.
  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}
