import CausewayJSON

/// A builder that collects the changes between two versions of a contract.
struct ContractComparisonBuilder {
  private(set) var changes: [ContractComparison.Change] = []
  let old: Contract
  let new: Contract
  let oldTypes: ComparedTypes
  let newTypes: ComparedTypes
  /// The number of parts that further examples of refused values may have.
  var budget = 100_000

  init(_ old: Contract, _ new: Contract) {
    self.old = old
    self.new = new
    oldTypes = ComparedTypes(old.types)
    newTypes = ComparedTypes(new.types)
  }

  mutating func compare() {
    if old.name != new.name {
      let reason = "Only the TypeScript interface has this name."
      report("contract \(old.name)", "is now named \(new.name)", .safe(reason), .safe(reason))
    }
    let oldMembers = Dictionary(old.members.map { ($0.key, $0) }) { first, _ in first }
    let newMembers = Dictionary(new.members.map { ($0.key, $0) }) { first, _ in first }
    for key in Set(oldMembers.keys).union(newMembers.keys).sorted(by: { ($0[0], $0[1]) < ($1[0], $1[1]) }) {
      switch (oldMembers[key], newMembers[key]) {
      case (let before?, let after?): compare(before, after)
      case (let before?, nil): report(before, isAdded: false)
      case (nil, let after?): report(after, isAdded: true)
      case (nil, nil): break
      }
    }
    compareErrors()
  }

  mutating func report(
    _ part: String, path: String = "", _ text: String, _ pageIsNewer: ContractComparison.Outcome,
    _ appIsNewer: ContractComparison.Outcome
  ) {
    changes.append(
      .init(part: part, path: path, text: text, pageIsNewer: pageIsNewer, appIsNewer: appIsNewer))
  }

  // MARK: Members

  /// Reports a member that only one of the contracts has.
  private mutating func report(_ member: Contract.Member, isAdded: Bool) {
    let (present, absent) = Self.outcomes(
      of: member, lacking: isAdded ? "older" : "newer", having: isAdded ? "newer" : "older")
    // The page uses the app's members and listens for its events; the app uses the page's functions.
    let isUsedByPage = member.caller == .page || member.form == .event
    let isPageAhead = isUsedByPage == isAdded
    report(
      member.part, isAdded ? "was added" : "was removed", isPageAhead ? absent : present, isPageAhead ? present : absent
    )
  }

  /// Returns two outcomes for a member that only one side knows. `present` is the outcome if this is the side that
  /// offers the member; `absent` is the outcome if this is the side that uses it.
  private static func outcomes(
    of member: Contract.Member, lacking: String, having: String
  ) -> (present: ContractComparison.Outcome, absent: ContractComparison.Outcome) {
    switch (member.caller, member.form) {
    case (.page, .event):
      (
        .safe("The \(lacking) page does not send it."),
        .unsafe("The \(having) page may send it, but the \(lacking) app does not offer it.")
      )
    case (.page, _):
      (
        .safe("The \(lacking) page does not call it."),
        .unsafe("The \(having) page may call it, but the \(lacking) app does not offer it.")
      )
    case (.app, .event):
      (
        .safe("The \(lacking) page ignores it."),
        .unsafe("The \(having) page listens for it, but the \(lacking) app does not have it.")
      )
    case (.app, _):
      (
        .safe("The \(lacking) app does not call it."),
        .unsafe("The \(having) app may call it, but the \(lacking) page does not answer it.")
      )
    }
  }

  private mutating func compare(_ before: Contract.Member, _ after: Contract.Member) {
    guard before.form == after.form else {
      let reason = "The two sides use it in different ways."
      return report(
        after.part, "was a \(before.noun) and is now a \(after.noun)", .unsafe(reason), .unsafe(reason))
    }
    let callee: Contract.Side = after.caller == .page ? .app : .page
    let name = after.form == .event ? "data" : "parameters"
    compare(after.part, name, before.parameters, after.parameters, from: after.caller)
    compare(
      after.part, "elements", before.elements, after.elements, from: after.form == .upload ? after.caller : callee)
    compare(after.part, "result", before.result, after.result, from: callee)
    if before.progress != nil || after.progress != nil {
      compare(
        after.part, "progress", .value(before.progress ?? .any), .value(after.progress ?? .any), from: callee)
    }
    if before.takesBytes != after.takesBytes {
      report(
        after.part, after.takesBytes ? "now takes bytes" : "no longer takes bytes",
        .safe(after.takesBytes ? "The older app ignores the bytes." : "The newer page sends none."),
        .safe(after.takesBytes ? "The older page sends none." : "The newer app ignores the bytes."))
    }
    let (oldErrors, newErrors) = (Set(before.errors), Set(after.errors))
    for error in after.errors where !oldErrors.contains(error) {
      report(
        after.part, "may now fail with \(error)", .safe("The older app does not throw it."),
        .safe("The older page gets it as an unknown error."))
    }
    for error in before.errors where !newErrors.contains(error) {
      report(
        after.part, "no longer fails with \(error)",
        .safe("The newer page gets it from the older app as an unknown error."),
        .safe("The newer app does not throw it."))
    }
    compareDeprecation(before, after)
    compareDocumentation(after.part, before.documentation, after.documentation)
  }

  private mutating func compareDeprecation(_ before: Contract.Member, _ after: Contract.Member) {
    let reason = "It still works."
    switch (before.deprecation, after.deprecation) {
    case (nil, let advice?): report(after.part, "is now deprecated: \(advice)", .safe(reason), .safe(reason))
    case (_?, nil): report(after.part, "is no longer deprecated", .safe(reason), .safe(reason))
    case (let first, let second) where first != second:
      report(after.part, "is deprecated with other advice: \(second ?? "")", .safe(reason), .safe(reason))
    default: break
    }
  }

  mutating func compareDocumentation(_ part: String, _ before: String, _ after: String) {
    guard before != after else { return }
    let reason = "Only the documentation differs."
    report(part, "has another description", .safe(reason), .safe(reason))
  }
}

extension Contract.Member {
  fileprivate var key: [String] { [name, caller.rawValue] }

  /// The member with its kind, such as `function share`, or `page's function title`.
  fileprivate var part: String { "\(noun) \(name)" }

  fileprivate var noun: String {
    let noun =
      switch form {
      case .call: "function"
      case .stream: "stream"
      case .upload: "upload"
      case .event: "event"
      }
    return form == .event ? "\(caller)'s event" : caller == .app ? "page's \(noun)" : noun
  }
}
