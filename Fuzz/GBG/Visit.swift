import Causeway
import CausewayJSON
import CausewayTesting
import FuzzSupport
import GBGBridge

/// A page that sends messages to a host. The host answers some actions, and the other requests stay pending.
@MainActor final class Visit {
  private let bridge: Bridge
  private let host = BridgeHost(hostVersion: "1")
  private let surface: GBGSurface

  init(_ surface: GBGSurface, limits: Limits) {
    self.surface = surface
    bridge = Bridge(limits: limits)
    host.attach(to: bridge, surface: surface)
    host.documentCapture.handler = { request in
      .failed(BridgeErrorPayload(code: request.correlationId, message: request.payload.action))
    }
    host.selfieCapture.handler = { [weak slot = host.selfieCapture] _ in
      await slot?.awaitCompletion() ?? .cancelled(reason: "")
    }
    host.registerCustomCapability("echo", version: "1") { request, responder in
      responder.respond(status: .acknowledged, data: request.payload.data)
      responder.respond(status: .success, data: request.payload.data)
    }
    host.registerCustomCapability("drop", version: "1") { _, _ in }
  }

  /// Sends each body from a sub-frame, and from the page as an object and as text. Then answers each pending request
  /// several times. Checks that the sub-frame gets nothing, and that each pending request gets an answer.
  func run(_ bodies: [String]) {
    let frame = InMemoryPage(bridge, isMainFrame: false)
    let page = InMemoryPage(bridge)
    for body in bodies where !body.contains("\n") { frame.sendPacket("m gbg \(body)\n") }
    Fuzzer.settleDown()
    expect(host.receivedMessages.isEmpty, "a message from a sub-frame was accepted")
    expect(frame.messages.isEmpty, "a sub-frame got an answer: \(frame.messages)")

    for body in bodies {
      page.sendPacket("m gbg \(body)\n")
      page.sendPacket("m gbg \(JSONValue.string(body).json)\n")
    }
    Fuzzer.settleDown()
    host.selfieCapture.complete(.cancelled(reason: "over"))
    let pending = host.pendingRequests
    for request in pending {
      host.respond(to: request, status: .acknowledged)
      host.respond(to: request, status: .error, data: request.payload.data, error: request.payload.error)
      host.respond(to: request, status: .success)
    }
    host.send(event: "host.ready", data: [:])
    expect(
      Fuzzer.eventually { host.selfieCapture.activeRequest == nil && host.documentCapture.activeRequest == nil },
      "a capture did not end")
    Fuzzer.settleDown()
    expect(host.pendingRequests.isEmpty, "an answered request is still pending")
    expect(page.violations.isEmpty, "\(page.violations)")
    checkAnswers(page.messages.map(\.body), pending)
    page.close()
    expect(host.receivedMessages.count <= 200, "too many messages are kept")
  }

  /// Checks that each message to the page has the protocol's form, and that each pending request got a final response.
  private func checkAnswers(_ bodies: [JSONValue?], _ pending: [BridgeMessage]) {
    var finals: [JSONValue: Int] = [:]
    for body in bodies {
      let message = body?["message"]
      let payload = message?["payload"]
      expect(
        message?["version"] == "1.0" && payload?["action"]?.stringValue != nil, "not a message: \(body?.json ?? "")")
      switch message?["type"]?.stringValue {
      case "event":
        expect(
          message?["correlationId"]?.stringValue?.hasPrefix("\(surface.rawValue)-event-") == true,
          "an event has a wrong id")
      case "response":
        let status = payload?["status"]?.stringValue.flatMap(BridgeResponseStatus.init)
        expect(status != nil, "a response has no status")
        if status != .acknowledged, let id = message?["correlationId"] { finals[id, default: 0] += 1 }
      default: expect(false, "neither response nor event: \(body?.json ?? "")")
      }
    }
    for request in pending {
      expect(finals[.string(request.correlationId)] ?? 0 > 0, "\(request.correlationId) was never answered")
    }
  }
}
