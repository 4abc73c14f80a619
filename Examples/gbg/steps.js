"use strict";

/**
 * A step: its texts, the function that sends its request, and the function that shows the answer.
 * @typedef {{ title: string, why: string, capability?: string, ask: () => Promise<GBGResponsePayload>,
 *   show: (view: GBGStepView, data: any) => void }} GBGStep
 */

/**
 * Returns an image element with a picture that the app took.
 * @param {GBGCapture} capture
 * @param {string} className
 * @param {string} text
 */
function gbgPictureView({ imageData, mimeType, width, height }, className, text) {
  const image = new Image(width, height);
  image.src = `data:${mimeType};base64,${imageData}`;
  image.className = className;
  image.alt = text;
  return image;
}

/** @param {GBGCapture} capture */
function gbgPictureText({ imageData, width, height }) {
  return `Taken: ${width} × ${height} pixels, ${gbgWords.size(imageData)}.`;
}

/** @type {GBGStep[]} */
const gbgSteps = [
  {
    title: "What can this app do?",
    why: "The app lists the capabilities that it has a handler for.",
    ask: () => gbgClient.request("capability.query"),
    show(view, /** @type {GBGCapabilities} */ { hostVersion, capabilities }) {
      const ids = Object.keys(capabilities).filter((id) => capabilities[id]?.supported);
      const chips = ids.map((id) => gbgConversation.made("span", "chip", id));
      view.done(`Version ${hostVersion} of the app has ${ids.length === 1 ? "one capability" : `${ids.length} capabilities`}.`,
        gbgConversation.made("div", "chips", ...chips));
    },
  },
  {
    title: "Identity card",
    why: "A picture of its front, taken with the app's camera.",
    capability: "camera.document",
    ask: () => gbgClient.request("camera.document.capture", { documentType: "identity card", side: "front" }),
    show(view, /** @type {GBGDocumentCapture} */ data) {
      view.done(gbgPictureText(data), gbgPictureView(data, "card", "The front of the identity card"));
    },
  },
  {
    title: "Selfie",
    why: "The person who holds the card.",
    capability: "camera.selfie",
    ask: () => gbgClient.request("camera.selfie.capture"),
    show(view, /** @type {GBGSelfieCapture} */ data) {
      view.done(gbgPictureText(data), gbgPictureView(data, "face", "The person's face"));
    },
  },
  {
    title: "Chip",
    why: "The card's chip, read with a capability that this app defines.",
    capability: "nfc.read",
    ask: () => gbgClient.request("nfc.read"),
    show(view, /** @type {GBGResult<"nfc.read">} */ { documentNumber, surname, givenNames, expires }) {
      const { made } = gbgConversation;
      const rows = [["Number", documentNumber], ["Surname", surname], ["Given names", givenNames], ["Expires", expires]];
      view.done("The holder's data from the chip.",
        made("dl", "chip-data", ...rows.flatMap(([name, text]) => [made("dt", "", name), made("dd", "", String(text ?? ""))])));
    },
  },
];
