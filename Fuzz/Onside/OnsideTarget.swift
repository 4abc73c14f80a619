import Causeway
import CausewayJSON
import CausewayTesting
import FuzzSupport

@testable import OnsideKit

@MainActor @c(LLVMFuzzerTestOneInput)
func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  Fuzzer.test(data, size, OnsideTarget.check)
}

/// The fuzzing target of the messages to the app's side of `window.onside`. It checks that each request gets one answer
/// in the protocol's form, that only the main frame of an initialized document gets data, and that nothing is paid
/// without an approved payment sheet.
///
/// Each line of the input is the body of a message. The same bodies are also the page's answers to the app's calls.
@MainActor enum OnsideTarget {
  private static let shop = CarefulShop()
  private static let origin = Origin(scheme: "https", host: "shop.example")
  private static let codes = Set(OnsideBridgeError.allCases.map(\.rawValue))
  private static let cases = Set(OnsideContract.errors.flatMap(\.cases))

  static func check(_ bytes: UnsafeBufferPointer<UInt8>) {
    let bodies = Fuzzer.lines(bytes).prefix(30)
    let bridge = Bridge()
    OnsidePageBridge.install(in: bridge, delegate: OnsidePagesDelegate(shop.client), configuration: .init())
    converse(bodies, with: InMemoryPage(bridge, origin: origin), isServed: true)
    converse(
      bodies, with: InMemoryPage(bridge, origin: origin, isMainFrame: false, mainFrameOrigin: origin), isServed: false)
    converse(bodies, with: InMemoryPage(bridge, origin: .opaque), isServed: false)
    shop.tidyUp()
  }

  private static func converse(_ bodies: ArraySlice<String>, with page: InMemoryPage, isServed: Bool) {
    var answers = bodies.compactMap { try? JSONValue(parsing: $0) }
    page.onCall = { _, _ in
      expect(isServed, "the app calls a frame that it must not serve")
      return answers.isEmpty ? nil : answers.removeFirst()
    }
    var open = 0
    var isInitialized = false
    for body in bodies {
      let value = try? JSONValue(parsing: body)
      // A message that lists the page's handlers gets no answer, whatever frame sends it.
      let isTold = value?["handlers"] != nil
      if value?["method"]?.stringValue == "initializeOnside", value?["argument"] == "v1" { isInitialized = true }
      let mayBeServed = isServed && isInitialized
      open += 1
      page.request(OnsideContract.dialect, text: body) { settlement in
        open -= 1
        switch settlement {
        case .resolved(let answer) where isTold: expect(answer == nil, "a message without an answer got one")
        case .resolved(let answer):
          expect(mayBeServed, "a frame that must not be served gets \(answer as Any)")
        case .resolvedBytes: fatalError("an answer of Onside has bytes")
        case .rejected(let error): check(error, mayBeServed: mayBeServed)
        }
      }
      page.post(OnsideContract.dialect, value)
    }
    expect(Fuzzer.eventually { open == 0 }, "\(open) requests were never settled")
    expect(page.violations.isEmpty, "\(page.violations)")
    page.close()
  }

  /// Checks that an error is `{ error: { case: {} } }` or `{ code }`, with a known case or code.
  private static func check(_ error: JSONValue?, mayBeServed: Bool) {
    guard let object = error?.objectValue, object.count == 1 else {
      fatalError("an error has a wrong form: \(error as Any)")
    }
    if let code = object["code"]?.stringValue {
      expect(codes.contains(code), "the code is not in the protocol: \(code)")
    } else {
      expect(mayBeServed, "a frame that must not be served gets \(object)")
      let names = object["error"]?.objectValue.map { Array($0.keys) } ?? []
      expect(names.count == 1 && cases.contains(names[0]), "the error is not in the protocol: \(object)")
    }
  }
}
