#if os(Linux)
import ProgramTestSupport
import Causeway
import Foundation
import Testing

@testable import CausewayCommand
@testable import CausewayTool

@Suite("Profiles: the answers of the simulated app, and the messages for mistakes") struct ProfileTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    _ = try TestPicture.write(folder.path("id.jpg"), type: "jpeg", width: 90, height: 60)
    _ = try folder.write("text.jpg", "not a picture")
  }

  private func profile(_ text: String) throws -> Profile {
    try Profile(contentsOf: try folder.write("profile.json", text))
  }

  /// Returns the problem of an invalid profile, without the path of the folder.
  private func complaint(_ text: String) throws -> String {
    do {
      _ = try profile(text)
      return "none"
    } catch let error as ProfileError {
      return error.problem.replacingOccurrences(of: folder.root, with: "FOLDER")
    }
  }

  @Test func everyKeyIsOptional() throws {
    let profile = try profile(#"{"gbg": {}, "link": {"getInfo": {}, "fail": {}}}"#)
    #expect(profile.answer == .approve)
    #expect(profile.gbg == GBGProfile())
    #expect(profile.link == LinkProfile())
    #expect(profile.link.addresses.keys.sorted() == ["BCH", "BTC", "ETH", "SLP"])
  }

  /// A fuzzer found that one of two canonically equivalent names was lost without an error.
  @Test(arguments: [
    (#"{"today": {"headers": {"\u00e9": "a", "e\u0301": "b"}}}"#, "today.headers"),
    (#"{"link": {"addresses": {"\u0341": "a", "\u0301": "b"}}}"#, "link.addresses"),
    (#"{"gbg": {"custom": {"\u00e9": {"cancel": ""}, "e\u0301": {"cancel": ""}}}}"#, "gbg.custom"),
  ]) func twoCanonicallyEquivalentNamesAreRefused(text: String, place: String) throws {
    let complaint = try complaint(text)
    #expect(
      complaint.contains(place) && complaint.contains("appears twice, in two Unicode spellings"), "\(complaint)")
  }

  @Test func everyKeyIsRead() throws {
    let profile = try profile(
      """
      {"answer": "ask",
       "gbg": {"hostVersion": "2.1.0", "camera.document": {"file": "id.jpg"},
         "camera.selfie": {"error": {"code": "PERMISSION_DENIED", "message": "No camera"}},
         "custom": {"nfc.read": {"data": {"chip": [1, null]}}, "a": {"version": "2.0", "cancel": "tired"},
           "b": {"error": {"code": "BUSY", "message": "later"}}}},
       "link": {"addresses": {"BCH": "bitcoincash:q"},
         "getInfo": {"version": "9.0", "platform": "android", "protocols": ["BCH"]},
         "fail": {"sendAssets": {"type": "SEND_ERROR", "description": "mempool"}, "getInfo": {"type": "CANCELED"}}}}
      """)
    #expect(profile.answer == .ask)
    #expect(profile.gbg.hostVersion == "2.1.0")
    guard case .picture(let picture) = profile.gbg.document else {
      Issue.record("The profile has no picture")
      return
    }
    #expect(picture.width == 90 && picture.height == 60 && picture.mimeType == "image/jpeg")
    #expect(profile.gbg.selfie == .failure(.init(code: .permissionDenied, message: "No camera")))
    #expect(
      profile.gbg.custom == [
        "nfc.read": .init(answer: .data(["chip": [1, nil]])),
        "a": .init(version: "2.0", answer: .cancel(reason: "tired")),
        "b": .init(answer: .failure(.init(code: .busy, message: "later"))),
      ])
    #expect(profile.link.addresses == ["BCH": "bitcoincash:q"])
    #expect(profile.link.info == .init(version: "9.0", platform: "android", protocols: ["BCH"]))
    #expect(
      profile.link.fail == [
        .sendAssets: .init(type: .sendError, description: "mempool"), .getInfo: .init(type: .canceled),
      ])
  }

  @Test func aPathMayBeginAtTheRoot() throws {
    let profile = try profile(#"{"gbg": {"camera.selfie": {"file": "\#(folder.path("id.jpg"))"}}}"#)
    guard case .picture = profile.gbg.selfie else {
      Issue.record("The profile has no picture")
      return
    }
  }

  @Test(
    "The message for each mistake names the key",
    arguments: [
      (#"{"answer": "maybe"}"#, #"answer: "maybe" is not one of "approve" or "decline" or "ask""#),
      (#"{"bgb": {}}"#, #"unknown key "bgb"; the known keys are answer, \#(BridgeProtocol.names)"#),
      (
        #"{"gbg": {"camera": {}}}"#,
        #"gbg: unknown key "gbg.camera"; the known keys are hostVersion, camera.document, camera.selfie, custom"#
      ),
      (#"{"gbg": {"hostVersion": 1}}"#, "gbg.hostVersion: it must be a string"),
      (#"{"gbg": {"camera.document": "id.jpg"}}"#, "gbg.camera.document: it must be an object"),
      (#"{"gbg": {"camera.document": {}}}"#, "gbg.camera.document: it must have exactly one of file, cancel, error"),
      (
        #"{"gbg": {"camera.document": {"file": "id.jpg", "cancel": "no"}}}"#,
        "gbg.camera.document: it must have exactly one of file, cancel, error; it has file, cancel"
      ),
      (
        #"{"gbg": {"camera.document": {"file": "id.jpg", "width": 3}}}"#,
        #"gbg.camera.document: unknown key "gbg.camera.document.width"; the known keys are file"#
      ),
      (
        #"{"gbg": {"camera.selfie": {"file": "no.jpg"}}}"#,
        "gbg.camera.selfie.file: FOLDER/no.jpg: the file does not exist"
      ),
      (
        #"{"gbg": {"camera.selfie": {"file": "text.jpg"}}}"#,
        "gbg.camera.selfie.file: FOLDER/text.jpg: it is not a picture in a known format, such as PNG or JPEG"
      ),
      (#"{"gbg": {"camera.selfie": {"file": 7}}}"#, "gbg.camera.selfie.file: it must be a string"),
      (#"{"gbg": {"camera.selfie": {"error": {"code": "BUSY"}}}}"#, #"gbg.camera.selfie.error: "message" is missing"#),
      (
        #"{"gbg": {"camera.selfie": {"error": {"code": "TIRED", "message": ""}}}}"#,
        #"gbg.camera.selfie.error.code: "TIRED" is not one of "UNSUPPORTED" or "PERMISSION_DENIED" or "CANCELLED" or "#
          + #""TIMEOUT" or "BUSY" or "INVALID_REQUEST" or "INTERNAL_ERROR" or "VERSION_MISMATCH""#
      ),
      (
        #"{"gbg": {"custom": {"camera.document": {"data": {}}}}}"#,
        #"gbg.custom.camera.document: "camera.document" is a capability of the bridge itself, not a custom one"#
      ),
      (#"{"gbg": {"custom": {"nfc.read": {"data": 1}}}}"#, "gbg.custom.nfc.read.data: it must be an object"),
      (
        #"{"gbg": {"custom": {"nfc.read": {}}}}"#,
        "gbg.custom.nfc.read: it must have exactly one of data, cancel, error"
      ),
      (#"{"link": {"addresses": {"BCH": 1}}}"#, "link.addresses.BCH: it must be a string"),
      (#"{"link": {"getInfo": {"protocols": "BCH"}}}"#, "link.getInfo.protocols: it must be an array of strings"),
      (
        #"{"link": {"fail": {"login": {"type": "CANCELED"}}}}"#,
        #"link.fail: unknown key "link.fail.login"; the known keys are getAddress, sendAssets, payInvoice, createToken, "#
          + "getInfo, requestValue, requestWeb3Sign"
      ),
      (
        #"{"link": {"fail": {"sendAssets": {"type": "CANCELLED"}}}}"#,
        #"link.fail.sendAssets.type: "CANCELLED" is not one of "CANCELED" or "PROTOCOL_ERROR" or "MALFORMED_INPUT" or "#
          + #""SEND_ERROR" or "MERCHANT_ERROR" or "CONNECTION_DENIED" or "REQUEST_TIMEOUT""#
      ),
      (#"{"link": {"fail": {"sendAssets": {"description": "x"}}}}"#, #"link.fail.sendAssets: "type" is missing"#),
    ])
  func mistakes(text: String, wanted: String) throws {
    #expect(try complaint(text) == wanted)
  }

  @Test func theAnswerAskIsRefusedWithoutAWindow() throws {
    #expect(throws: UsageError.self) { try ProfileAnswer.ask.check(isHeadless: true) }
    try ProfileAnswer.ask.check(isHeadless: false)
    try ProfileAnswer.approve.check(isHeadless: true)
    try ProfileAnswer.decline.check(isHeadless: true)
  }
}
#endif
