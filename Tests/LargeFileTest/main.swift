import Foundation
import WebKit

/// The help of this program, which streams a large file in each direction and watches the memory.
let usage = """
  Usage: large-file-test [--mebibytes N]

  Streams a file of N MiB (default 1024) from the app's disk to a page, and from a page to a file on the app's disk. Compares
  every byte, and measures the memory of the app and of the page while the file travels.

  Exit codes: 0 the file arrived and the memory did not grow with it, 1 it did not, 2 the arguments are wrong.
  """

/// Writes a line without a buffer. With `print`, a pipe would get the line only at the end of the program.
func report(_ line: String) {
  FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}

let arguments = Array(CommandLine.arguments.dropFirst())
let isSized = arguments.count == 2 && arguments[0] == "--mebibytes"
guard let mebibytes = arguments.isEmpty ? 1024 : isSized ? Int(arguments[1]) : nil, mebibytes > 0 else {
  report(usage)
  exit(arguments == ["--help"] ? 0 : 2)
}
do {
  try GLibMainLoop.start()
} catch {
  report("\(error)")
  exit(1)
}
Task { @MainActor in
  do {
    exit(try await LargeFile(mebibytes: mebibytes).run() ? 0 : 1)
  } catch {
    report("\(error)")
    exit(1)
  }
}
GLibMainLoop.run()
