
// The part of the module AppleProductTypes that Examples/ios.swiftpm uses. Apple does not document this module. These
// declarations follow the manifests that Swift Playgrounds writes, and the product settings for iOS apps in SwiftPM's
// source:
// https://github.com/swiftlang/swift-package-manager/blob/main/Sources/PackageModel/Product.swift
extension Product {
  static func iOSApplication(
    name: String, targets: [String], bundleIdentifier: String? = nil, teamIdentifier: String? = nil,
    displayVersion: String? = nil, bundleVersion: String? = nil, appIcon: AppIcon? = nil,
    accentColor: AccentColor? = nil, supportedDeviceFamilies: [DeviceFamily],
    supportedInterfaceOrientations: [InterfaceOrientation], capabilities: [Capability] = []
  ) -> Product {
    .executable(name: name, targets: targets)
  }

  enum AppIcon {
    case placeholder(icon: PlaceholderIcon)
    enum PlaceholderIcon { case book }
  }
  enum AccentColor {
    case presetColor(PresetColor)
    enum PresetColor { case indigo }
  }
  enum DeviceFamily { case pad, phone }
  struct DeviceFamilyCondition {
    static func when(deviceFamilies: [DeviceFamily]) -> DeviceFamilyCondition { .init() }
  }
  enum InterfaceOrientation {
    case portrait, landscapeRight, landscapeLeft
    case portraitUpsideDown(DeviceFamilyCondition)
  }
  enum Capability {
    case camera(purposeString: String)
  }
}
