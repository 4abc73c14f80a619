import CausewayJSON
import SeededGenerator
import Foundation
import Testing

@Suite("Typed values encode as Foundation's JSONEncoder encodes them")
struct JSONEncodingTests {
  @Test("A structure is an object in the order of its properties, without its nil ones")
  func structure() throws {
    #expect(try JSONValue(encoding: CodingSamples.everything).json == CodingSamples.everythingText)
    #expect(try JSONValue(encoding: Optional<Int>.none) == .null)
  }

  @Test("Foundation reads back what is encoded here")
  func foundationReadsIt() throws {
    let bytes = try JSONValue(encoding: CodingSamples.everything).jsonBytes
    #expect(try JSONDecoder().decode(Everything.self, from: Data(bytes)) == CodingSamples.everything)
  }

  @Test("Safe integers encode, and the next ones in either direction do not")
  func safeIntegers() throws {
    #expect(try JSONValue(encoding: 9_007_199_254_740_991).json == "9007199254740991")
    #expect(try JSONValue(encoding: -9_007_199_254_740_991).json == "-9007199254740991")
    for unsafe in [9_007_199_254_740_992, -9_007_199_254_740_992, Int.max, Int.min] {
      let error = #expect(throws: EncodingError.self) { try JSONValue(encoding: ["id": [unsafe]]) }
      guard case .invalidValue(let value, let context) = error else { continue }
      #expect(value as? Int == unsafe)
      #expect(context.codingPath.map(\.stringValue) == ["id", "Index 0"])
      #expect(context.debugDescription.contains("JavaScript cannot represent the integer \(unsafe)"))
    }
    #expect(throws: EncodingError.self) { try JSONValue(encoding: UInt64.max) }
  }

  @Test("NaN and the infinities do not encode", arguments: [Double.nan, .infinity, -.infinity])
  func notFinite(number: Double) {
    #expect(throws: EncodingError.self) { try JSONValue(encoding: [number]) }
    #expect(throws: EncodingError.self) { try JSONValue(encoding: Float(number)) }
  }

  @Test("A Float prints as the Float does, and decodes to itself")
  func floats() throws {
    var random = SeededGenerator()
    #expect(try JSONValue(encoding: 0.1 as Float).json == "0.1")
    for _ in 0..<2_000 {
      let float = Float(bitPattern: UInt32.random(in: 0..<0x7F80_0000, using: &random))
      let value = try JSONValue(encoding: float)
      #expect(try value.decode(Float.self) == float, "seed \(random.seed)")
    }
  }

  @Test("Type that encodes nothing is {} inside another and an error alone")
  func nothing() throws {
    struct Nothing: Encodable { func encode(to encoder: any Encoder) {} }
    #expect(try JSONValue(encoding: [Nothing()]) == [[:]])
    #expect(throws: EncodingError.self) { try JSONValue(encoding: Nothing()) }
  }

  @Test("A superclass goes under \"super\", or where it is put")
  func superEncoder() throws {
    let dog = Dog(name: "Rex", breed: "Boxer")
    #expect(try JSONValue(encoding: dog).json == #"{"breed":"Boxer","super":{"name":"Rex"}}"#)
  }

  @Test("Containers of one encoder write to the same object, whatever comes between")
  func sharedContainers() throws {
    #expect(try JSONValue(encoding: Patchwork()).json == #"{"a":1,"n":{"x":1,"y":[2,{"z":3}]},"b":2,"c":null}"#)
  }

  @Test("JSON values inside typed values are themselves, and the last of two members with one name wins")
  func jsonInside() throws {
    struct Message: Codable, Equatable {
      var name: String
      var parameters: JSONObject
      var extra: JSONValue
    }
    let message = Message(name: "é", parameters: ["b": 1, "a": [true, nil]], extra: 2.5)
    let value = try JSONValue(encoding: message)
    #expect(value.json == #"{"name":"é","parameters":{"b":1,"a":[true,null]},"extra":2.5}"#)
    #expect(try value.decode(Message.self) == message)
    #expect(throws: DecodingError.self) { try JSONValue.object(["name": "", "parameters": 1]).decode(Message.self) }
  }

  @Test("Foundation's coders take JSON values too")
  func foundationCoders() throws {
    let value: JSONValue = ["a": [1, 2.5, true, nil, "x", [:], []]]
    #expect(try JSONValue(parsing: JSONEncoder().encode(value)) == value)
    #expect(try JSONDecoder().decode(JSONValue.self, from: Data(value.jsonBytes)) == value)
    let list = try PropertyListEncoder().encode(["k": [2.5, "x"] as JSONValue])
    #expect(try PropertyListDecoder().decode(JSONValue.self, from: list) == ["k": [2.5, "x"]])
  }
}
