/// The objects of a group that still exist.
@MainActor final class WeakReferences<Object: AnyObject> {
  private struct Reference {
    weak var object: Object?
  }

  private var references: [Reference] = []

  var all: [Object] { references.compactMap(\.object) }

  func add(_ object: Object) {
    references.removeAll { $0.object == nil }
    references.append(Reference(object: object))
  }
}
