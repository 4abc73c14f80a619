import SeededGenerator
import Testing

@testable import Causeway

/// A comparison of the machine with a simple model, for every short sequence of events and for long random sequences.
@Suite("The decisions of a conversation") struct ConversationMachineTests {
  private typealias Machine = ConversationMachine<Int, Int>

  private enum Event: CaseIterable {
    case plain, numbered1, numbered2, marked, numberedAndMarked, refused, defective, refusedAndDefective
    case markedAndDefective, withDeadline, event, eventWithDeadline
    case end1, end2, end3, withdraw1, withdraw2
    case call, callWithDeadline, endCall1, endCall2
    case expire, close

    var arrival: Machine.Arrival? {
      let mark = RequestCorrelation(dialect: "d", value: "a")
      let defect = Failure.malformed("m")
      return switch self {
      case .plain: .init()
      case .numbered1: .init(pageID: 1)
      case .numbered2: .init(pageID: 2)
      case .marked: .init(correlation: mark)
      case .numberedAndMarked: .init(pageID: 1, correlation: mark)
      case .refused: .init(refusal: .subframe)
      case .defective: .init(defect: defect)
      case .refusedAndDefective: .init(refusal: .subframe, defect: defect)
      case .markedAndDefective: .init(correlation: mark, defect: defect)
      case .withDeadline: .init(deadline: .seconds(5))
      case .event: .init(isEvent: true)
      case .eventWithDeadline: .init(deadline: .seconds(5), isEvent: true)
      default: nil
      }
    }
  }

  /// A model of the items that must be open. It is simpler than the machine because it searches lists.
  private struct Model {
    struct Item {
      let id: UInt64
      let value: Int
      var arrival = Machine.Arrival()
    }

    static let maximumRequests = 2

    var requests: [Item] = []
    var calls: [Item] = []
    var latestRequest: UInt64 = 0
    var latestCall: UInt64 = 0
    var latestValue = 0
    var isClosed = false

    mutating func admission(_ arrival: Machine.Arrival) -> String {
      if let mark = arrival.correlation, requests.contains(where: { $0.arrival.correlation == mark }) {
        return Failure.duplicate.code
      }
      if arrival.refusal != nil { return Failure.refused(.subframe).code }
      if arrival.defect != nil { return Failure.malformed("").code }
      if requests.count == Self.maximumRequests { return Failure.tooManyRequests(limit: 2).code }
      if isClosed { return "ignored" }
      latestRequest += 1
      requests.append(Item(id: latestRequest, value: latestValue, arrival: arrival))
      return "runs as \(latestRequest)"
    }

    static func take(_ items: inout [Item], where isIt: (Item) -> Bool) -> Int? {
      guard let index = items.firstIndex(where: isIt) else { return nil }
      return items.remove(at: index).value
    }

    static func takeDue(_ items: inout [Item]) -> [Int] {
      defer { items.removeAll { $0.arrival.deadline != nil } }
      return items.filter { $0.arrival.deadline != nil }.map(\.value)
    }
  }

  private func text(_ admission: Machine.Admission) -> String {
    switch admission {
    case .run(let id): "runs as \(id)"
    case .refuse(let failure): failure.code
    case .ignore: "ignored"
    }
  }

