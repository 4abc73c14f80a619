import CWebKitGTK

/// A channel that runs scripts in one script world of one document, even in a sub-frame, which WebKitGTK's own
/// functions do not reach.
///
/// The document's `frame-channel.js` keeps one posted message unanswered. Each script is sent as the answer to such a
/// message, so that no other document can ever run the script. A page whose Content-Security-Policy forbids `eval`
/// cannot run scripts this way.
@MainActor
final class FrameChannel {
  private struct Command: Encodable {
    let id: Int
    let code: String
    var names: [String]?
    var values: [String]?
  }

  private let calls = ScriptCalls()
  private var open: [Int: ScriptCalls.Completion] = [:]
  private var latest = 0
  private var waiting: [Command] = []
  private var poll: ScriptMessageReply?

  func evaluate(_ script: String, _ completion: @escaping ScriptCalls.Completion) {
    latest += 1
    run(Command(id: latest, code: script), completion)
  }

  /// Calls an asynchronous function with the given body and arguments.
  func call(_ body: String, _ arguments: [String: Any], _ completion: @escaping ScriptCalls.Completion) {
    latest += 1
    do {
      let values = try arguments.map { try ScriptLiteral.write($0.value) }
      run(Command(id: latest, code: body, names: arguments.map(\.key), values: values), completion)
    } catch {
      completion(.failure(WKError.exception("\(error)")))
    }
  }

  private func run(_ command: Command, _ completion: @escaping ScriptCalls.Completion) {
    open[command.id] = calls.begin(completion)
    waiting.append(command)
    sendNext()
  }

  private func sendNext() {
    guard let poll, !waiting.isEmpty, let text = try? JSONEncoder().encode(waiting.removeFirst()) else { return }
    self.poll = nil
    poll.settle(String(decoding: text, as: UTF8.self), nil)
  }

  /// Keeps the document's poll, which will be answered with the next script.
  func receivePoll(_ reply: ScriptMessageReply) {
    poll = reply
    sendNext()
  }

  /// Processes the result of a script: its number, a space, a letter for the kind of result, the result.
  func receiveResult(_ text: UnsafeBufferPointer<UInt8>) {
    guard let space = text.firstIndex(of: UInt8(ascii: " ")), space + 1 < text.count,
      let id = Int(String(decoding: text[..<space], as: UTF8.self)), let end = open.removeValue(forKey: id)
    else { return }
    let rest = UnsafeBufferPointer(rebasing: text[(space + 2)...])
    switch text[space + 1] {
    case UInt8(ascii: "x"): end(.failure(WKError.exception(String(decoding: rest, as: UTF8.self))))
    case UInt8(ascii: "c"):
      end(
        .failure(
          WKError.exception("The frame's Content-Security-Policy forbids the app's scripts; allow 'unsafe-eval'"))
      )
    case let kind:
      guard let body = MessageBody.read(kind: kind, rest) else {
        return end(.failure(WKError(.javaScriptResultTypeIsUnsupported)))
      }
      end(.success(body.value))
    }
  }

  /// Ends all calls with an error, because the document is gone.
  func end(_ error: WKError) {
    poll = nil
    waiting = []
    open = [:]
    calls.failAll(error)
  }
}
