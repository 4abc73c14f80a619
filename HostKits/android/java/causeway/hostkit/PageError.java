package causeway.hostkit;

import org.json.JSONException;
import org.json.JSONObject;

/** An error that a page may read: one sentence without secrets, for Link with one of its types. */
public final class PageError {
  /** The constant by which pages of Link tell errors apart, such as {@code CANCELED}; null for Today. */
  public final String type;
  /** One readable sentence; may be empty for Link. */
  public final String message;

  /** An error of Today. */
  public PageError(String message) {
    this(null, message);
  }

  /** An error of Link. */
  public PageError(String type, String message) {
    this.type = type;
    this.message = message == null ? "" : message;
  }

  /** {@code { type, description }}, as pages of Link get it. */
  JSONObject json() throws JSONException {
    JSONObject json = new JSONObject().put("type", type);
    return message.isEmpty() ? json : json.put("description", message);
  }
}
