package causeway.hostkit;

import android.net.Uri;
import android.webkit.WebView;
import java.util.Set;

/**
 * What the kit needs of the library androidx.webkit, so that the rest compiles without it. The file
 * {@code AndroidxMessageListeners.java} implements it.
 */
public interface MessageListeners {
  /** Whether this device's web view has {@code addWebMessageListener}. */
  boolean hasListeners();

  /** Whether this device's web view has {@code addDocumentStartJavaScript}. */
  boolean hasDocumentStartScripts();

  /** {@code WebViewCompat.addWebMessageListener}. */
  void addListener(WebView view, String objectName, Set<String> allowedOriginRules, Listener listener);

  /** {@code WebViewCompat.addDocumentStartJavaScript}. */
  void addDocumentStartScript(WebView view, String script, Set<String> allowedOriginRules);

  /** Takes the messages of pages, on the web view's thread. */
  interface Listener {
    void onPostMessage(String data, Uri sourceOrigin, boolean isMainFrame, PageHost.Reply reply);
  }
}
