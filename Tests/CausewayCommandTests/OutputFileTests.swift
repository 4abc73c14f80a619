#if os(Linux)
import ProgramTestSupport
import Foundation
import Testing

@testable import CausewayCommand

@Suite("The files to which traces and screenshots may be written") struct OutputFileTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test("A symbolic link is refused, even below /dev/shm and at a path that only begins with /dev")
  func links() throws {
    let target = try folder.write("target", "mine")
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: target)
    let shared = "/dev/shm/causeway-\(UUID().uuidString)"
    try FileManager.default.createSymbolicLink(atPath: shared, withDestinationPath: target)
    defer { unlink(shared) }
    for path in [shared, "/dev/..\(folder.path("link"))", "/dev/fd/../../..\(folder.path("link"))"] {
      #expect(throws: OutputFileError.self, "\(path)") { try written("theirs", to: path) }
      #expect(try folder.read("target") == "mine", "\(path)")
    }
  }

  @Test("A file of another user below /dev is refused", .enabled(if: geteuid() == 0, "only root can give files away"))
  func otherUsersFiles() throws {
    let file = "/dev/shm/causeway-\(UUID().uuidString)"
    #expect(FileManager.default.createFile(atPath: file, contents: Data("theirs".utf8)))
    defer { unlink(file) }
    #expect(chown(file, 65534, 65534) == 0 && chmod(file, 0o666) == 0)
    #expect(throws: OutputFileError.self) { try written("mine", to: file) }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "theirs")
  }

  @Test("A named pipe of another user is refused", .enabled(if: geteuid() == 0, "only root can give files away"))
  func otherUsersPipe() throws {
    let reader = try pipeWithReader("pipe")
    defer { close(reader) }
    #expect(chown(folder.path("pipe"), 65534, 65534) == 0 && chmod(folder.path("pipe"), 0o666) == 0)
    #expect(throws: OutputFileError.self) { try written("mine", to: folder.path("pipe")) }
    var byte: UInt8 = 0
    #expect(read(reader, &byte, 1) <= 0, "the pipe contains data")
  }

  @Test("A named pipe of this user is accepted, and writing blocks while the pipe is full")
  func ownPipe() throws {
    let reader = try pipeWithReader("pipe")
    defer { close(reader) }
    let file = try PrivateOutput.open(folder.path("pipe"))
    #expect(fcntl(file.fileDescriptor, F_GETFL) & O_NONBLOCK == 0)
    try file.write(contentsOf: Data("mine".utf8))
    var bytes = [UInt8](repeating: 0, count: 16)
    #expect(read(reader, &bytes, bytes.count) == 4)
    #expect(bytes.prefix(4).elementsEqual("mine".utf8))
  }

  @Test("A named pipe without a reader is refused at once")
  func pipeWithoutReader() throws {
    let path = folder.path("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    let end = DispatchSemaphore(value: 0)
    let error = Changing<OutputFileError?>(nil)
    Thread.detachNewThread {
      do throws(OutputFileError) { _ = try PrivateOutput.open(path) } catch let refusal { error.value = refusal }
      end.signal()
    }
    let isOver = end.wait(timeout: .now() + 10) == .success
    #expect(isOver, "opening the pipe waits for a reader")
    // If the thread still waits for a reader, this line lets it continue.
    close(open(path, O_RDONLY | O_NONBLOCK))
    #expect(!isOver || error.value?.description.contains("reader") == true, "\(String(describing: error.value))")
  }

  @Test("An open descriptor is accepted under each of its names", arguments: ["/dev/fd/", "/proc/self/fd/"])
  func descriptors(start: String) throws {
    let pipe = Pipe()
    let number = pipe.fileHandleForWriting.fileDescriptor
    try written("mine", to: "\(start)\(number)")
    try pipe.fileHandleForWriting.close()
    #expect(try pipe.fileHandleForReading.readToEnd() == Data("mine".utf8))
    // Output to a file that the shell opened begins where the shell stopped, and does not empty the file.
    let file = open(try folder.write("log", "before "), O_WRONLY | O_APPEND)
    defer { close(file) }
    try written("after", to: "\(start)\(file)")
    #expect(try folder.read("log") == "before after")
  }

  @Test("A descriptor that is not open for writing is refused")
  func wrongDescriptors() throws {
    let file = open(try folder.write("log", "mine"), O_RDONLY)
    defer { close(file) }
    for name in ["/dev/fd/\(file)", "/dev/fd/9999", "/dev/fd/", "/dev/fd/x", "/dev/fd/+1", "/dev/fd/-1"] {
      #expect(throws: OutputFileError.self, "\(name)") { try PrivateOutput.open(name) }
    }
    #expect(try folder.read("log") == "mine")
  }

  @Test("A character device is accepted; a folder and a socket are refused")
  func otherKinds() throws {
    try written("mine", to: "/dev/null")
    #expect(throws: OutputFileError.self) { try PrivateOutput.open(folder.root) }
    let listener = try #require(UnixListener(folder.path("socket")))
    #expect(throws: OutputFileError.self) { try PrivateOutput.open(listener.path) }
  }

  private func written(_ text: String, to path: String) throws {
    try PrivateOutput.open(path).write(contentsOf: Data(text.utf8))
  }

  /// Makes a named pipe and opens it for reading.
  ///
  /// - Returns: the descriptor for reading, which does not block.
  private func pipeWithReader(_ name: String) throws -> Int32 {
    #expect(mkfifo(folder.path(name), 0o600) == 0)
    let reader = open(folder.path(name), O_RDONLY | O_NONBLOCK)
    try #require(reader >= 0)
    return reader
  }
}

/// A value that several threads read and change. A lock protects it.
private final class Changing<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var current: Value

  init(_ value: Value) { current = value }

  var value: Value {
    get { lock.withLock { current } }
    set { lock.withLock { current = newValue } }
  }
}
#endif
