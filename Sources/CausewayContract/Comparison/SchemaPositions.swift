import CausewayJSON

/// The positions that a comparison has visited in the values of two schemas. Each position refers to the one that contains
/// it by its index, because a linked list of many thousand positions could not be released without a deep recursion.
struct SchemaPositions {
  private struct Position {
    /// The index of the position that contains this one; nil for the whole content.
    let parent: Int?
    /// The name of the member; nil for an element of an array, and for a member that no schema names.
    let name: String?
    /// The schemas that contain the position.
    let old: Schema
    let new: Schema
    let depth: Int
    /// The position as text. The steps in the middle of a long path are left out.
    let path: String
    /// The first steps of the path, as text.
    let head: String
  }

  /// The number of steps that a path shows at its beginning, and at its end.
  private static let shownSteps = 16
  /// The depth of a position below which no example of a whole value is made.
  private static let deepestExample = 64

  private var positions: [Position] = []
  /// The number of parts that further examples may have. Without a limit, the examples of many differences in a large
  /// object would have its size times their number.
  private var budget: Int

  /// - Parameter budget: the number of parts that all examples together may have.
  init(budget: Int) {
    self.budget = budget
  }

  /// What is left of the budget.
  var rest: Int { budget }

  /// Adds the position of the whole content. Returns its index.
  mutating func add(content name: String) -> Int {
    positions.append(Position(parent: nil, name: name, old: .any, new: .any, depth: 0, path: name, head: name))
    return positions.count - 1
  }

  /// Adds a position inside another one. Returns its index.
  mutating func add(inside parent: Int, name: String?, old: Schema, new: Schema) -> Int {
    let depth = positions[parent].depth + 1
    let step = Self.step(name, old, new)
    let above = positions[parent]
    let path =
      depth <= 2 * Self.shownSteps ? above.path + step : above.head + "…" + lastSteps(to: parent) + step
    let head = depth <= Self.shownSteps ? path : above.head
    positions.append(
      Position(parent: parent, name: name, old: old, new: new, depth: depth, path: path, head: head))
    return positions.count - 1
  }

  /// The position as text, such as `parameters.items[].name`. A name that no schema states is `*`.
  func path(_ index: Int) -> String { positions[index].path }

  private static func step(_ name: String?, _ old: Schema, _ new: Schema) -> String {
    if let name { return ".\(name)" }
    if case (.array, .array) = (old, new) { return "[]" }
    return ".*"
  }

  /// Returns the last steps up to a position, as text.
  private func lastSteps(to index: Int) -> String {
    var steps: [String] = []
    var index = index
    while steps.count < Self.shownSteps - 1, let parent = positions[index].parent {
      steps.append(Self.step(positions[index].name, positions[index].old, positions[index].new))
      index = parent
    }
    return steps.reversed().joined()
  }

  /// Completes a refused value to a whole value of the content, if the budget allows it.
  mutating func whole(_ refusal: Refusal?, at index: Int, isOld: Bool, _ types: ComparedTypes) -> Refusal? {
    guard let refusal else { return nil }
    guard budget > 0, positions[index].depth <= Self.deepestExample, var value = refusal.value else {
      return Refusal(value: nil)
    }
    var position = positions[index]
    while let parent = position.parent {
      let key = position.name ?? "key"
      switch isOld ? position.old : position.new {
      case .array: value = [value]
      case .object(let properties):
        budget -= properties.count
        guard let object = types.value(of: properties, with: key, value) else { return Refusal(value: nil) }
        value = object
      default: value = [key: value]
      }
      budget -= 1
      position = positions[parent]
    }
    return Refusal(value: value)
  }
}
