#if os(Linux)
import Causeway
import CausewayJSON
import CausewayTool
import Foundation
import OnsideCore

/// A reader of the options of a session, which collects the mistakes instead of stopping at the first one.
struct DriverOptionsReader {
  private let object: JSONObject
  var mistakes: [String] = []

  init(_ object: JSONObject) {
    self.object = object
  }

  /// Runs `body`, and adds its error to the mistakes.
  mutating func check(_ key: String, _ body: () throws -> Void) { _ = value(key, body) }

  /// Returns the value of `body`. If it throws, adds the error to the mistakes and returns nil.
  mutating func value<Value>(_ key: String, _ body: () throws -> Value) -> Value? {
    do {
      return try body()
    } catch let error as UsageError {
      mistakes.append("\(key): \(error.problem)")
    } catch {
      mistakes.append("\(key): \(error)")
    }
    return nil
  }

  mutating func string(_ key: String) -> String? {
    guard let value = object[key] else { return nil }
    guard let text = value.stringValue, !text.isEmpty else {
      mistakes.append("\(key): it must be a string that is not empty")
      return nil
    }
    return text
  }

  private mutating func flag(_ key: String) -> Bool {
    guard let value = object[key] else { return false }
    guard let flag = value.boolValue else {
      mistakes.append("\(key): it must be true or false")
      return false
    }
    return flag
  }

  private mutating func strings(_ key: String) -> [String]? {
    guard let value = object[key] else { return nil }
    let texts = value.arrayValue?.compactMap(\.stringValue)
    guard let texts, texts.count == value.arrayValue?.count else {
      mistakes.append("\(key): it must be an array of strings")
      return nil
    }
    return texts
  }

  mutating func choice<Choice: RawRepresentable & CaseIterable>(_ key: String, _: Choice.Type) -> Choice?
  where Choice.RawValue == String {
    guard let text = string(key) else { return nil }
    return choice(key, text, among: Array(Choice.allCases))
  }

  mutating func choices<Choice: RawRepresentable>(
    _ key: String, _: Choice.Type, among choices: [Choice]
  ) -> [Choice]? where Choice.RawValue == String {
    guard let texts = strings(key) else { return nil }
    return texts.compactMap { choice(key, $0, among: choices) }
  }

  private mutating func choice<Choice: RawRepresentable>(_ key: String, _ text: String, among choices: [Choice])
    -> Choice?
  where Choice.RawValue == String {
    if let choice = choices.first(where: { $0.rawValue == text }) { return choice }
    let names = choices.map(\.rawValue)
    mistakes.append(
      "\(key): \"\(text)\" is not one of \(names.joined(separator: ", "))\(Suggestion.question(text, among: names))")
    return nil
  }

  mutating func origins(_ key: String) -> [Origin]? {
    guard let texts = strings(key) else { return nil }
    return texts.compactMap { text in value(key) { try Origin(parsing: text) } }
  }

  /// Reads a profile: the path of a file, or the profile itself.
  mutating func profile(_ key: String) -> Profile? {
    guard let value = object[key] else { return nil }
    return self.value(key) { try Profile(driver: value) }
  }

  mutating func productSource() -> OnsideProductSource? {
    let catalog = string("catalog").map { URL(fileURLWithPath: $0) }
    let (store, app) = (string("store"), string("app"))
    do throws(OnsideProductSource.Mistake) {
      return try OnsideProductSource(catalog: catalog, store: store, app: app)
    } catch {
      let mistake =
        switch error {
        case .twoShops: "catalog: it cannot be combined with store and app; give only one of them"
        case .noApp: "app: it is missing; a store needs a bundle identifier that it knows"
        case .noStore: "store: it is missing; name the store that knows the app"
        case .address(let mistake): "store: \(mistake)"
        }
      mistakes.append(mistake)
      return nil
    }
  }

  /// Reads the contract of a bridge of the app's own and the mock that answers, which replace those of the profile.
  mutating func replaceFiles(of profile: inout CausewayProfile) {
    for (key, path) in [("contract", \CausewayProfile.contract), ("mock", \CausewayProfile.mock)] {
      if let text = string(key) { profile[keyPath: path] = URL(fileURLWithPath: text) }
      guard let file = profile[keyPath: path] else { continue }
      if !FileManager.default.isReadableFile(atPath: file.path) {
        mistakes.append("\(key): the file \(file.path) does not exist or cannot be read")
      }
    }
    if (profile.contract == nil) != (profile.mock == nil) {
      mistakes.append(
        "\(profile.contract == nil ? "contract" : "mock"): it is missing; the contract says what pages may ask, and the "
          + "functions of the mock answer")
    }
    if let contract = profile.contract, FileManager.default.isReadableFile(atPath: contract.path) {
      check("contract") { _ = try ContractCommand.contract(at: contract.path) }
    }
  }

  /// - Parameter platform: the platform, if an option names it. The view of a page on a phone has a phone's size.
  mutating func view(platform: Platform?) -> ViewOptions {
    var view = ViewOptions()
    if let size = platform.flatMap(Device.standard)?.size { view.size = size }
    if let name = string("device") {
      if let device = Device.all.first(where: { $0.name == name }) {
        (view.size, view.pixelRatio, view.userAgent) = (device.size, device.pixelRatio, device.userAgent)
      } else {
        let names = Device.all.map(\.name)
        mistakes.append(
          "device: \"\(name)\" is not one of \(names.joined(separator: ", "))\(Suggestion.question(name, among: names))"
        )
      }
    }
    if let text = string("size") {
      if let size = ViewSize(text) {
        view.size = size
      } else {
        mistakes.append("size: \"\(text)\" must be a width and a height from 100 to 4000, such as \"390x844\"")
      }
    }
    let (screen, size) = (DriverPageOptions.screen, view.size)
    if max(size.width, size.height) * view.pixelRatio > screen.width {
      let largest = screen.width / view.pixelRatio
      mistakes.append(
        "size: the session's screen has room for a page of \(largest)x\(largest), and not for \(size.width)x\(size.height)"
      )
    }
    view.userAgent = string("userAgent") ?? view.userAgent
    view.isDark = flag("dark")
    if let text = string("locale") { view.locale = value("locale") { try ViewOptions.languageTag(text) } }
    return view
  }
}

extension Profile {
  /// Reads a profile that a client of the driver sends: the path of a file, or the profile itself, whose paths are relative
  /// to the working directory.
  init(driver value: JSONValue) throws {
    if let path = value.stringValue {
      try self.init(contentsOf: path)
    } else {
      let folder = URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true)
      try self.init(parsing: value.jsonBytes, folder: folder)
    }
  }
}
#endif
