import CausewayJSON

@testable import Causeway

/// A dialect that answers with its own messages, which carry the ids that the page chose. Most published bridges work
/// like this.
struct AnsweringDialect: Dialect {
  var name: String { "answering" }
  var pageScripts: [PageScript] { [] }
  let make: @MainActor (String) -> Capability?
  let record = Record()

  /// The calls that the dialect received from the engine.
  @MainActor final class Record {
    var failures: [String] = []
    var thrown: [String] = []
  }

  init(_ make: @escaping @MainActor (String) -> Capability?) {
    self.make = make
  }

  func capability(named name: String) -> Capability? { make(name) }

  func decode(_ body: Body, within limits: Limits) -> Incoming {
    let id = body.value?["id"]
    guard let ask = body.value?["ask"]?.stringValue else {
      return .malformed(Request(capability: "", correlation: id), reason: "the member ask is missing")
    }
    return .request(Request(capability: ask, parameters: body.value ?? .null, correlation: id))
  }

  func salvage(_ beginning: Substring) -> Request {
    Request(capability: "", correlation: JSONPrefix(beginning)["id"].map(JSONValue.string))
  }

  func encode(_ outcome: Outcome, of request: Request) -> Reply {
    switch outcome {
    case .success(let value): .message(["id": request.correlation ?? .null, "answer": value ?? .null])
    case .failure(.duplicate): .none
    case .failure(let failure): .message(["id": request.correlation ?? .null, "error": .string(failure.code)])
    }
  }

  func encode(progress: JSONValue, of request: Request) -> JSONValue? {
    ["id": request.correlation ?? .null, "progress": progress]
  }

  func requestDidFail(_ request: Request, with failure: Failure, in frame: Frame) {
    record.failures.append("\(request.capability) \(failure.code)")
  }

  func pageDidThrow(_ description: String, in frame: Frame) { record.thrown.append(description) }
}
