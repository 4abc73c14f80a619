import CausewayJSON
import Foundation
import Testing

@Suite("Typed values are decoded as by Foundation's JSONDecoder")
struct JSONDecodingTests {
  @Test("Encoding and decoding restores the value")
  func roundTrip() throws {
    let value = try JSONValue(parsing: CodingSamples.everythingText)
    #expect(try value.decode() == CodingSamples.everything)
    #expect(try JSONValue(parsing: JSONEncoder().encode(CodingSamples.everything)).decode() == CodingSamples.everything)
  }

  @Test("An optional property is nil if its member is missing or null, and unknown members are ignored")
  func optionals() throws {
    struct Options: Decodable, Equatable {
      var a: Int?
      var b: Int?
      var c: [Int?]
    }
    let value: JSONValue = ["b": nil, "c": [1, nil], "unknown": 1]
    #expect(try value.decode() == Options(a: nil, b: nil, c: [1, nil]))
    #expect(try JSONValue.null.decode(Int?.self) == nil)
  }

  @Test("A number that is not an integer or is out of range is refused, and the error gives the reason")
  func integers() throws {
    #expect(try JSONValue.number(255).decode(UInt8.self) == 255)
    #expect(try JSONValue.number(-0.0).decode(Int.self) == 0)
    #expect(try JSONValue.number(-9_007_199_254_740_991).decode(Int64.self) == -9_007_199_254_740_991)
    expect(
      [1.5], as: [Int].self,
      fails: "dataCorrupted at 0: The number 1.5 is not an integer, so it cannot be decoded as Int.")
    expect(
      ["a": 256], as: [String: UInt8].self,
      fails: "dataCorrupted at a: The number 256 is out of range for UInt8, 0 to 255.")
    expect(-1, as: UInt16.self, fails: "dataCorrupted at : The number -1 is out of range for UInt16, 0 to 65535.")
    expect(1e300, as: Float.self, fails: "dataCorrupted at : The number 1e+300 is out of range for Float.")
    expect(
      .number(9_007_199_254_740_992), as: Int.self,
      fails: "dataCorrupted at : The number 9007199254740992 cannot be decoded as Int, because JSON numbers "
        + "are exact integers only up to ±9007199254740991. Send it as a string."
    )
  }

  private func expect<T: Decodable>(
    _ value: JSONValue, as type: T.Type, fails summary: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: DecodingError.self, sourceLocation: sourceLocation) { try value.decode(type) }
    #expect(error?.summary == summary, sourceLocation: sourceLocation)
  }

  @Test("A value of another JSON type is a type mismatch")
  func mismatch() {
    expect(["list": [["x": ""]]], as: Shape.self, fails: "typeMismatch at list/0/x: Expected Int but found a string.")
    expect(["list": [1]], as: Shape.self, fails: "typeMismatch at list/0: Expected an object but found a number.")
    expect(["list": [:]], as: Shape.self, fails: "typeMismatch at list: Expected an array but found an object.")
    expect(1, as: Bool.self, fails: "typeMismatch at : Expected Bool but found a number.")
    expect(true, as: Int.self, fails: "typeMismatch at : Expected Int but found a Boolean.")
    expect([], as: String.self, fails: "typeMismatch at : Expected String but found an array.")
  }

  struct Point: Codable, Equatable {
    var x: Int
    var y: Int
  }

  struct Shape: Codable, Equatable {
    var list: [Point]
  }

  @Test("The error is valueNotFound for null and for a short array, and keyNotFound for a missing member")
  func absence() {
    struct Pair: Decodable {
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        _ = try (container.decode(Int.self), container.decode(Int.self))
      }
    }
    expect(["list": [["x": nil]]], as: Shape.self, fails: "valueNotFound at list/0/x: Expected Int but found null.")
    expect(["list": [["x": 1]]], as: Shape.self, fails: "keyNotFound y at list/0: There is no member 'y'.")
    expect([1], as: Pair.self, fails: "valueNotFound at 1: The array has no element 1.")
  }

  @Test("An unkeyed container does not advance past an element that could not be decoded")
  func retry() throws {
    struct Either: Decodable {
      var texts: [String] = []
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd {
          if try container.decodeNil() {
            texts.append("nil")
          } else if let number = try? container.decode(Int.self) {
            texts.append("\(number)")
          } else {
            texts.append(try container.decode(String.self))
          }
        }
      }
    }
    #expect(try JSONValue.array([1, "a", nil]).decode(Either.self).texts == ["1", "a", "nil"])
  }

  @Test("A superclass is decoded from the member \"super\"")
  func superDecoder() throws {
    let dog = try JSONValue(parsing: #"{"breed":"Boxer","super":{"name":"Rex"}}"#).decode(Dog.self)
    #expect(dog.name == "Rex")
    #expect(dog.breed == "Boxer")
  }

  @Test("A dictionary's keys may be integers")
  func integerKeys() throws {
    let value = try JSONValue(encoding: [1: "a"])
    #expect(value.json == #"{"1":"a"}"#)
    #expect(try value.decode([Int: String].self) == [1: "a"])
  }
}
