package causeway.hostkit;

import org.json.JSONException;
import org.json.JSONObject;

/** Reads JSON from pages, and writes JSON for pages. */
final class Json {
  /** The maximum number of characters of a message. */
  private static final int MAXIMUM_LENGTH = 32 * 1024 * 1024;
  /** The maximum depth of a message. The parser is recursive, so a deeper message could crash the app. */
  private static final int MAXIMUM_DEPTH = 256;
  private static final String ID = "{\"id\":";

  private Json() {}

  /** Parses a text as an object; returns null if it is not one, is too long, or is nested too deeply. */
  static JSONObject object(String text) {
    if (text == null || text.length() > MAXIMUM_LENGTH || !canBeParsed(text)) return null;
    try {
      return new JSONObject(text);
    } catch (JSONException malformed) {
      return null;
    } catch (NumberFormatException malformed) {
      return null; // Older versions of Android throw this exception for a malformed escape sequence.
    }
  }

  /**
   * Returns whether Android's parser can parse a text without exhausting the stack. The parser calls itself once for
   * each level.
   *
   * <p>The parser also accepts text that is not JSON: comments, single quotes, and quotes inside words. These could
   * hide brackets from this method, which counts brackets. Therefore only characters of JSON are allowed outside strings,
   * and a string may begin only where JSON allows one.
   */
  private static boolean canBeParsed(String text) {
    int depth = 0;
    boolean isString = false;
    char previous = ':';
    for (int index = 0; index < text.length(); index += 1) {
      char letter = text.charAt(index);
      if (isString) {
        if (letter == '\\') index += 1;
        isString = letter != '"';
      } else if (letter == '"') {
        if ("{[,:".indexOf(previous) < 0) return false;
        isString = true;
      } else if (letter == '{' || letter == '[') {
        depth += 1;
        if (depth > MAXIMUM_DEPTH) return false;
      } else if (letter == '}' || letter == ']') {
        depth -= 1;
      } else if (!isPlain(letter)) {
        return false;
      }
      if (" \t\r\n".indexOf(letter) < 0) previous = letter;
    }
    return true;
  }

  /** Returns whether a character can be outside strings in JSON: in a number, a word, white space or a separator. */
  private static boolean isPlain(char letter) {
    return letter >= '0' && letter <= '9' || letter >= 'a' && letter <= 'z' || " \t\r\n,:+-.E".indexOf(letter) >= 0;
  }

  /** Returns the id of a message that cannot be parsed; null if there is none. The page script writes the id first. */
  static Number leadingId(String text) {
    if (text == null || !text.startsWith(ID)) return null;
    int end = ID.length();
    while (end < text.length() && end < ID.length() + 15 && text.charAt(end) >= '0' && text.charAt(end) <= '9') end += 1;
    boolean isWhole = end > ID.length() && end < text.length() && (text.charAt(end) == ',' || text.charAt(end) == '}');
    return isWhole ? Long.valueOf(text.substring(ID.length(), end)) : null;
  }

  /**
   * Escapes all characters of JSON text that are not ASCII. Otherwise half a surrogate pair would be lost on the way to
   * the page, and a line separator would end a script.
   */
  static String ascii(String json) {
    StringBuilder text = new StringBuilder(json.length());
    for (int index = 0; index < json.length(); index += 1) {
      char letter = json.charAt(index);
      if (letter < 0x7F) {
        text.append(letter);
      } else {
        text.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) text.append(Character.forDigit(letter >> shift & 15, 16));
      }
    }
    return text.toString();
  }

  /** Returns a text as a string literal of JavaScript. */
  static String literal(String text) {
    return ascii(JSONObject.quote(text));
  }
}
