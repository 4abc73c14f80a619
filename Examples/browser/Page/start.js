// The page's own script. It uses only the web's standard functions, and does not depend on the app.
const names = ["A renamed browser", "A browser by another name", "A small browser"];
const on = (/** @type {string} */ id, /** @type {string} */ event, /** @type {() => void} */ body) =>
  document.getElementById(id)?.addEventListener(event, body);

on("rename", "click", () => {
  const name = names.shift() ?? "";
  names.push(name);
  document.title = name;
});
on("window", "click", () => window.open("second"));
on("ask", "click", () => {
  if (confirm("Do you like small programs?")) document.title = prompt("What shall this page be called?") ?? document.title;
});
on("file", "change", () => alert("The page got a file."));
