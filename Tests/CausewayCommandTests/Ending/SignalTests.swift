#if os(Linux)
import ProgramTestSupport
import CausewayHTTP
import Foundation
import Testing

/// A short run of `script/kill --command`, and the rules of `docs/command-line.md` for commands that a signal ends.
@Suite("Commands that are ended by signals", .serialized, .timeLimit(.minutes(10))) struct SignalTests {
  @Test("Commands that are ended at any moment leave nothing behind")
  func nothingIsLeft() async throws {
    let result = try await run("command-kill-test", ["--rounds", "1", "--jobs", "2"], display: nil)
    // Print the output, because it contains the seed with which the run can be repeated.
    #expect(result.code == 0, "\(result.output.suffix(2_000)) \(result.error.suffix(500))")
    #expect(result.output.contains("20 commands ended"))
  }

  @Test(
    "A signal ends a stuck command after four seconds, and the command's folder is removed",
    arguments: [SIGTERM, SIGINT, SIGHUP])
  func withoutAnEnd(_ signal: Int32) async throws {
    let command = try await StuckCommand()
    #expect(try !command.temporaryFiles.isEmpty)
    let start = ContinuousClock.now
    command.send(signal)
    #expect(try await command.end() == signal)
    let time = ContinuousClock.now - start
    #expect(time > .seconds(3.9) && time < .seconds(30), "\(time)")
    #expect(try command.temporaryFiles.isEmpty)
  }

  @Test("A second signal ends a stuck command at once, and the command's folder is removed")
  func secondSignal() async throws {
    let command = try await StuckCommand()
    let start = ContinuousClock.now
    // The signals differ, because the system merges two equal signals that arrive together.
    command.send(SIGTERM)
    command.send(SIGINT)
    let signal = try await command.end()
    #expect([SIGTERM, SIGINT].contains(signal))
    let time = ContinuousClock.now - start
    // If the second signal had no effect, the first one would end the command after four seconds.
    #expect(time < .seconds(3.9), "\(time)")
    #expect(try command.temporaryFiles.isEmpty)
  }

  @Test("Under nohup, a server ignores SIGHUP, and SIGTERM ends it with exit code 0")
  func nohup() async throws {
    let store = try PublishersStore(history: HTTPResponse(404))
    let (program, address) = try await RunningProgram.server(
      ["merchant", "serve", "--app", "com.example.shop", "--port", "0"] + store.merchant,
      environment: PublishersStore.environment, under: ["/usr/bin/nohup"])
    for _ in 0..<3 {
      program.send(SIGHUP)
      let answer = try await RawRequest.answer(of: address, ["GET / HTTP/1.1", "Host: 127.0.0.1"])
      #expect(answer.hasPrefix("HTTP/1.1 404 "))
    }
    let result = try await program.end(by: SIGTERM)
    #expect(result.code == 0, "\(result.error)")
    await store.stop()
  }

  @Test("Without nohup, SIGHUP ends a server with exit code 0") func hangUp() async throws {
    let store = try PublishersStore(history: HTTPResponse(404))
    let (program, _) = try await RunningProgram.server(
      ["merchant", "serve", "--app", "com.example.shop", "--port", "0"] + store.merchant,
      environment: PublishersStore.environment)
    #expect(try await program.end(by: SIGHUP).code == 0)
    await store.stop()
  }
}
#endif
