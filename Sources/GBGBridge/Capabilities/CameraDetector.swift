#if canImport(AVFoundation)
import AVFoundation

/// The permission to use this device's camera, for ``CaptureCapability/permissionState``.
public struct CameraDetector: Hashable, Sendable {
  /// The user's decision about the camera.
  public let permissionState: PermissionState

  /// Reads the current permission without asking the user.
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
