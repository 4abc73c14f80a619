package causeway.hostkit;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Amounts as plain decimal texts. They are never rounded: the wallet sends exactly the amount that a prompt shows. */
final class Amount {
  /** The maximum number of characters of an amount. A user cannot check a longer one. */
  static final int MAXIMUM_LENGTH = 128;
  private static final Pattern FORM = Pattern.compile("(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?([eE][+-]?[0-9]{1,4})?");

  private Amount() {}

  /**
   * Returns a plain decimal text unchanged, and converts a number or a text with an exponent to plain decimal text.
   *
   * @return null if the value is not an amount of zero or more, or is longer than {@link #MAXIMUM_LENGTH}
   */
  static String text(Object value) {
    if (value instanceof String) {
      String text = (String) value;
      Matcher matcher = text.length() <= MAXIMUM_LENGTH ? FORM.matcher(text) : null;
      if (matcher == null || !matcher.matches()) return null;
      return matcher.group(1) == null ? text : plain(new BigDecimal(text));
    }
    if (value instanceof Integer || value instanceof Long) {
      return ((Number) value).longValue() < 0 ? null : value.toString();
    }
    if (!(value instanceof Number)) return null;
    double number = ((Number) value).doubleValue();
    if (Double.isNaN(number) || Double.isInfinite(number) || number < 0) return null;
    return number == 0 ? "0" : plain(shortest(number));
  }

  /** Returns the shortest decimal that reads back as the same number. {@code Double.toString} may return a longer one. */
  private static BigDecimal shortest(double number) {
    BigDecimal exact = new BigDecimal(number);
    for (int digits = 1; digits < 17; digits += 1) {
      BigDecimal rounded = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
      if (rounded.doubleValue() == number) return rounded;
    }
    return exact.round(new MathContext(17, RoundingMode.HALF_EVEN));
  }

  private static String plain(BigDecimal number) {
    if (number.signum() == 0) return "0";
    String text = number.stripTrailingZeros().toPlainString();
    return text.length() <= MAXIMUM_LENGTH ? text : null;
  }

  static boolean isZero(String amount) {
    return new BigDecimal(amount).signum() == 0;
  }

  /** Returns the number of decimal places of an amount, without trailing zeros. */
  static int decimals(String amount) {
    BigDecimal number = new BigDecimal(amount);
    return number.signum() == 0 ? 0 : Math.max(0, number.stripTrailingZeros().scale());
  }
}
