package causeway.hostkit;

import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import java.util.regex.Pattern;
import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;

/**
 * The members of a command's data. Each method reads and checks one member, and throws {@code MALFORMED_INPUT} if the
 * member is invalid. The error has the member's name, and never its value. A member that is null counts as missing, and
 * so does an optional text that is empty.
 */
final class LinkFields {
  /** The exception for a request that is refused. */
  static final class Refusal extends Exception {
    final PageError error;

    Refusal(String type, String description) {
      super(description);
      error = new PageError(type, description);
    }
  }

  private static final int LONGEST_WORD = 512;
  private static final Pattern WORD = Pattern.compile("[\\x21-\\x7E]{1," + LONGEST_WORD + "}");
  private static final Pattern URI = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:[\\x21-\\x7E]+");
  private static final Pattern INTEGER = Pattern.compile("0|[1-9][0-9]{0,8}");
  private static final int LONGEST_URI = 4096;
  private static final int MOST_TEXTS = 64;

  private final JSONObject data;
  private final Set<String> read = new HashSet<String>();
  private final JSONObject checked = new JSONObject();

  LinkFields(Object data) {
    this.data = data instanceof JSONObject ? (JSONObject) data : new JSONObject();
  }

  JSONObject checked() {
    return checked;
  }

  JSONObject unread() {
    JSONObject unread = new JSONObject();
    for (Iterator<String> names = data.keys(); names.hasNext(); ) {
      String name = names.next();
      if (!read.contains(name)) put(unread, name, data.opt(name));
    }
    return unread;
  }

  static void put(JSONObject object, String name, Object value) {
    try {
      object.put(name, value);
    } catch (JSONException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Adds a value to the checked data. */
  void set(String name, Object value) {
    put(checked, name, value);
  }

  private Object value(String name) {
    read.add(name);
    Object value = data.opt(name);
    return value == JSONObject.NULL ? null : value;
  }

  static Refusal malformed(String name, String what) {
    return new Refusal("MALFORMED_INPUT", "\"" + name + "\" " + what + ".");
  }

  /** Reads an optional text; null if it is missing or empty. */
  String optionalText(String name) throws Refusal {
    Object value = value(name);
    if (value == null || value.equals("")) return null;
    if (!(value instanceof String)) throw malformed(name, "must be a string");
    set(name, value);
    return (String) value;
  }

  String text(String name) throws Refusal {
    String text = optionalText(name);
    if (text == null) throw malformed(name, "is missing or empty");
    return text;
  }

  /** Reads an optional address, id or hash: printable ASCII without spaces, short enough to be shown completely. */
  String optionalWord(String name) throws Refusal {
    String text = optionalText(name);
    if (text != null && !WORD.matcher(text).matches()) {
      throw malformed(name, "must be printable ASCII without spaces, and have at most " + LONGEST_WORD + " characters");
    }
    return text;
  }

  String word(String name) throws Refusal {
    String word = optionalWord(name);
    if (word == null) throw malformed(name, "is missing or empty");
    return word;
  }

  void uri(String name) throws Refusal {
    String text = text(name);
    if (text.length() > LONGEST_URI || !URI.matcher(text).matches()) {
      throw malformed(name, "must be a URI with a scheme, and have at most " + LONGEST_URI + " characters");
    }
  }

  /** Reads an amount: text or a number, because published clients pass both. */
  String amount(String name) throws Refusal {
    Object value = value(name);
    if (value == null || value.equals("")) throw malformed(name, "is missing or empty");
    String amount = Amount.text(value);
    if (amount == null) {
      throw malformed(name, "must be a decimal number, zero or more, with at most " + Amount.MAXIMUM_LENGTH
          + " characters, such as 0.000123");
    }
    set(name, amount);
    return amount;
  }

  /** Reads a whole number from 0 to a limit: a number or its decimal text, because published clients pass both. */
  int integer(String name, int limit) throws Refusal {
    Object value = value(name);
    double number = value instanceof Number ? ((Number) value).doubleValue()
        : value instanceof String && INTEGER.matcher((String) value).matches() ? Double.parseDouble((String) value) : -1;
    if (!(number >= 0 && number <= limit && number == Math.rint(number))) {
      throw malformed(name, "must be a whole number from 0 to " + limit);
    }
    set(name, (int) number);
    return (int) number;
  }

  void flag(String name) throws Refusal {
    Object value = value(name);
    if (!(value instanceof Boolean)) throw malformed(name, "must be true or false");
    set(name, value);
  }

  void texts(String name) throws Refusal {
    Object value = value(name);
    if (value == null) return;
    if (!(value instanceof JSONArray)) throw malformed(name, "must be a list of strings");
    JSONArray texts = (JSONArray) value;
    if (texts.length() > MOST_TEXTS) throw malformed(name, "must have at most " + MOST_TEXTS + " elements");
    for (int index = 0; index < texts.length(); index += 1) {
      if (!(texts.opt(index) instanceof String)) throw malformed(name, "must be a list of strings");
    }
    set(name, texts);
  }

  void choice(String name, Set<String> choices) throws Refusal {
    if (choices.contains(text(name))) return;
    StringBuilder list = new StringBuilder();
    for (String choice : choices) list.append(list.length() == 0 ? "" : ", ").append(choice);
    throw malformed(name, "must be one of " + list);
  }
}
