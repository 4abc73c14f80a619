import CWebKitGTK

/// A page's request to use a camera or a microphone. It can be answered once; releasing the object without an answer
/// refuses it.
@MainActor
final class MediaCaptureRequest {
  /// The devices that the page requests.
  let type: WKMediaCaptureType
  private let request: GObjectReference
  private var isAnswered = false

  /// Creates a request. Returns nil for other kinds of requests, such as for the location or for a picture of the
  /// display.
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

  /// Answers the page.
  func decide(_ decision: WKPermissionDecision) {
    guard !isAnswered else { return assertionFailure("A UI delegate called a decisionHandler twice.") }
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
