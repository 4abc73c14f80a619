package causeway.hostkit;

import org.json.JSONException;
import org.json.JSONObject;

/** An error for a page: one sentence without secrets, and for Link a type. */
public final class PageError {
  /** The type by which pages of Link distinguish errors, such as {@code CANCELED}; null for Today. */
  public final String type;
  /** One readable sentence; may be empty for Link. */
  public final String message;

  /** Creates an error for Today. */
  public PageError(String message) {
    this(null, message);
  }

  /** Creates an error for Link. */
  public PageError(String type, String message) {
    this.type = type;
    this.message = message == null ? "" : message;
  }

  /** Returns {@code { type, description }}, the form in which pages of Link get the error. */
  JSONObject json() throws JSONException {
    JSONObject json = new JSONObject().put("type", type);
    return message.isEmpty() ? json : json.put("description", message);
  }
}
