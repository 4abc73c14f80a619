/// A script that adds a `toJSON` to the prototypes of plain values, as old versions of Prototype.js do. Its methods
/// return a text that begins with `changed`.
public let toJSONOnPrototypes = """
  for (const { prototype } of [Object, Array, Date, String, Number, Boolean, Function]) {
    Reflect.defineProperty(prototype, "toJSON", {
      value() { return "changed " + typeof this; }, configurable: true, writable: true,
    });
  }

  """
