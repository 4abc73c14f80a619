import Foundation
import OnsideTestSupport
import Testing

@testable import OnsideCore

/// The file of a session.
struct SessionFileTests {
  private let folder = TemporaryFolder()
  private var file: URL { folder.url.appendingPathComponent("state/session.json") }
  private let session = KeptSession.sample()

  @Test func aSavedSessionIsLoadedUntilItIsRemoved() throws {
    let storage = SessionFile(file: file)
    #expect(try storage.load() == nil)
    try storage.keep(nil)
    try storage.keep(session)
    #expect(try SessionFile(file: file).load() == session)
    let other = KeptSession.sample(account: "eve", token: "other")
    try storage.keep(other)
    #expect(try storage.load() == other)
    try storage.keep(nil)
    #expect(try storage.load() == nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path) == [])
  }

  @Test func onlyThisUserCanReadTheSessionFile() throws {
    // Simulate an interrupted write, which has left a temporary file that every user can read. The session must not
    // become readable through that file.
    _ = try folder.write(Data("rest".utf8), to: "other")
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    let unfinished = URL(fileURLWithPath: file.path + ".new")
    try Data(repeating: 7, count: 5000).write(to: unfinished)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: unfinished.path)
    try SessionFile(file: file).keep(session)
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try SessionFile(file: file).load() == session)
  }

  @Test func savingDoesNotFollowASymbolicLink() throws {
    let target = try folder.write(Data("mine".utf8), to: "target")
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: file.path + ".new", withDestinationPath: target.path)
    #expect(throws: POSIXError.self) { try SessionFile(file: file).keep(session) }
    #expect(try Data(contentsOf: target) == Data("mine".utf8))
  }

  @Test func aFileWithASecondHardLinkIsNotOverwritten() throws {
    let target = try folder.write(Data("mine".utf8), to: "target")
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.linkItem(atPath: target.path, toPath: file.path + ".new")
    #expect(throws: POSIXError.self) { try SessionFile(file: file).keep(session) }
    #expect(try Data(contentsOf: target) == Data("mine".utf8))
  }

  @Test func aNamedPipeIsRefusedAtOnce() throws {
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    let path = file.path + ".new"
    #expect(mkfifo(path, 0o600) == 0)
    let end = DispatchSemaphore(value: 0)
    Thread.detachNewThread { [file, session] in
      #expect(throws: POSIXError.self) { try SessionFile(file: file).keep(session) }
      end.signal()
    }
    #expect(end.wait(timeout: .now() + 10) == .success, "the call waits for a reader of the pipe")
    // Open the pipe, so that a thread that waits for a reader can continue.
    close(open(path, O_RDONLY | O_NONBLOCK))
  }

  @Test func descriptionsContainNoToken() throws {
    var dumped = ""
    dump(session, to: &dumped)
    dump(Optional(session.accessToken), to: &dumped)
    for text in ["\(session)", "\(String(reflecting: session))", dumped, "\(session.accessToken)"] {
      #expect(!text.contains(session.accessToken.secret) && !text.contains(session.refreshToken.secret), "\(text)")
    }
  }
}

extension KeptSession {
  /// Returns a session that is valid for an hour of the test's time.
  static func sample(
    account: String = "ada", token: String = "SECRET-ACCESS", refreshToken: String = "SECRET-REFRESH",
    countryCode: String = "DE", from start: Date = Date(timeIntervalSince1970: 0)
  ) -> KeptSession {
    KeptSession(
      store: URL(fileURLWithPath: "/").appendingPathComponent("store"), app: "com.example.shop", account: account,
      countryCode: countryCode, accessToken: Token(token), refreshToken: Token(refreshToken),
      renewsAt: start.addingTimeInterval(3000), expiresAt: start.addingTimeInterval(3600))
  }
}
