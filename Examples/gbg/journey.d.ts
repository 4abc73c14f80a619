/** The actions that this journey uses in addition to the cameras. */
interface GBGActions {
  /** Reads the chip of the document. The app defines this capability itself. */
  "nfc.read": {
    request: GBGNoData;
    result: { documentNumber: string; surname: string; givenNames: string; expires: string };
  };
}
