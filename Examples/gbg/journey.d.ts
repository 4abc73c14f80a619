/** What this journey asks for beside the cameras. */
interface GBGActions {
  /** Reads the chip of the document; a capability of the app's own. */
  "nfc.read": {
    request: GBGNoData;
    result: { documentNumber: string; surname: string; givenNames: string; expires: string };
  };
}
