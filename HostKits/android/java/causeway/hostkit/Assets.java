package causeway.hostkit;

import android.content.res.AssetManager;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/** Reads the page scripts from the app's assets. */
public final class Assets {
  private Assets() {}

  /** Returns the text of a file, such as {@code today.js}. */
  public static String text(AssetManager assets, String path) throws IOException {
    InputStream input = assets.open(path);
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      byte[] part = new byte[8192];
      for (int count = input.read(part); count >= 0; count = input.read(part)) bytes.write(part, 0, count);
      return bytes.toString("UTF-8");
    } finally {
      input.close();
    }
  }
}
