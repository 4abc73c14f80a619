/**
 * A function that settles a message which the app will not answer any more, as the contract says of failures: only
 * `refreshToken` rejects, everything else has a quiet answer. A sub-frame gets `undefined` for everything, as from the app.
 *
 * @returns {(message: any, reason: string, resolve: (value: any) => void, reject: (error: Error) => void) => void}
 */
function todayQuietSettler() {
  const NativeError = Error;

  return (message, reason, resolve, reject) => {
    if (window !== window.top) return resolve(undefined);
    let type;
    try {
      type = message.type;
    } catch {
      // A message that cannot be read has no type.
    }
    if (type === "refreshToken") {
      reject(new NativeError(reason));
    } else if (type === "headers") {
      resolve({});
    } else if (type === "establishSession") {
      resolve({ ok: false });
    } else {
      resolve(undefined);
    }
  };
}
