package causeway.hostkit;

import org.json.JSONObject;

/** A page's request, with its checked fields. */
public final class LinkRequest {
  /** The command's name, such as {@code sendAssets}. */
  public final String command;
  /** The command's fields. An amount is plain decimal text; fields that are missing or empty are absent. */
  public final JSONObject data;
  /** The fields that the protocol does not define. They are not checked. */
  public final JSONObject otherFields;
  /** The page's claims about itself, unchecked: never show them without the origin. Null if there are none. */
  public final JSONObject websiteMetadata;
  /** The requesting origin, as the web view reports it, such as {@code https://shop.example}. */
  public final String origin;
  /** Whether the request comes from the main frame. */
  public final boolean isMainFrame;

  LinkRequest(String command, LinkFields fields, JSONObject message, Frame frame) {
    this.command = command;
    data = fields.checked();
    otherFields = fields.unread();
    websiteMetadata = message.optJSONObject("websiteMetadata");
    origin = frame.origin;
    isMainFrame = frame.isMainFrame;
  }
}
