import CausewayHTTP
import CausewayJSON
import Foundation
import Testing

@testable import CausewayDriver

@Suite struct ActionTests {
  private func sequence(_ sources: JSONValue) throws -> ActionSequence { try ActionSequence(["actions": sources]) }

  private func error(_ sources: JSONValue) -> WebDriverError? {
    do {
      _ = try sequence(sources)
      return nil
    } catch {
      return error as? WebDriverError
    }
  }

  @Test func theActionsOfSeveralSourcesAreInTheSameTicks() throws {
    let sequence = try sequence([
      [
        "type": "key", "id": "keys", "actions": [["type": "keyDown", "value": "a"], ["type": "keyUp", "value": "a"]],
      ],
      [
        "type": "pointer", "id": "mouse",
        "actions": [["type": "pointerMove", "x": 1, "y": 2, "duration": 50], ["type": "pause", "duration": 10]],
      ],
    ])
    #expect(sequence.ticks.map(\.duration) == [50, 10])
    #expect(sequence.ticks[0].items.map(\.source) == ["keys", "mouse"])
    #expect(
      sequence.ticks[0].items.map(\.action) == [
        .key("a", isDown: true), .move(Point(x: 1, y: 2), from: .viewport),
      ])
    #expect(sequence.ticks[1].items.map(\.action) == [.key("a", isDown: false), .pause])
  }

  @Test func aMovementMayStartAtAnElement() throws {
    let sequence = try sequence([
      [
        "type": "pointer", "id": "mouse",
        "actions": [["type": "pointerMove", "x": 0, "y": 0, "origin": elementReference("node-1")]],
      ]
    ])
    #expect(sequence.ticks[0].items[0].action == .move(Point(x: 0, y: 0), from: .element("node-1")))
  }

  @Test func aCharacterWithACombiningMarkIsOneKey() throws {
    let sequence = try sequence([
      ["type": "key", "id": "keys", "actions": [["type": "keyDown", "value": "e\u{301}"]]]
    ])
    #expect(sequence.ticks[0].items[0].action == .key("é", isDown: true))
  }

  @Test func aDisplayHasNoTouchScreen() {
    for type in ["touch", "pen"] {
      let found = error([
        ["type": "pointer", "id": "finger", "parameters": ["pointerType": .string(type)], "actions": []]
      ])
      #expect(found?.code == .unsupportedOperation)
      #expect(found?.message.contains(type) == true)
    }
  }

  @Test(
    arguments: [
      .null, [["type": "voice", "id": "a", "actions": []]], [["type": "key", "actions": []]],
      [["type": "key", "id": "a"]], [["type": "key", "id": "a", "actions": [["type": "keyDown", "value": "ab"]]]],
      [["type": "key", "id": "a", "actions": [["type": "pointerDown", "button": 0]]]],
      [["type": "pointer", "id": "a", "actions": [["type": "pointerDown"]]]],
      [["type": "pointer", "id": "a", "actions": [["type": "pointerMove", "x": 1]]]],
      [["type": "pointer", "id": "a", "actions": [["type": "pause", "duration": -1]]]],
      [["type": "wheel", "id": "a", "actions": [["type": "scroll", "x": 1, "y": 1, "deltaX": 1]]]],
    ] as [JSONValue])
  func wrongActionsAreRefused(_ sources: JSONValue) {
    #expect(error(sources)?.code == .invalidArgument)
  }
}

@Suite struct TickTimelineTests {
  @Test func aMovementGoesThroughPointsInBetween() {
    var timeline = TickTimeline(duration: 64)
    timeline.addMove(from: Point(x: 0, y: 0), to: Point(x: 100, y: 40), source: "mouse", duration: 64)
    #expect(timeline.sorted.map(\.time) == [16, 32, 48, 64])
    #expect(timeline.sorted.last?.step == .move(Point(x: 100, y: 40), source: "mouse"))
    #expect(timeline.sorted.first?.step == .move(Point(x: 25, y: 10), source: "mouse"))
  }

  @Test func aMovementWithoutTimeIsAJump() {
    var timeline = TickTimeline(duration: 0)
    timeline.addMove(from: Point(x: 0, y: 0), to: Point(x: 100, y: 40), source: "mouse", duration: 0)
    #expect(timeline.sorted == [.init(time: 0, step: .move(Point(x: 100, y: 40), source: "mouse"))])
  }

  @Test func otherStepsHappenWhileThePointerMoves() {
    var timeline = TickTimeline(duration: 32)
    timeline.addMove(from: Point(x: 0, y: 0), to: Point(x: 2, y: 0), source: "mouse", duration: 32)
    timeline.add(.key("a", source: "keys", isDown: true))
    #expect(timeline.sorted.map(\.time) == [0, 16, 32])
    #expect(timeline.sorted[0].step == .key("a", source: "keys", isDown: true))
  }

