package androidx.webkit;

import android.net.Uri;
import android.webkit.WebView;
import java.util.Set;

/** A stand-in with the signatures of the published class, for the compiler: Debian does not ship the library. */
public class WebViewCompat {
  public interface WebMessageListener {
    void onPostMessage(
        WebView view, WebMessageCompat message, Uri sourceOrigin, boolean isMainFrame, JavaScriptReplyProxy replyProxy);
  }

  public static void addWebMessageListener(
      WebView view, String jsObjectName, Set<String> allowedOriginRules, WebMessageListener listener) {
    throw new UnsupportedOperationException();
  }

  public static ScriptHandler addDocumentStartJavaScript(WebView view, String script, Set<String> allowedOriginRules) {
    throw new UnsupportedOperationException();
  }
}
