/**
 * Refuses the user's position, the camera, the microphone and the screen at once, for pages that no window shows. The
 * engine asks for a permission only while the page is visible, so that without this script these requests would stay
 * open forever.
 */
function deviceRefusal() {
  const { apply, defineProperty } = Reflect;
  const NativeException = DOMException;
  const NativePromise = Promise;
  const NativeTypeError = TypeError;
  const enqueue = setTimeout.bind(window);
  const create = Object.create;
  let latestWatch = 0;

  /** @param {any} prototype @param {string} name @param {Function} value */
  const replace = (prototype, name, value) => {
    if (prototype && name in prototype) {
      defineProperty(prototype, name, /** @type {PropertyDescriptor} */ ({
        __proto__: null, value, writable: true, enumerable: true, configurable: true,
      }));
    }
  };

  /** @param {any} onSuccess @param {any} onError */
  function refusePosition(onSuccess, onError) {
    if (typeof onSuccess !== "function") throw new NativeTypeError("The first argument must be a function");
    if (typeof onError !== "function") return;
    const error = create(GeolocationPositionError.prototype, {
      code: { value: 1, enumerable: true }, message: { value: "User denied Geolocation", enumerable: true },
    });
    enqueue(() => apply(onError, undefined, [error]));
  }

  const scope = /** @type {any} */ (window);
  replace(scope.Geolocation?.prototype, "getCurrentPosition", refusePosition);
  replace(
    scope.Geolocation?.prototype, "watchPosition",
    (/** @type {any} */ onSuccess, /** @type {any} */ onError) => {
      refusePosition(onSuccess, onError);
      latestWatch += 1;
      return latestWatch;
    });
  for (const name of ["getUserMedia", "getDisplayMedia"]) {
    replace(
      scope.MediaDevices?.prototype, name,
      () => NativePromise.reject(new NativeException("The user denied permission.", "NotAllowedError")));
  }
}
