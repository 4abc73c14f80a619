import Foundation
import GBGBridge
import WebTestSupport
import XCTest

/// The transfer of a picture as large as a camera's photograph.
@MainActor final class PhotographTests: XCTestCase {
  func testAPictureOf5MiBArrivesWhileOtherRequestsAreAnswered() async throws {
    var generator = SystemRandomNumberGenerator()
    let words = (0..<(5 << 20) / 8).map { _ in generator.next() as UInt64 }
    let picture = words.withUnsafeBytes { Data($0) }
    try await onBothSurfaces { page in
      page.host.documentCapture.handler = { _ in
        .document(DocumentCaptureResult(imageData: picture, width: 4000, height: 3000, mimeType: "image/jpeg"))
      }
      page.host.registerCustomCapability("app.echo", version: "1.0") {
        $1.respond(status: .success, data: $0.payload.data)
      }
      try await page.open()
      let text = try await page.browser.text(
        """
        const ask = (correlationId, action, data) => {
          const message = { type: "request", correlationId, payload: { action, data } };
          \(page.post("message"));
          return final(correlationId);
        };
        const echoes = [];
        for (let number = 0; number < 100; number += 1) echoes.push(ask("e" + number, "app.echo", { number }));
        const capture = ask("capture", "camera.document.capture");
        for (let number = 100; number < 200; number += 1) echoes.push(ask("e" + number, "app.echo", { number }));
        const { imageData } = (await capture).payload.data;
        let digest = 0x811c9dc5;
        for (let place = 0; place < imageData.length; place += 1) {
          digest = Math.imul(digest ^ imageData.charCodeAt(place), 0x01000193);
        }
        const answers = await Promise.all(echoes);
        const isWhole = answers.every((m, number) => m.payload.data.number === number);
        return [imageData.length, digest >>> 0, isWhole, answers.length].join();
        """)
      let base64 = picture.base64EncodedString()
      var digest: UInt32 = 0x811c_9dc5
      for byte in base64.utf8 { digest = (digest ^ UInt32(byte)) &* 0x0100_0193 }
      XCTAssertEqual(text, "\(base64.utf8.count),\(digest),true,200")
      XCTAssertNil(page.host.lastError)
    }
  }
}
