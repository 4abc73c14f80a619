import Foundation

/// A function of the driver's script files, which runs in the page through WebDriver.
struct ElementScript: Sendable {
  /// The body of the function that WebDriver runs: the file, and a call with WebDriver's arguments.
  let source: String

  private init(_ file: [UInt8], _ function: String) {
    source = "\(String(decoding: file, as: UTF8.self))\nreturn \(function)(...arguments);"
  }

  static let clickPoint = ElementScript(PackageResources.click_js, "clickPoint")
  static let choose = ElementScript(PackageResources.click_js, "chooseOption")
  static let frameElement = ElementScript(PackageResources.geometry_js, "frameAt")
  static let pointOfFrame = ElementScript(PackageResources.geometry_js, "pointOfFrame")
  static let center = ElementScript(PackageResources.geometry_js, "elementCenter")
  static let viewport = ElementScript(PackageResources.geometry_js, "viewportSize")
  static let prepareKeys = ElementScript(PackageResources.keys_js, "prepareKeys")
  static let clear = ElementScript(PackageResources.keys_js, "clearElement")
  static let text = ElementScript(PackageResources.read_js, "elementText")
  static let rectangle = ElementScript(PackageResources.read_js, "elementRectangle")
  static let attribute = ElementScript(PackageResources.read_js, "elementAttribute")
}
