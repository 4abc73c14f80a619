// The inspector's token, which is part of the address that the server prints. The token is stored for this tab and
// removed from the address, so that it appears in no screenshot, bookmark or history. A connected inspector gets other
// tokens from the server, which a restarted server accepts too.

const key = "causeway-inspector-token";

/** Returns the token of this tab, or an empty text if the tab has none. */
export function takeToken() {
  const address = new URL(location.href);
  const token = address.searchParams.get("token");
  if (token !== null) {
    sessionStorage.setItem(key, token);
    address.searchParams.delete("token");
    history.replaceState(null, "", address);
  }
  return sessionStorage.getItem(key) ?? "";
}

/**
 * Stores a token for this tab.
 * @param {string} token
 */
export function keepToken(token) {
  sessionStorage.setItem(key, token);
}
