package causeway.hostkit;

import android.net.Uri;
import android.webkit.WebView;
import androidx.webkit.JavaScriptReplyProxy;
import androidx.webkit.WebMessageCompat;
import androidx.webkit.WebViewCompat;
import androidx.webkit.WebViewFeature;
import java.util.Set;

/** Implements {@link MessageListeners} with the library androidx.webkit, 1.6.0 or newer. */
public final class AndroidxMessageListeners implements MessageListeners {
  @Override public boolean hasListeners() {
    return WebViewFeature.isFeatureSupported(WebViewFeature.WEB_MESSAGE_LISTENER);
  }

  @Override public boolean hasDocumentStartScripts() {
    return WebViewFeature.isFeatureSupported(WebViewFeature.DOCUMENT_START_SCRIPT);
  }

  @Override public void addListener(
      WebView view, String objectName, Set<String> allowedOriginRules, final Listener listener) {
    WebViewCompat.addWebMessageListener(view, objectName, allowedOriginRules, new WebViewCompat.WebMessageListener() {
      @Override public void onPostMessage(
          WebView sender, WebMessageCompat message, Uri sourceOrigin, boolean isMainFrame,
          final JavaScriptReplyProxy proxy) {
        listener.onPostMessage(text(message), sourceOrigin, isMainFrame, new PageHost.Reply() {
          @Override public void send(String text) {
            proxy.postMessage(text);
          }
        });
      }
    });
  }

  /**
   * Returns the text of a message; null for an ArrayBuffer. Newer versions of the library throw for an ArrayBuffer,
   * which must not crash the app.
   */
  private static String text(WebMessageCompat message) {
    try {
      return message.getData();
    } catch (IllegalStateException notText) {
      return null;
    }
  }

  @Override public void addDocumentStartScript(WebView view, String script, Set<String> allowedOriginRules) {
    WebViewCompat.addDocumentStartJavaScript(view, script, allowedOriginRules);
  }
}
