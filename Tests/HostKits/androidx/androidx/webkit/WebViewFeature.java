package androidx.webkit;

/** A stand-in with the signatures of the published class, for the compiler: Debian does not ship the library. */
public class WebViewFeature {
  public static final String WEB_MESSAGE_LISTENER = "WEB_MESSAGE_LISTENER";
  public static final String DOCUMENT_START_SCRIPT = "DOCUMENT_START_SCRIPT";

  public static boolean isFeatureSupported(String feature) {
    throw new UnsupportedOperationException();
  }
}
