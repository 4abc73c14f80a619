package causeway.hostkit;

import java.util.Iterator;
import java.util.Map;
import java.util.TimeZone;
import java.util.UUID;
import org.json.JSONException;
import org.json.JSONObject;

/** Creates complete events from {@code track} messages. */
final class TodayEvents {
  private final String platform;

  TodayEvents(String platform) {
    this.platform = platform;
  }

  /**
   * Returns the event's properties: the page's parameters that the contract allows, and the base fields. A base field
   * replaces a parameter of the same name.
   *
   * @return null for an event without a name, which is ignored
   */
  JSONObject properties(JSONObject message, Map<String, ?> baseFields) {
    Object name = message.opt("ename");
    if (!(name instanceof String) || ((String) name).isEmpty()) return null;
    try {
      JSONObject properties = flat(message.opt("parameters"));
      Object user = baseFields.get("uid");
      properties.put("sid", baseFields.get("sid"));
      properties.put("did", baseFields.get("did"));
      // If no user is signed in, the value is null. Otherwise the page's own `uid` would remain.
      properties.put("uid", user == null ? JSONObject.NULL : user);
      Object context = baseFields.get("ctx");
      properties.put("ctx", flat(context instanceof Map ? new JSONObject((Map<?, ?>) context) : context));
      properties.put("eid", UUID.randomUUID().toString());
      properties.put("ts", System.currentTimeMillis());
      properties.put("tz", TimeZone.getDefault().getID());
      properties.put("client_plat", platform);
      return properties;
    } catch (JSONException fault) {
      throw new IllegalStateException(fault);
    }
  }

  /** Returns the members that the contract allows: strings, numbers and booleans. */
  private static JSONObject flat(Object value) throws JSONException {
    JSONObject flat = new JSONObject();
    if (!(value instanceof JSONObject)) return flat;
    JSONObject members = (JSONObject) value;
    for (Iterator<String> names = members.keys(); names.hasNext(); ) {
      String name = names.next();
      Object member = members.opt(name);
      if (member instanceof String || member instanceof Number || member instanceof Boolean) flat.put(name, member);
    }
    return flat;
  }
}
