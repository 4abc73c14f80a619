// Applies the color scheme that the reader has chosen, before the page is drawn.
{
  let scheme = null;
  try {
    scheme = localStorage.getItem("causeway-color-scheme");
  } catch {
    // A browser may deny storage to pages that are opened as files. The system's scheme then applies.
  }
  if (scheme === "light" || scheme === "dark") document.documentElement.dataset.scheme = scheme;
}
