/**
 * Returns a function that settles a message that the app will not answer. The function follows the contract's rules for
 * failures: only `refreshToken` rejects, all other messages get a quiet answer. A sub-frame always gets `undefined`,
 * which is also the app's answer to a sub-frame.
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
      // Reading `type` can throw. Such a message is treated as one without a type.
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
