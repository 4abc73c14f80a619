#if canImport(AVFoundation)
import AVFoundation

/// Whether this device's camera may be used, for ``CaptureCapability/permissionState``.
public struct CameraDetector: Hashable, Sendable {
  /// What the person has said to the camera.
  public let permissionState: PermissionState

  /// Looks now; asks nobody.
  public static func check() -> CameraDetector {
    let state: PermissionState =
      switch AVCaptureDevice.authorizationStatus(for: .video) {
      case .authorized: .granted
      case .denied, .restricted: .denied
      default: .notDetermined
      }
    return CameraDetector(permissionState: state)
  }
}
#endif
