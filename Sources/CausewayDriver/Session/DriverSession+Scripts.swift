import CausewayJSON
import Foundation

/// The commands that run a client's script, or read a value of the page that can contain references.
extension DriverSession {
  /// Runs the script of Execute Script or Execute Async Script, and returns its result.
  ///
  /// - Throws: ``WebDriverError`` for wrong parameters and for the script's errors; ``EngineDriver/Refusal``.
  func execute(_ parameters: JSONObject, isAsync: Bool) async throws -> JSONValue {
    guard let script = parameters["script"]?.stringValue else {
      throw WebDriverError.invalidArgument("script: it must be a string")
    }
    guard let arguments = parameters["args"]?.arrayValue else {
      throw WebDriverError.invalidArgument("args: it must be an array")
    }
    return try await run(script, arguments, isAsync: isAsync)
  }

  /// Returns a property of an element.
  func property(_ name: String, of element: String) async throws -> JSONValue {
    try await run("return arguments[0][arguments[1]];", [elementReference(element), .string(name)], isAsync: false)
  }

  private func run(_ script: String, _ arguments: [JSONValue], isAsync: Bool) async throws -> JSONValue {
    let window = try await engine.command("GET", "/window").stringValue ?? ""
    var transfer = ScriptTransfer(frames: frames, window: window)
    let template = try arguments.map { value throws(WebDriverError) in try transfer.prepare(value) }
    let body: JSONValue = [
      "script": .string(ScriptTransfer.source(of: script)),
      "args": .array([.bool(isAsync), .string(transfer.key), .array(template)] + transfer.references),
    ]
    let envelope: JSONValue
    do {
      envelope = try await engine.command("POST", "/execute/sync", body)
    } catch let refusal as EngineDriver.Refusal {
      throw transfer.error(for: refusal.answer) ?? refusal
    }
    if let code = envelope["error"]?.stringValue {
      throw WebDriverError(
        WebDriverError.Code(rawValue: code) ?? .javascriptError, envelope["message"]?.stringValue ?? "")
    }
    // A dialog that the script has opened ends the command without a result.
    return try transfer.restore(envelope["value"] ?? .null)
  }
}
