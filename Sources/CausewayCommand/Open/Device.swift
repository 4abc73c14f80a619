import CausewayTool

/// A phone or a tablet whose view `--device` gives to the page.
struct Device: Hashable {
  /// The name for `--device`.
  let name: String
  /// The size of the screen in points, upright.
  let size: ViewSize
  /// The number of pixels per point in each direction.
  let pixelRatio: Int
  /// The heights of the areas at the top and at the bottom that the system covers, in points. The engine has no way to
  /// set them, so `env(safe-area-inset-top)` is 0 in the page.
  let safeArea: (top: Int, bottom: Int)
  /// The user agent of a web view on the device.
  let userAgent: String

  static func == (first: Device, second: Device) -> Bool { first.name == second.name }
  func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// The devices, in the order of `--device list`.
  static let all = [
    apple("iphone-se", 375, 667, ratio: 2, top: 20, bottom: 0),
    apple("iphone-16", 393, 852, ratio: 3, top: 59, bottom: 34),
    apple("iphone-16-pro-max", 440, 956, ratio: 3, top: 62, bottom: 34),
    apple("ipad", 820, 1180, ratio: 2, top: 24, bottom: 20, system: "iPad; CPU OS"),
    android("pixel-9", 412, 924, ratio: 3, top: 52, bottom: 24, model: "Pixel 9"),
    android("galaxy-s24", 360, 780, ratio: 3, top: 33, bottom: 24, model: "SM-S921B"),
  ]

  /// Returns the phone whose size a page gets if only the platform is named; nil for desktops.
  static func standard(for platform: Platform) -> Device? {
    switch platform {
    case .ios: all.first { $0.name == "iphone-16" }
    case .android: all.first { $0.name == "pixel-9" }
    case .macos, .windows: nil
    }
  }

  /// The lines of `--device list`.
  static var table: [String] {
    let width = all.map(\.name.count).max() ?? 0
    let rows = all.map { device in
      let size = "\(device.size)".padding(to: 9)
      return
        "\(device.name.padding(to: width))  \(size)  @\(device.pixelRatio)  safe area \(device.safeArea.top) at the "
        + "top, \(device.safeArea.bottom) at the bottom"
    }
    return rows + [
      "", "The engine cannot set safe areas: env(safe-area-inset-top) is 0 in the page. The pixel ratio applies with",
      "--headless.",
    ]
  }

  private static func apple(
    _ name: String, _ width: Int, _ height: Int, ratio: Int, top: Int, bottom: Int,
    system: String = "iPhone; CPU iPhone OS"
  ) -> Device {
    Device(
      name: name, size: ViewSize(width: width, height: height), pixelRatio: ratio, safeArea: (top, bottom),
      userAgent: "Mozilla/5.0 (\(system) 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148")
  }

  private static func android(
    _ name: String, _ width: Int, _ height: Int, ratio: Int, top: Int, bottom: Int, model: String
  ) -> Device {
    Device(
      name: name, size: ViewSize(width: width, height: height), pixelRatio: ratio, safeArea: (top, bottom),
      userAgent: "Mozilla/5.0 (Linux; Android 15; \(model); wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 "
        + "Chrome/138.0.0.0 Mobile Safari/537.36")
  }
}

/// The size of a page's view, in points.
struct ViewSize: Hashable, CustomStringConvertible {
  let width: Int
  let height: Int

  var description: String { "\(width)x\(height)" }

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Reads a size such as `390x844`; nil for another text or a side that is not from 100 to 4,000.
  init?(_ text: String) {
    let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1] else { return nil }
    guard (100...4_000).contains(width), (100...4_000).contains(height) else { return nil }
    self.init(width: width, height: height)
  }
}
