package causeway.hostkit;

import org.json.JSONException;
import org.json.JSONObject;

/** Reads texts from pages, and writes texts for them. */
final class Json {
  /** The most characters of a message. */
  private static final int MAXIMUM_LENGTH = 32 * 1024 * 1024;
  /** The most levels of a message: the parser calls itself, so that a deeper one would end the app. */
  private static final int MAXIMUM_DEPTH = 256;
  private static final String ID = "{\"id\":";

  private Json() {}

  /** The object that a text holds; null if it holds none, is too long, or nests too deep. */
  static JSONObject object(String text) {
    if (text == null || text.length() > MAXIMUM_LENGTH || !canBeParsed(text)) return null;
    try {
      return new JSONObject(text);
    } catch (JSONException malformed) {
      return null;
    } catch (NumberFormatException malformed) {
      return null; // Older versions of Android let one out of a malformed escape sequence.
    }
  }

  /**
   * Whether a text may be given to Android's parser, which calls itself for each level.
   *
   * <p>That parser also takes what is no JSON: comments, single quotes, quotes inside of words. With these, brackets
   * could be hidden from whoever counts them. So only the characters of JSON may stand outside of strings, and a string
   * may begin only where JSON has one.
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

  /** Whether a character belongs to a number, a word or the space of JSON, or separates values. */
  private static boolean isPlain(char letter) {
    return letter >= '0' && letter <= '9' || letter >= 'a' && letter <= 'z' || " \t\r\n,:+-.E".indexOf(letter) >= 0;
  }

  /** The id of a message that cannot be read, which the page half writes first; null if there is none. */
  static Number leadingId(String text) {
    if (text == null || !text.startsWith(ID)) return null;
    int end = ID.length();
    while (end < text.length() && end < ID.length() + 15 && text.charAt(end) >= '0' && text.charAt(end) <= '9') end += 1;
    boolean isWhole = end > ID.length() && end < text.length() && (text.charAt(end) == ',' || text.charAt(end) == '}');
    return isWhole ? Long.valueOf(text.substring(ID.length(), end)) : null;
  }

  /** JSON in ASCII: half a surrogate pair would not outlive the way to the page, and a line separator ends a script. */
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

  /** A text as a string literal of JavaScript. */
  static String literal(String text) {
    return ascii(JSONObject.quote(text));
  }
}
