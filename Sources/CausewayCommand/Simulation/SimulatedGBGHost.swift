import Causeway
import CausewayText
import GBGBridge

/// A simulated app for GBGBridge, which answers as the profile says.
@MainActor enum SimulatedGBGHost {
  /// Makes the host.
  ///
  /// - Parameter isAsked: whether the user chooses a picture where the profile has none.
  static func make(
    _ profile: GBGProfile, prompter: any Prompter, isAsked: Bool, allowing origins: Set<Origin>?
  ) -> BridgeHost {
    let host = BridgeHost(
      configuration: BridgeConfiguration(hostVersion: profile.hostVersion, allowedOrigins: origins))
    configure(host, profile, prompter: prompter, isAsked: isAsked)
    return host
  }

  /// Lets a host answer as a profile says. Custom capabilities that the host has already, and that the profile lacks, keep
  /// their answers, because a host cannot withdraw them.
  static func configure(_ host: BridgeHost, _ profile: GBGProfile, prompter: any Prompter, isAsked: Bool) {
    host.documentCapture.handler = nil
    host.selfieCapture.handler = nil
    if profile.document != nil || isAsked {
      host.documentCapture.handler = { request in
        await capture(request, profile.document, "Photograph a document?", .environment, prompter) { picture in
          .document(
            DocumentCaptureResult(
              imageData: picture.data, width: picture.width, height: picture.height, mimeType: picture.mimeType))
        }
      }
    }
    if profile.selfie != nil || isAsked {
      host.selfieCapture.handler = { request in
        await capture(request, profile.selfie, "Take a picture of yourself?", .user, prompter) { picture in
          .selfie(
            SelfieCaptureResult(
              previewImageData: picture.data, width: picture.width, height: picture.height,
              mimeType: picture.mimeType))
        }
      }
    }
    host.documentCapture.permissionState = permission(for: profile.document)
    host.selfieCapture.permissionState = permission(for: profile.selfie)
    host.documentCapture.isEnabled = profile.isEnabled
    host.selfieCapture.isEnabled = profile.isEnabled
    for (id, custom) in profile.custom {
      host.registerCustomCapability(id, version: custom.version) { request, responder in
        let work = Task { await serve(request, custom.answer, prompter, responder) }
        responder.onCancel { work.cancel() }
      }
    }
  }

  /// Returns the permission state that fits a camera's result in the profile.
  private static func permission(for capture: GBGProfile.Capture?) -> PermissionState {
    switch capture {
    case .failure(let failure) where failure.code == .permissionDenied: .denied
    case nil: .notDetermined
    default: .granted
    }
  }

  /// Runs a capture. The result comes from the profile or, for a picture, from the answer to a prompt.
  private static func capture(
    _ request: BridgeMessage, _ capture: GBGProfile.Capture?, _ headline: String, _ camera: Prompt.Camera,
    _ prompter: any Prompter, _ result: (PictureFile) -> CaptureResult
  ) async -> CaptureResult {
    let suggestion: PictureFile?
    switch capture {
    case .cancel(let reason): return .cancelled(reason: reason)
    case .failure(let failure): return .failed(BridgeErrorPayload(failure.code, failure.message))
    case .picture(let picture): suggestion = picture
    case nil: suggestion = nil
    }
    var prompt = prompt(for: request, headline)
    prompt.picture = Prompt.Picture(suggestion: suggestion, camera: camera)
    prompt.approve = "Use this picture"
    do {
      switch try await prompter.ask(prompt) {
      case .approved(let picture?): return result(picture)
      case .approved(nil), .declined: return .cancelled(reason: "The user gave no picture.")
      }
    } catch {
      return .cancelled(reason: "The prompt was withdrawn.")
    }
  }

  /// Answers a request to a custom capability.
  private static func serve(
    _ request: BridgeMessage, _ answer: GBGProfile.CustomAnswer, _ prompter: any Prompter,
    _ responder: any BridgeResponder
  ) async {
    responder.respond(status: .acknowledged)
    do {
      switch (try await prompter.ask(prompt(for: request, "Allow “\(request.payload.action)”?")), answer) {
      case (.approved, .data(let data)):
        responder.respond(
          status: .success, data: Dictionary(data.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 }))
      case (.approved, .cancel(let reason)):
        responder.respond(status: .cancelled, error: BridgeErrorPayload(.cancelled, reason))
      case (.approved, .failure(let failure)):
        responder.respond(status: .error, error: BridgeErrorPayload(failure.code, failure.message))
      case (.declined, _):
        responder.respond(status: .cancelled, error: BridgeErrorPayload(.cancelled, "The user declined."))
      }
    } catch {
      // The page is gone and does not wait for an answer.
    }
  }

  private static let labels = ["documentType": "Document", "side": "Side"]

  private static func prompt(for request: BridgeMessage, _ headline: String) -> Prompt {
    var prompt = Prompt(
      requester: Prompt.Requester(origin: request.origin ?? .opaque, isMainFrame: true), headline: headline)
    prompt.protocol = .gbg
    let members = (request.payload.data ?? [:]).sorted { $0.key < $1.key }
    prompt.rows = members.prefix(mostRows).map { name, value in
      let text = value.stringValue ?? value.json
      // Only the protocol's names have labels. Other names come from the page and are shown as the page's text, like
      // the value.
      return labels[name].map { Prompt.Row(label: $0, value: .page(PageText(text))) }
        ?? Prompt.Row(label: "Requested", value: .page(PageText("\(name): \(text)")))
    }
    if members.count > mostRows {
      prompt.rows.append(Prompt.Row(label: "Not shown", value: .own("\(members.count - mostRows) more")))
    }
    return prompt
  }

  /// The maximum number of rows. A user would not read more, and a window with thousands of rows takes minutes to
  /// appear.
  private static let mostRows = 24
}
