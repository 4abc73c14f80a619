import Causeway
import CausewayJSON
import Testing

@testable import BitcoinLink

/// The encoding of each outcome.
@MainActor @Suite("One reply, with data or with an error") struct ReplyTests {
  private let dialect = LinkDialect(surface: .ios, capabilities: [], ownCapability: { _ in nil }, policy: nil)

  private func request(_ command: String = "getAddress", id: JSONValue? = "m") -> Request {
    Request(capability: command, parameters: ["command": .string(command)], correlation: id)
  }

  private let failures: [(Failure, LinkErrorType)] = [
    (.malformed("x"), .malformedInput), (.unknownCapability("x"), .protocolError),
    (.refused(.subframe), .connectionDenied),
    (.refused(.foreignFrame), .connectionDenied), (.refused(.origin(.opaque)), .connectionDenied),
    (.tooLarge(bytes: 2, limit: 1), .malformedInput), (.tooManyRequests(limit: 1), .connectionDenied),
    (.invalidParameters("x"), .malformedInput), (.deadlineExceeded(.seconds(1)), .requestTimeout),
    (.handler(CancellationError()), .canceled), (.handler(LinkError.sendError), .sendError), (.cancelled, .canceled),
    (.handler(PrivateError()), .connectionDenied), (.unanswered, .connectionDenied),
    (.bytesNotCarried, .connectionDenied),
    (.documentGone, .connectionDenied),
  ]

  @Test func everyFailureHasADocumentedType() {
    for (failure, type) in failures {
      guard case .resolve(.object(let reply)?) = dialect.encode(.failure(failure), of: request()) else {
        Issue.record("\(failure) is not answered")
        continue
      }
      #expect(reply["error"]?["type"]?.stringValue == type.rawValue, "\(failure)")
      #expect(reply["error"]?["description"]?.stringValue?.isEmpty == false)
      #expect(reply["data"] == nil)
      #expect(reply["messageId"] == "m")
      #expect(reply["command"] == "getAddress")
    }
  }

  @Test func anUnansweredCommandGetsAnErrorTypeThatFitsTheCommand() {
    let types: [LinkCommand: LinkErrorType] = [
      .getAddress: .connectionDenied, .getInfo: .connectionDenied, .sendAssets: .sendError, .payInvoice: .merchantError,
      .createToken: .protocolError, .requestValue: .canceled, .requestWeb3Sign: .canceled,
    ]
    for command in LinkCommand.allCases {
      #expect(LinkError(.unanswered, of: command).type == types[command])
      #expect(LinkError(.handler(PrivateError()), of: command).type == types[command])
    }
  }

  @Test func aReplyWithoutDataHasNoMemberForIt() {
    #expect(dialect.encode(.success(nil), of: request()) == .resolve(["messageId": "m", "command": "getAddress"]))
  }

  @Test func aDuplicateIsNotAnswered() {
    #expect(dialect.encode(.failure(.duplicate), of: request()) == .none)
  }

  /// The page script has the original message, and may find an id in it that the app could not read.
  @Test func anErrorOfAMessageWithoutAnIdGoesToThePageScript() {
    for (failure, type) in failures {
      guard case .reject(let error) = dialect.encode(.failure(failure), of: request(id: nil)) else {
        Issue.record("\(failure) was not reported to the page script")
        continue
      }
      #expect(error["type"]?.stringValue == type.rawValue)
    }
  }

  @Test func theDepthOfAMessageInJSONTextIsLimited() {
    var limits = Limits.standard
    limits.messageDepth = 4
    let text = #"{"messageId":"m","command":"getInfo","data":[[[[1]]]]}"#
    guard case .malformed(let request, _) = dialect.decode(.value(.string(text)), within: limits) else {
      Issue.record("The message was accepted although its data is too deep")
      return
    }
    #expect(request.correlation == nil)
  }
}
