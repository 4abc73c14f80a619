import CausewayJSON

extension ContractComparisonBuilder {
  /// Compares the old and the new form of a content that `sender` sends.
  mutating func compare(
    _ part: String, _ name: String, _ before: Contract.Content, _ after: Contract.Content, from sender: Contract.Side
  ) {
    guard case .value(let oldSchema) = before, case .value(let newSchema) = after else {
      guard before != after else { return }
      let fromOld = refused(before, oldTypes, by: after, newTypes)
      let fromNew = refused(after, newTypes, by: before, oldTypes)
      return report(
        part, name, "was \(before.noun) and is now \(after.noun)", from: sender,
        fromOld: fromOld.isRefused ? ("send \(before.noun)", fromOld.value) : nil,
        fromNew: fromNew.isRefused ? ("send \(after.noun)", fromNew.value) : nil)
    }
    let differences = SchemaComparison.differences(
      name, old: oldSchema, oldTypes, new: newSchema, newTypes, budget: &budget)
    for difference in differences {
      report(
        part, difference.path, difference.change, from: sender,
        fromOld: difference.fromOld.map { (difference.refused(fromOld: true), $0.value) },
        fromNew: difference.fromNew.map { (difference.refused(fromOld: false), $0.value) })
    }
  }

  /// Returns whether the reader refuses what a side with `content` sends, and a JSON value that the reader refuses; nil
  /// if there is no such value. At least one of the two contents must not be a JSON value.
  private func refused(
    _ content: Contract.Content, _ types: ComparedTypes, by reader: Contract.Content, _ readersTypes: ComparedTypes
  ) -> (isRefused: Bool, value: JSONValue?) {
    switch (content, reader) {
    // A reader that expects no content ignores what it receives.
    case (_, .nothing), (.bytes, .bytes): (false, nil)
    // A reader that expects a JSON value treats missing content as null.
    case (.nothing, .value(let schema)): (!readersTypes.accepts(nil, schema), nil)
    case (.value(let schema), .bytes): (types.hasValue(schema), types.value(of: schema))
    case (.bytes, .value), (.nothing, .bytes): (true, nil)
    case (.value, .value): (false, nil)
    }
  }

  private mutating func report(
    _ part: String, _ path: String, _ text: String, from sender: Contract.Side,
    fromOld: (text: String, value: JSONValue?)?, fromNew: (text: String, value: JSONValue?)?
  ) {
    let receiver: Contract.Side = sender == .page ? .app : .page
    func outcome(
      _ refusal: (text: String, value: JSONValue?)?, _ ages: (sender: String, receiver: String)
    ) -> ContractComparison.Outcome {
      guard let refusal else {
        return .safe("The \(ages.receiver) \(receiver) accepts all that the \(ages.sender) \(sender) sends.")
      }
      return .unsafe(
        "The \(ages.sender) \(sender) may \(refusal.text), but the \(ages.receiver) \(receiver) does not accept that.",
        refusal.value)
    }
    let oldSends = outcome(fromOld, ("older", "newer"))
    let newSends = outcome(fromNew, ("newer", "older"))
    report(part, path: path, text, sender == .page ? newSends : oldSends, sender == .page ? oldSends : newSends)
  }

  // MARK: Errors

  mutating func compareErrors() {
    let oldErrors = Dictionary(old.errors.map { ($0.name, $0) }) { first, _ in first }
    let newErrors = Dictionary(new.errors.map { ($0.name, $0) }) { first, _ in first }
    for name in Set(oldErrors.keys).union(newErrors.keys).sorted() {
      let part = "error \(name)"
      let missing = "The page may test `instanceof` with the error's class, which the app lacks, so the test throws."
      let unknown = "The page gets it as an unknown error."
      switch (oldErrors[name], newErrors[name]) {
      case (nil, _?): report(part, "was added", .unsafe(missing), .safe(unknown))
      case (_?, nil): report(part, "was removed", .safe(unknown), .unsafe(missing))
      case (let before?, let after?): compare(part, before, after)
      case (nil, nil): break
      }
    }
  }

  private mutating func compare(_ part: String, _ before: Contract.ErrorType, _ after: Contract.ErrorType) {
    let codes = [before, after].map { Contract.Content.value(.constants([.string($0.code)])) }
    if before.code != after.code { compare(part, "code", codes[0], codes[1], from: .app) }
    let details = [before, after].map { error in error.details.map(Contract.Content.value) ?? .nothing }
    compare(part, "details", details[0], details[1], from: .app)
    compareDocumentation(part, before.documentation, after.documentation)
  }
}

extension Contract.Content {
  fileprivate var noun: String {
    switch self {
    case .nothing: "nothing"
    case .bytes: "bytes"
    case .value: "a JSON value"
    }
  }
}
