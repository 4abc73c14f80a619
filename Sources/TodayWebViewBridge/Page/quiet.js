/**
 * Settles a message that the app will not answer any more, as the contract says of failures: only `refreshToken`
 * rejects, everything else has a quiet answer.
 *
 * @param {any} message
 * @param {string} reason
 * @param {(value: any) => void} resolve
 * @param {(error: Error) => void} reject
 */
function todaySettleQuietly(message, reason, resolve, reject) {
  let type;
  try {
    type = message.type;
  } catch {
    // A message that cannot be read has no type.
  }
  if (type === "refreshToken") {
    reject(new Error(reason));
  } else if (type === "headers") {
    resolve({});
  } else if (type === "establishSession") {
    resolve({ ok: false });
  } else {
    resolve(undefined);
  }
}
