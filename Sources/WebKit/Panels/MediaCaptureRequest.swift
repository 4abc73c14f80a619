import CWebKitGTK

/// A page's request to use a camera or a microphone. The request can be answered once; releasing the object without an
/// answer refuses the request.
@MainActor
final class MediaCaptureRequest {
  /// The devices that the page requests.
  let type: WKMediaCaptureType
  private let request: GObjectReference
  private var isAnswered = false

  /// Wraps a request for the camera or the microphone. Returns nil for every other permission request, such as for
  /// geolocation or screen capture.
  init?(_ request: OpaquePointer) {
    let instance = UnsafeMutableRawPointer(request).assumingMemoryBound(to: GTypeInstance.self)
    guard g_type_check_instance_is_a(instance, webkit_user_media_permission_request_get_type()) != 0,
      webkit_user_media_permission_is_for_display_device(request) == 0
    else { return nil }
    let wantsVideo = webkit_user_media_permission_is_for_video_device(request) != 0
    let wantsAudio = webkit_user_media_permission_is_for_audio_device(request) != 0
    type = wantsVideo && wantsAudio ? .cameraAndMicrophone : wantsVideo ? .camera : .microphone
    self.request = GObjectReference(borrowing: request)
  }

  /// Allows or refuses the request. `prompt` also refuses it, because WebKitGTK cannot ask the user.
  func decide(_ decision: WKPermissionDecision) {
    guard !isAnswered else { return assertionFailure("A UI delegate decided twice. Call the decisionHandler once.") }
    isAnswered = true
    GLibPump.shared.wake()
    switch decision {
    case .grant: webkit_permission_request_allow(request.opaque)
    case .prompt, .deny: webkit_permission_request_deny(request.opaque)
    }
  }

  isolated deinit {
    if !isAnswered { decide(.deny) }
  }
}