  @Test(arguments: [(0, 0), (1, 1), (-1, -1), (100, 1), (-500, -5), (1_000, 10)])
  func aDistanceIsAWholeNumberOfNotches(_ distance: Double, _ notches: Int) {
    // A view of 1,000 pixels scrolls by 100 pixels for each notch.
    #expect(DriverSession.notches(distance, in: 1_000) == notches)
  }
}

@Suite struct InputStateTests {
  /// Applies steps, and returns which of them had an effect.
  private func apply(_ steps: [InputStep], to state: inout InputState) -> [Bool] { steps.map { state.apply($0) } }

  @Test func whatIsDownIsReleasedInReverseOrder() {
    var state = InputState()
    let steps: [InputStep] = [
      .key("\u{E008}", source: "keys", isDown: true), .button(.left, source: "mouse", isDown: true),
    ]
    #expect(apply(steps, to: &state) == [true, true])
    #expect(state.isShifted)
    let released: [InputStep] = [
      .button(.left, source: "mouse", isDown: false), .key("\u{E008}", source: "keys", isDown: false),
    ]
    #expect(state.release == released)
  }

  @Test func pressingTwiceHasNoEffect() {
    var state = InputState()
    let steps = [true, true, false, false].map { InputStep.button(.left, source: "mouse", isDown: $0) }
    #expect(apply(steps, to: &state) == [true, false, true, false])
    #expect(state.release.isEmpty)
  }

  @Test func eachPointerHasItsPosition() {
    var state = InputState()
    _ = state.apply(.move(Point(x: 3, y: 4), source: "one"))
    #expect(state.position(of: "one") == Point(x: 3, y: 4))
    #expect(state.position(of: "two") == Point(x: 0, y: 0))
  }
}

@Suite struct SessionCommandTests {
  private func command(_ method: String, _ path: String, query: [(String, String)] = []) throws -> SessionCommand {
    let path = path.split(separator: "/").map(String.init)
    let request = HTTPRequest(
      method: method, path: [], query: query.map { ($0.0, $0.1) }, body: Data((method == "POST" ? "{}" : "").utf8))
    return try SessionCommand(request, path: path)
  }

  @Test func commandsThatTheEngineGetsWrongAreTheDriversOwn() throws {
    guard case .click(element: "e") = try command("POST", "element/e/click") else { Issue.record("click"); return }
    guard case .sendKeys(element: "e") = try command("POST", "element/e/value") else { Issue.record("keys"); return }
    guard case .elementText(element: "e") = try command("GET", "element/e/text") else { Issue.record("text"); return }
    guard case .elementAttribute("e", "id") = try command("GET", "element/e/attribute/id") else {
      Issue.record("attribute")
      return
    }
    guard case .releaseActions = try command("DELETE", "actions") else { Issue.record("release"); return }
    guard case .navigate = try command("POST", "url") else { Issue.record("navigation"); return }
    guard case .executeScript(isAsync: true) = try command("POST", "execute/async") else {
      Issue.record("script")
      return
    }
    guard case .other(leavesFrame: false) = try command("GET", "url") else { Issue.record("reading the URL"); return }
    guard case .other(leavesFrame: true) = try command("POST", "window") else { Issue.record("window"); return }
    guard case .clear(element: "e") = try command("POST", "element/e/clear") else { Issue.record("clear"); return }
  }

  @Test(arguments: ["print", "window/new", "window/minimize"])
  func whatASessionCannotDoIsUnsupported(path: String) throws {
    guard case .unsupported(let reason) = try command("POST", path) else { Issue.record("\(path)"); return }
    #expect(!reason.isEmpty)
  }

  @Test func aBodyThatIsNoObjectIsRefused() {
    for body in ["", "[]", "{"] {
      let request = HTTPRequest(method: "POST", path: [], query: [], body: Data(body.utf8))
      let error = #expect(throws: WebDriverError.self) { try SessionCommand(request, path: ["refresh"]) }
      #expect(error?.code == .invalidArgument)
    }
  }

  @Test func anExtensionCommandThatDoesNotExistIsRefused() throws {
    let unknown = #expect(throws: WebDriverError.self) { try command("GET", "causeway/nothing") }
    #expect(unknown?.code == .unknownCommand)
    let method = #expect(throws: WebDriverError.self) { try command("DELETE", "causeway/messages") }
    #expect(method?.code == .unknownMethod)
    #expect(method?.message.contains("GET") == true)
  }

  @Test func aParameterOfAQueryIsANumber() throws {
    guard case .app(.messages, let parameters) = try command("GET", "causeway/messages", query: [("since", "7")]) else {
      Issue.record("messages")
      return
    }
    #expect(parameters["since"] == 7)
    let wrong = #expect(throws: WebDriverError.self) {
      try command("GET", "causeway/messages", query: [("since", "a")])
    }
    #expect(wrong?.code == .invalidArgument)
  }
}
