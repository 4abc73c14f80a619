/// A value while it is being encoded.
///
/// The type is a class, because `Encoder` hands out containers and several holders write to them: the containers of one
/// encoder share their node, and a nested container or a super-encoder has its own node inside its parent's.
final class JSONEncodingNode {
  private enum Kind { case nothing, scalar, object, array }

  // Only the methods below use these properties, and they call no code that could use them at the same time. Without
  // this attribute, checks of that at run time would take a seventh of the time of a small object.
  @exclusivity(unchecked) private var kind = Kind.nothing
  @exclusivity(unchecked) private var scalar = JSONValue.null
  @exclusivity(unchecked) private var object = JSONObject()
  @exclusivity(unchecked) private var elements: [JSONValue] = []

  /// The nodes of nested containers and super-encoders. Until the encoding ends, their entries in ``object`` and
  /// ``elements`` are `null`.
  @exclusivity(unchecked) private var memberNodes: [JSONObjectKey: (name: String, node: JSONEncodingNode)] = [:]
  @exclusivity(unchecked) private var elementNodes: [(index: Int, node: JSONEncodingNode)] = []

  /// The encoded value; nil if nothing was encoded.
  var value: JSONValue? {
    switch kind {
    case .nothing: return nil
    case .scalar: return scalar
    case .object:
      var object = object
      for (name, node) in memberNodes.values { object[name] = node.value ?? .object([:]) }
      return .object(object)
    case .array:
      var elements = elements
      for (index, node) in elementNodes { elements[index] = node.value ?? .object([:]) }
      return .array(elements)
    }
  }

  /// The number of elements so far.
  var count: Int { elements.count }

  /// Sets a finished value. A scalar replaces an earlier scalar. The members of an object and the elements of an array
  /// are added to the existing ones, as if they were encoded one by one.
  func set(_ value: JSONValue) {
    switch value {
    case .object(let members):
      become(.object)
      if object.isEmpty { object = members } else { members.forEach { setMember($0.key, $0.value) } }
    case .array(let more):
      becomeArray()
      elements += more
    default:
      become(.scalar)
      scalar = value
    }
  }

  /// Makes the node an object, unless it is one already: all keyed containers of an encoder write to the same members.
  func becomeObject() {
    // Most objects have several members, for which the array of members would otherwise grow twice.
    if kind == .nothing { object.reserveCapacity(4) }
    become(.object)
  }

  /// Makes the node an array, unless it is one already.
  func becomeArray() { become(.array) }

  private func become(_ kind: Kind) {
    precondition(
      self.kind == .nothing || self.kind == kind, "A value asked its encoder for containers of different kinds.")
    self.kind = kind
  }

  func setMember(_ name: String, _ value: JSONValue) {
    if !memberNodes.isEmpty { memberNodes[JSONObjectKey(name)] = nil }
    object[name] = value
  }

  func append(_ value: JSONValue) {
    elements.append(value)
  }

  /// Returns the node of the nested container with this name. Further calls return the same node.
  func memberNode(_ name: String) -> JSONEncodingNode {
    if let (_, node) = memberNodes[JSONObjectKey(name)] { return node }
    let node = JSONEncodingNode()
    setMember(name, .null)
    memberNodes[JSONObjectKey(name)] = (name, node)
    return node
  }

  /// Appends an element and returns its node.
  func elementNode() -> JSONEncodingNode {
    let node = JSONEncodingNode()
    elementNodes.append((elements.count, node))
    elements.append(.null)
    return node
  }
}
