package causeway.hostkit;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.json.JSONObject;

/** A connection to a browser over the DevTools protocol. Each tab is one session. */
final class DevTools implements WebSocket.Listener {
  private final Map<Integer, CompletableFuture<JSONObject>> calls = new ConcurrentHashMap<>();
  private final Map<String, BiConsumer<String, JSONObject>> sessions = new ConcurrentHashMap<>();
  private final AtomicInteger latest = new AtomicInteger();
  private final StringBuilder partial = new StringBuilder();
  private final WebSocket socket;
  private CompletableFuture<?> sent = CompletableFuture.completedFuture(null);

  DevTools(String address) throws Exception {
    socket = HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(URI.create(address), this)
        .get(30, TimeUnit.SECONDS);
  }

  /** Sets the listener for a session's events. */
  void listen(String session, BiConsumer<String, JSONObject> listener) {
    sessions.put(session, listener);
  }

  /** Calls a method. The session is null for calls to the browser itself. */
  CompletableFuture<JSONObject> call(String session, String method, JSONObject parameters) {
    int id = latest.incrementAndGet();
    CompletableFuture<JSONObject> result = new CompletableFuture<JSONObject>().orTimeout(300, TimeUnit.SECONDS);
    calls.put(id, result);
    JSONObject message = object("id", id, "method", method, "params", parameters, "sessionId", session);
    synchronized (this) {
      // Java's WebSocket can send only one text at a time.
      sent = sent.thenCompose(before -> socket.sendText(message.toString(), true));
    }
    return result;
  }

  @Override public CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean isLast) {
    partial.append(data);
    if (isLast) {
      String text = partial.toString();
      partial.setLength(0);
      take(text);
    }
    webSocket.request(1);
    return null;
  }

  private void take(String text) {
    try {
      JSONObject message = new JSONObject(text);
      if (message.has("id")) {
        CompletableFuture<JSONObject> call = calls.remove(message.getInt("id"));
        JSONObject error = message.optJSONObject("error");
        if (error == null) {
          call.complete(message.getJSONObject("result"));
        } else {
          call.completeExceptionally(new IllegalStateException(error.optString("message")));
        }
        return;
      }
      BiConsumer<String, JSONObject> listener = sessions.get(message.optString("sessionId"));
      if (listener != null) listener.accept(message.getString("method"), message.getJSONObject("params"));
    } catch (Exception fault) {
      fault.printStackTrace();
    }
  }

  /** Returns an object from alternating names and values. Leaves out members whose value is null. */
  static JSONObject object(Object... members) {
    try {
      JSONObject object = new JSONObject();
      for (int index = 0; index < members.length; index += 2) object.put((String) members[index], members[index + 1]);
      return object;
    } catch (Exception impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
