package causeway.hostkit;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.json.JSONException;
import org.json.JSONObject;

/**
 * The app's side of the Today WebView Bridge. It decides which frames are served, shares one refresh among all waiting
 * requests, sets the session's cookie, and answers every failure as the contract requires. Only
 * {@code refreshToken} rejects.
 */
public final class TodayBridge implements PageHost {
  /** The name of the object that the page script uses. */
  public static final String NATIVE_NAME = "todayWebViewBridgeNative";
  /** The name of the global function that receives answers if {@code addJavascriptInterface} is used. */
  public static final String CALLBACK_NAME = "todayWebViewBridgeReceive";
  /** The timeout of the app's answers, in milliseconds. */
  static final long TIMEOUT = 30000;
  private static final String REFRESH_FAILED = "The session could not be refreshed. Sign in again.";

  private final TodayApp app;
  private final CookieStore cookies;
  private final MainThread main;
  private final Set<String> trustedOrigins;
  private final TodayEvents events;
  final SharedRefresh refresh;
  private boolean restrictsTrackToMainFrame;

  /**
   * @param trustedOrigins the origins whose main frames may have tokens, such as {@code https://news.example}
   * @param platform the value of {@code client_plat}, such as {@code android}
   */
  public TodayBridge(
      TodayApp app, CookieStore cookies, MainThread main, Collection<String> trustedOrigins, String platform) {
    this.app = app;
    this.cookies = cookies;
    this.main = main;
    this.trustedOrigins = Origin.all(trustedOrigins);
    events = new TodayEvents(platform);
    refresh = new SharedRefresh(app, main);
  }

  /** Sets whether {@code track} is served only in the main frame. The default is every frame. */
  public void restrictTrackToMainFrame(boolean isRestricted) {
    restrictsTrackToMainFrame = isRestricted;
  }

  @Override public void receive(String text, Frame frame, Reply reply) {
    JSONObject message = Json.object(text);
    Object id = message == null ? Json.leadingId(text) : message.opt("id");
    if (!(id instanceof Number)) return; // Without an id, the page does not wait for an answer.
    Answer answer = new Answer((Number) id, reply);
    Object type = message == null ? null : message.opt("type");
    boolean isTrusted = frame.isMainFrame && frame.origin != null && trustedOrigins.contains(frame.origin);
    if ("track".equals(type)) {
      if (frame.isMainFrame || !restrictsTrackToMainFrame) track(message);
      answer.resolve(null);
    } else if (isTrusted && "headers".equals(type)) {
      headers(answer);
    } else if (isTrusted && "refreshToken".equals(type)) {
      refreshToken(answer);
    } else if (isTrusted && "establishSession".equals(type)) {
      establishSession(Boolean.TRUE.equals(message.opt("refresh")), frame.origin, answer);
    } else {
      answer.resolve(null);
    }
  }

  private void track(JSONObject message) {
    try {
      JSONObject properties = events.properties(message, app.baseFields());
      if (properties != null) app.track((String) message.opt("ename"), properties);
    } catch (RuntimeException fault) {
      // Ignore the exception, because `track` never rejects.
    }
  }

  private void headers(final Answer answer) {
    Once<Map<String, String>> result = new Once<Map<String, String>>(main, new Result<Map<String, String>>() {
      @Override public void succeed(Map<String, String> headers) {
        JSONObject values = new JSONObject();
        try {
          if (headers != null) {
            // `put` omits an entry whose value is null.
            for (Map.Entry<String, String> each : headers.entrySet()) values.put(each.getKey(), each.getValue());
          }
          answer.resolve(values);
        } catch (JSONException nameless) {
          answer.resolve(new JSONObject());
        }
      }

      @Override public void fail(PageError error) {
        answer.resolve(new JSONObject());
      }
    });
    result.withTimeout(TIMEOUT, null);
    try {
      app.headers(result);
    } catch (RuntimeException fault) {
      result.fail(null);
    }
  }

  private void refreshToken(final Answer answer) {
    refresh.token(new Once<TodayToken>(main, new Result<TodayToken>() {
      @Override public void succeed(TodayToken token) {
        // The page would treat an empty answer as a fault of the app, and would not ask the user to sign in again.
        if (token == null || token.authorization == null || token.authorization.isEmpty()) {
          answer.reject(REFRESH_FAILED);
        } else {
          answer.resolve(Answer.object("authorization", token.authorization));
        }
      }

      @Override public void fail(PageError error) {
        answer.reject(error == null || error.message.trim().isEmpty() ? REFRESH_FAILED : error.message);
      }
    }).withTimeout(TIMEOUT, null));
  }

  private void establishSession(boolean refreshes, final String origin, final Answer answer) {
    final Result<Boolean> end = new Once<Boolean>(main, new Result<Boolean>() {
      @Override public void succeed(Boolean isStored) {
        answer.resolve(Answer.object("ok", Boolean.TRUE.equals(isStored)));
      }

      @Override public void fail(PageError error) {
        answer.resolve(Answer.object("ok", false));
      }
    }).withTimeout(TIMEOUT, null);
    Once<TodayToken> token = new Once<TodayToken>(main, new Result<TodayToken>() {
      @Override public void succeed(TodayToken token) {
        String cookie = token == null ? null : token.cookie();
        if (cookie == null) {
          end.fail(null);
          return;
        }
        try {
          cookies.set(origin + "/", cookie, end);
        } catch (RuntimeException fault) {
          end.fail(null);
        }
      }

      @Override public void fail(PageError error) {
        end.fail(null);
      }
    }).withTimeout(TIMEOUT, null);
    try {
      if (refreshes) {
        refresh.token(token);
      } else {
        app.currentToken(token);
      }
    } catch (RuntimeException fault) {
      end.fail(null);
    }
  }

  /** The answer to one message. */
  private static final class Answer {
    private final Number id;
    private final Reply reply;

    Answer(Number id, Reply reply) {
      this.id = id;
      this.reply = reply;
    }

    static JSONObject object(String name, Object value) {
      try {
        return new JSONObject().put(name, value);
      } catch (JSONException impossible) {
        throw new IllegalStateException(impossible);
      }
    }

    /** Resolves the page's promise. Null stands for {@code undefined}. */
    void resolve(JSONObject result) {
      send("result", result);
    }

    void reject(String sentence) {
      send("error", sentence);
    }

    private void send(String name, Object value) {
      try {
        // `put` omits a value that is null.
        reply.send(Json.ascii(object("id", id).put(name, value).toString()));
      } catch (JSONException impossible) {
        throw new IllegalStateException(impossible);
      }
    }
  }
}
