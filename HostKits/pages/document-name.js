/** Returns a name for this document that no other frame can guess: 32 hexadecimal digits. */
function documentName() {
  let name = "";
  for (const number of crypto.getRandomValues(new Uint32Array(4))) name += number.toString(16).padStart(8, "0");
  return name;
}