  /// Applies one event to the machine and to the model. Returns a description of the difference; nil if they agree.
  private func apply(_ event: Event, _ machine: inout Machine, _ model: inout Model) -> String? {
    var got = ""
    var wanted = ""
    model.latestValue += 1
    let value = model.latestValue
    if let arrival = event.arrival {
      // Before the conversation reads a message, it asks the machine whether the page's number is free.
      if let pageID = arrival.pageID {
        let isOpen = model.requests.contains { $0.arrival.pageID == pageID }
        guard machine.hasRequest(numbered: pageID) == isOpen else { return "\(event): hasRequest" }
        if isOpen { return nil }
      }
      got = text(machine.admit(value, arrival))
      wanted = model.admission(arrival)
    } else {
      switch event {
      case .end1, .end2, .end3:
        let id: UInt64 = event == .end1 ? 1 : event == .end2 ? 2 : 3
        got = "\(machine.endRequest(id) ?? 0)"
        wanted = "\(Model.take(&model.requests) { $0.id == id } ?? 0)"
      case .withdraw1, .withdraw2:
        let pageID: UInt64 = event == .withdraw1 ? 1 : 2
        got = "\(machine.withdrawRequest(numbered: pageID) ?? 0)"
        wanted = "\(Model.take(&model.requests) { $0.arrival.pageID == pageID } ?? 0)"
      case .call, .callWithDeadline:
        let deadline: Duration? = event == .call ? nil : .seconds(5)
        got = "\(machine.admit(call: value, deadline: deadline) ?? 0)"
        if !model.isClosed {
          model.latestCall += 1
          model.calls.append(.init(id: model.latestCall, value: value, arrival: .init(deadline: deadline)))
        }
        wanted = "\(model.isClosed ? 0 : model.latestCall)"
      case .endCall1, .endCall2:
        let id: UInt64 = event == .endCall1 ? 1 : 2
        got = "\(machine.endCall(id) ?? 0)"
        wanted = "\(Model.take(&model.calls) { $0.id == id } ?? 0)"
      case .expire:
        let next = machine.expire(at: .seconds(4)).next
        let hasDeadline = (model.requests + model.calls).contains { $0.arrival.deadline != nil }
        guard next == (hasDeadline ? .seconds(5) : nil) else { return "\(event): \(String(describing: next))" }
        let expired = machine.expire(at: .seconds(5))
        got = "\(expired.requests) \(expired.calls) \(String(describing: expired.next))"
        wanted = "\(Model.takeDue(&model.requests)) \(Model.takeDue(&model.calls)) nil"
      case .close:
        let open = machine.close(endingEventsAt: .seconds(5))
        got = "\(open.requests) \(open.calls)"
        wanted = "\(model.requests.filter { !$0.arrival.isEvent }.map(\.value)) \(model.calls.map(\.value))"
        model.requests.removeAll { !$0.arrival.isEvent }
        for index in model.requests.indices { model.requests[index].arrival.deadline = .seconds(5) }
        (model.calls, model.isClosed) = ([], true)
      default: return "\(event) does nothing"
      }
    }
    guard got == wanted else { return "\(event): \(got) instead of \(wanted)" }
    guard machine.count == model.requests.count + model.calls.count, machine.isClosed == model.isClosed else {
      return "\(event): \(machine.count) open"
    }
    return model.requests.allSatisfy { machine.request($0.id) == $0.value } ? nil : "\(event): another request"
  }

  private func explore(_ machine: Machine, _ model: Model, _ path: [Event], to depth: Int) -> [Event]? {
    for event in Event.allCases {
      var (machine, model) = (machine, model)
      if let difference = apply(event, &machine, &model) {
        Issue.record("after \(path): \(difference)")
        return path
      }
      if path.count + 1 < depth, let path = explore(machine, model, path + [event], to: depth) { return path }
    }
    return nil
  }

  @Test func everySequenceOfFourEventsAgreesWithTheModel() {
    let machine = Machine(maximumRequests: Model.maximumRequests)
    #expect(explore(machine, Model(), [], to: 4) == nil)
  }

  @Test func longRandomSequencesAgreeWithTheModel() {
    var random = SeededGenerator()
    for _ in 0..<2000 {
      var machine = Machine(maximumRequests: Model.maximumRequests)
      var model = Model()
      var path: [Event] = []
      for _ in 0..<30 {
        // `close` is rare, because few events have an effect after it.
        let event =
          Event.allCases.filter { $0 != .close || .random(in: 0..<10, using: &random) == 0 }
          .randomElement(using: &random) ?? .plain
        if let difference = apply(event, &machine, &model) {
          Issue.record("seed \(random.seed), after \(path): \(difference)")
          return
        }
        path.append(event)
      }
    }
  }

  @Test func onlyAnOpenRequestCanBeChanged() {
    var machine = Machine(maximumRequests: 1)
    guard case .run(let id) = machine.admit(1, .init()) else {
      Issue.record("The machine does not run the request")
      return
    }
    machine.updateRequest(id) { $0 = 2 }
    #expect(machine.endRequest(id) == 2)
    machine.updateRequest(id) { $0 = 3 }
    #expect(machine.request(id) == nil)
  }
}
