import CausewayContract
import CausewayJSON
import ContractTestSupport
import Testing

/// Tests of the comparison with random contracts and values: the reader must accept every value after a change that is
/// called safe, and must refuse the comparison's example after a change that is called unsafe.
@Suite("Random changes of contracts") struct ContractComparisonPropertyTests {
  /// A content, such as the parameters of a function, that both versions of a contract have.
  private struct Content {
    let part: String
    let name: String
    let old: Contract.Content
    let new: Contract.Content
    let sender: Contract.Side
  }

  /// Returns the contents that both versions have.
  private func contents(_ old: Contract, _ new: Contract) -> [Content] {
    var contents: [Content] = []
    for before in old.members {
      guard
        let after = new.members.first(where: {
          $0.name == before.name && $0.caller == before.caller && $0.form == before.form
        })
      else { continue }
      let callee: Contract.Side = after.caller == .page ? .app : .page
      let part = " \(before.name)"
      let first = after.form == .event ? "data" : "parameters"
      contents += [
        Content(part: part, name: first, old: before.parameters, new: after.parameters, sender: after.caller),
        Content(
          part: part, name: "elements", old: before.elements, new: after.elements,
          sender: after.form == .upload ? after.caller : callee),
        Content(part: part, name: "result", old: before.result, new: after.result, sender: callee),
        Content(
          part: part, name: "progress", old: .value(before.progress ?? .any), new: .value(after.progress ?? .any),
          sender: callee),
      ]
    }
    for before in old.errors {
      guard let after = new.errors.first(where: { $0.name == before.name }) else { continue }
      let details = [before, after].map { $0.details.map(Contract.Content.value) ?? .nothing }
      contents.append(Content(part: " \(before.name)", name: "details", old: details[0], new: details[1], sender: .app))
    }
    return contents
  }

  /// Returns whether the reader accepts a value, or the absence of a value if `value` is nil.
  private func accepts(_ value: JSONValue?, _ content: Contract.Content, _ types: [String: Schema]) -> Bool {
    switch content {
    case .nothing: true
    case .bytes: false
    case .value(let schema): schema.mismatch(of: value ?? .null, types: types) == nil
    }
  }

  @Test func safeChangesAreAcceptedAndExamplesOfUnsafeChangesAreRefused() {
    var random = RandomContracts()
    var (safe, unsafe, tried, refusedValues, withoutValue) = (0, 0, 0, 0, 0)
    for round in 0..<1000 {
      let old = random.contract()
      let new = random.changed(old)
      let changes = ContractComparison(old: old, new: new).changes
      for content in contents(old, new) {
        let own = changes.filter {
          $0.part.hasSuffix(content.part)
            && ($0.path == content.name || $0.path.hasPrefix(content.name + ".")
              || $0.path.hasPrefix(content.name + "["))
        }
        for pageIsNewer in [true, false] {
          let outcomes = own.map { pageIsNewer ? $0.pageIsNewer : $0.appIsNewer }
          let senderIsNew = (content.sender == .page) == pageIsNewer
          let (written, writer) = senderIsNew ? (content.new, new) : (content.old, old)
          let (read, reader) = senderIsNew ? (content.old, old) : (content.new, new)
          if outcomes.allSatisfy(\.isSafe) {
            safe += 1
            var values: [JSONValue?] = []
            if case .value(let schema) = written {
              values = random.values(30, of: schema, writer.types)
              // The generated values must be valid in the writer's contract. Otherwise the test would not check the
              // reader.
              #expect(values.allSatisfy { accepts($0, written, writer.types) }, "round \(round)")
            } else if written == .nothing {
              values = [nil]
            }
            tried += values.count
            for value in values where !accepts(value, read, reader.types) {
              Issue.record(
                "round \(round): \(old.json.json) and \(new.json.json): \(content) refuses \(value?.json ?? "nothing")")
              return
            }
            if written == .bytes { #expect(read == .bytes || read == .nothing, "round \(round)") }
          }
          for outcome in outcomes where !outcome.isSafe {
            unsafe += 1
            guard case .value = written, let value = outcome.refusedValue else {
              // The comparison has no JSON value as an example, because the sender sends bytes or no value.
              withoutValue += 1
              let isRefused = written == .bytes ? read != .nothing && read != .bytes : !accepts(nil, read, reader.types)
              #expect(isRefused, "round \(round)")
              continue
            }
            refusedValues += 1
            #expect(accepts(value, written, writer.types), "round \(round): \(value.json) is invalid for the sender")
            #expect(
              !accepts(value, read, reader.types),
              "round \(round): \(old.json.json) and \(new.json.json): \(value.json) is accepted")
          }
        }
      }
    }
    #expect(safe > 1000 && unsafe > 100 && tried > 10_000)
    print(
      "\(safe) safe contents with \(tried) values; \(unsafe) unsafe changes, \(refusedValues) with a refused value, "
        + "\(withoutValue) of bytes or nothing")
  }
}
