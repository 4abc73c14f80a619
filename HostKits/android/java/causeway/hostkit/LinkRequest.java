package causeway.hostkit;

import org.json.JSONObject;

/** A request of a page whose fields were checked. */
public final class LinkRequest {
  /** The command's name, such as {@code sendAssets}. */
  public final String command;
  /** The command's fields. An amount is plain decimal text; a field that was left out or empty is not there. */
  public final JSONObject data;
  /** The fields that the protocol does not have, unchecked. */
  public final JSONObject otherFields;
  /** The page's claims about itself, unchecked: show them at most beside the origin. Null if there are none. */
  public final JSONObject websiteMetadata;
  /** Who asks: the origin that the web view reports, such as {@code https://shop.example}. */
  public final String origin;
  /** Whether the top-level document asks. */
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
